import { useState } from 'react'
import { TextField } from '../../components/fields/TextField.tsx'
import { Note } from '../../components/Note.tsx'
import { notify } from '../../components/notices.ts'
import { formatMoment } from '../../i18n/format.ts'
import { useWords } from '../../i18n/index.ts'
import { useAct } from '../../queries/calls.ts'
import { FolderField } from '../../window/FolderField.tsx'
import { useHere } from '../../window/session.ts'
import { AskDialog } from './AskDialog.tsx'
import { words } from './words.ts'

/** The deputy becomes the hub. `silentSince`: since when the hub does not answer. */
export function TakeOverDialog({ silentSince, onClose }: { silentSince: number; onClose: () => void }) {
  const t = useWords(words)
  const { user } = useHere()
  const [pin, setPin] = useState('')
  const [backups, setBackups] = useState('')
  const take = useAct('hub.takeOver')
  const onSuccess = () => {
    notify({ tone: 'ok', text: t('takeOver.begun') })
    onClose()
  }
  const onAct = () => {
    if (pin !== '') take.mutate({ pin, backups: backups.trim() || null }, { onSuccess })
  }
  return (
    <AskDialog
      title={t('takeOver.title')}
      act={t('takeOver.act')}
      pending={take.isPending}
      error={take.error}
      onAct={onAct}
      onClose={onClose}
    >
      <p>
        {t('takeOver.silent', { time: formatMoment(silentSince) })} {t('takeOver.text')}
      </p>
      <Note tone="wait" title={t('takeOver.warning')}>
        {t('takeOver.warningTodo')}
      </Note>
      <FolderField
        label={t('takeOver.backups')}
        hint={t('takeOver.backupsHint')}
        value={backups}
        onChange={setBackups}
        optional
      />
      <TextField
        label={t('takeOver.pin', { name: user.name })}
        type="password"
        inputMode="numeric"
        value={pin}
        onChange={setPin}
        maxLength={12}
      />
    </AskDialog>
  )
}
