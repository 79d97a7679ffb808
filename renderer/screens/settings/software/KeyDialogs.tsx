import { useState } from 'react'
import type { ApiKey } from '../../../../core/contract/access.ts'
import { foreignKeyLength } from '../../../../core/contract/bounds.ts'
import { Button } from '../../../components/Button.tsx'
import { Dialog } from '../../../components/Dialog.tsx'
import { FailureNote } from '../../../components/FailureNote.tsx'
import { TextField } from '../../../components/fields/TextField.tsx'
import { Note } from '../../../components/Note.tsx'
import { notify } from '../../../components/notices.ts'
import { useWords } from '../../../i18n/index.ts'
import { useAct } from '../../../queries/calls.ts'
import { useHere } from '../../../window/session.ts'
import { CopyButton } from '../CopyButton.tsx'
import { words } from '../words.ts'

/** Shows a key, which Kaunta does once only. Neither Esc nor a touch beside the dialog closes it. */
export function NewKeyDialog({ text, onClose }: { text: string; onClose: () => void }) {
  const t = useWords(words)
  return (
    <Dialog
      title={t('software.newKey')}
      role="alertdialog"
      once
      onClose={onClose}
      acts={
        <Button size={48} variant="primary" onPress={onClose}>
          {t('software.kept')}
        </Button>
      }
    >
      <output className="settings-key" aria-label={t('software.newKey')}>
        {text}
      </output>
      <CopyButton text={text}>{t('software.copyKey')}</CopyButton>
      <Note tone="wait" title={t('software.once')}>
        {t('software.secret')}
      </Note>
    </Dialog>
  )
}

/** Takes in a key that other software has been given before. */
export function AdoptDialog({ onClose }: { onClose: () => void }) {
  const t = useWords(words)
  const { profile } = useHere()
  const [key, setKey] = useState('')
  const [asked, setAsked] = useState(false)
  const adopt = useAct('apiKey.adopt')
  const { length } = key.trim()
  const faulty = length < foreignKeyLength.min || /[^\x21-\x7e]/.test(key.trim())
  function submit() {
    setAsked(true)
    if (faulty || adopt.isPending) return
    adopt.mutate(
      { key },
      {
        onSuccess: ({ lastFour }) => {
          notify({ tone: 'ok', text: t('software.adopted', { end: lastFour }) })
          onClose()
        },
      },
    )
  }
  return (
    <Dialog
      title={t('software.adoptTitle')}
      onClose={onClose}
      acts={
        <Button size={48} variant="primary" pending={adopt.isPending} onPress={submit}>
          {t('software.adoptConfirm')}
        </Button>
      }
    >
      <form
        className="settings-fields"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <p>{t('software.adoptText', { name: profile.name })}</p>
        <TextField
          label={t('software.key')}
          hint={t('software.keyHint', foreignKeyLength)}
          value={key}
          onChange={setKey}
          error={asked && faulty ? t('software.keyHint', foreignKeyLength) : undefined}
          maxLength={foreignKeyLength.max}
          autoFocus
        />
        <FailureNote error={adopt.error} />
        <button type="submit" hidden />
      </form>
    </Dialog>
  )
}

/** Asks before a key ends: whatever still uses it stops at once. */
export function RevokeDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const t = useWords(words)
  const revoke = useAct('apiKey.revoke')
  const end = apiKey.lastFour
  const confirm = () =>
    revoke.mutate(
      { id: apiKey.id },
      {
        onSuccess: () => {
          notify({ tone: 'ok', text: t('software.revokeDone', { end }) })
          onClose()
        },
      },
    )
  return (
    <Dialog
      title={t('software.revokeTitle', { end })}
      role="alertdialog"
      onClose={onClose}
      acts={
        <>
          <Button size={48} keyCap="Esc" autoFocus onPress={onClose}>
            {t('software.keep')}
          </Button>
          <Button size={48} variant="danger" pending={revoke.isPending} onPress={confirm}>
            {t('software.revokeConfirm')}
          </Button>
        </>
      }
    >
      <p>{t('software.revokeText')}</p>
      <FailureNote error={revoke.error} />
    </Dialog>
  )
}
