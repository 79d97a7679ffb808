import { useState } from 'react'
import { Button } from '../components/Button.tsx'
import { Dialog } from '../components/Dialog.tsx'
import { FailureNote } from '../components/FailureNote.tsx'
import { Note } from '../components/Note.tsx'
import { TextField } from '../components/TextField.tsx'
import { common } from '../i18n/common.ts'
import { useWords } from '../i18n/index.ts'
import { useAct } from '../queries/calls.ts'

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
  const [folder, setFolder] = useState('')
  const save = useAct('backup.saveElsewhere')
  return (
    <Dialog
      title={t('disk.saveTitle')}
      onClose={onClose}
      acts={
        <Button
          size={48}
          variant="primary"
          disabled={folder.trim() === ''}
          pending={save.isPending}
          onPress={() => save.mutate({ folder: folder.trim() })}
        >
          {t('disk.save')}
        </Button>
      }
    >
      <p>{t('disk.saveText')}</p>
      <TextField
        label={t('disk.saveFolder')}
        hint={t('disk.saveFolderHint')}
        value={folder}
        onChange={setFolder}
        maxLength={1000}
        autoFocus
      />
      <FailureNote error={save.error} />
      {save.data && (
        <Note tone="ok" title={t('disk.saved', { folder: save.data.folder })}>
          {t('disk.savedTodo')}
        </Note>
      )}
    </Dialog>
  )
}
