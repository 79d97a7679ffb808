import { useState } from 'react'
import type { ApiKey } from '../../../../core/contract/access.ts'
import { foreignKeyLength, keyNameLength } from '../../../../core/contract/bounds.ts'
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

/** Such as `Odoo …1a2b`. */
export const keyText = ({ name, lastFour }: Pick<ApiKey, 'name' | 'lastFour'>): string =>
  [name, `…${lastFour}`].filter(Boolean).join(' ')

interface MintDialogProps {
  onMade: (key: string) => void
  onClose: () => void
}

/** Asks what a new key is for: without a name nobody dares to revoke it later. */
export function MintDialog({ onMade, onClose }: MintDialogProps) {
  const t = useWords(words)
  const mint = useAct('apiKey.mint')
  const [name, setName] = useState('')
  const [asked, setAsked] = useState(false)
  function submit() {
    setAsked(true)
    if (name.trim() !== '' && !mint.isPending) mint.mutate({ name }, { onSuccess: ({ key }) => onMade(key) })
  }
  return (
    <Dialog
      title={t('software.mint')}
      onClose={onClose}
      acts={
        <Button size={48} variant="primary" pending={mint.isPending} onPress={submit}>
          {t('software.mintConfirm')}
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
        <KeyName name={name} asked={asked} autoFocus onChange={setName} />
        <FailureNote error={mint.error} />
        <button type="submit" hidden />
      </form>
    </Dialog>
  )
}

interface KeyNameProps {
  name: string
  asked: boolean
  autoFocus?: boolean
  onChange: (name: string) => void
}

function KeyName({ name, asked, autoFocus = false, onChange }: KeyNameProps) {
  const t = useWords(words)
  return (
    <TextField
      label={t('software.keyName')}
      hint={t('software.keyNameHint')}
      value={name}
      onChange={onChange}
      error={asked && name.trim() === '' ? t('software.keyNameMissing') : undefined}
      maxLength={keyNameLength}
      autoFocus={autoFocus}
    />
  )
}

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
  const [name, setName] = useState('')
  const [asked, setAsked] = useState(false)
  const adopt = useAct('apiKey.adopt')
  const { length } = key.trim()
  const faulty = length < foreignKeyLength.min || /[^\x21-\x7e]/.test(key.trim())
  function submit() {
    setAsked(true)
    if (faulty || name.trim() === '' || adopt.isPending) return
    adopt.mutate(
      { key, name },
      {
        onSuccess: (adopted) => {
          notify({ tone: 'ok', text: t('software.adopted', { key: keyText(adopted) }) })
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
        <KeyName name={name} asked={asked} onChange={setName} />
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
  const key = keyText(apiKey)
  const confirm = () =>
    revoke.mutate(
      { id: apiKey.id },
      {
        onSuccess: () => {
          notify({ tone: 'ok', text: t('software.revokeDone', { key }) })
          onClose()
        },
      },
    )
  return (
    <Dialog
      title={t('software.revokeTitle', { key })}
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
