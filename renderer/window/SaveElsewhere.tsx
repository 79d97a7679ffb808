import { useState } from 'react'
import { Button } from '../components/Button.tsx'
import { Dialog } from '../components/Dialog.tsx'
import { FailureNote } from '../components/FailureNote.tsx'
import { TextField } from '../components/fields/TextField.tsx'
import { Note } from '../components/Note.tsx'
import { common } from '../i18n/common.ts'
import { useWords } from '../i18n/index.ts'
import { useAct, useCall } from '../queries/calls.ts'
import { FolderField } from './FolderField.tsx'
import { useHere } from './session.ts'

/** For a manager, once the data folder is gone: what is open into a folder elsewhere. */
export function SaveElsewhere() {
  const t = useWords(common)
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onPress={() => setOpen(true)}>{t('disk.saveElsewhere')}</Button>
      {open && <SaveDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function SaveDialog({ onClose }: { onClose: () => void }) {
  const t = useWords(common)
  const { may } = useHere()
  const { data: settings } = useCall('settings.get', {})
  const [typed, setTyped] = useState<string | null>(null)
  const save = useAct('backup.saveElsewhere')
  // A second place for backups is proposed, so that one touch saves.
  const folder = typed ?? settings?.backupFolder ?? ''
  const isEmpty = folder.trim() === ''
  function submit() {
    if (!isEmpty && !save.isPending) save.mutate({ folder: folder.trim() })
  }
  return (
    <Dialog
      title={t('disk.saveElsewhere')}
      onClose={onClose}
      acts={
        <Button size={48} variant="primary" disabled={isEmpty} pending={save.isPending} onPress={submit}>
          {t('disk.save')}
        </Button>
      }
    >
      <p>{t('disk.saveText')}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        {may('owner') ? (
          <FolderField label={t('disk.saveFolder')} value={folder} onChange={setTyped} />
        ) : (
          <TextField
            label={t('disk.saveFolder')}
            hint={t('disk.saveFolderHint')}
            value={folder}
            onChange={setTyped}
            maxLength={1000}
            autoFocus
          />
        )}
        <button type="submit" hidden />
      </form>
      <FailureNote error={save.error} />
      {save.data && (
        <Note tone="ok" title={t('disk.saved', { folder: save.data.folder })}>
          {t('disk.savedTodo')}
        </Note>
      )}
    </Dialog>
  )
}
