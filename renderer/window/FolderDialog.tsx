import { useState } from 'react'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Button } from '../components/Button.tsx'
import { Dialog } from '../components/Dialog.tsx'
import { FailureNote } from '../components/FailureNote.tsx'
import { TextField } from '../components/fields/TextField.tsx'
import { Icon, type IconName } from '../components/Icon.tsx'
import { common } from '../i18n/common.ts'
import { formatMoment } from '../i18n/format.ts'
import { useWords } from '../i18n/index.ts'
import { useAct, useCall } from '../queries/calls.ts'
import './FolderDialog.css'

interface FolderDialogProps {
  /** A folder, or a backup in one. */
  wanted: 'folder' | 'file'
  onChoose: (path: string) => void
  onClose: () => void
}

/** `STICK` of `/media/wanjiru/STICK`; `D:\` itself. */
const lastOf = (path: string): string => path.split(/[/\\]/).findLast((part) => part !== '') ?? path

/** Folders of this computer, removable disks first. For owners. */
export function FolderDialog({ wanted, onChoose, onClose }: FolderDialogProps) {
  const t = useWords(common)
  const [path, setPath] = useState<string | null>(null)
  const { data, error } = useCall('folder.list', { path }, { keepPrevious: true })
  const choose = (chosen: string) => {
    onChoose(chosen)
    onClose()
  }
  const rows: Row[] = [
    ...(data?.places ?? []).map(({ kind, path }): Row => {
      const name = t(`folder.${kind}`, { name: lastOf(path) })
      return { path, name, icon: 'folder', open: () => setPath(path) }
    }),
    ...(data?.folders ?? []).map(({ name, path }): Row => {
      return { path, name, icon: 'folder', open: () => setPath(path) }
    }),
    ...(wanted === 'file' ? (data?.files ?? []) : []).map(({ name, path, changedAt }): Row => {
      return { path, name, after: formatMoment(changedAt), icon: 'file', open: () => choose(path) }
    }),
  ]
  return (
    <Dialog
      title={t(wanted === 'file' ? 'folder.titleFile' : 'folder.title')}
      size="large"
      onClose={onClose}
      acts={
        wanted === 'folder' && (
          <Button
            size={48}
            variant="primary"
            disabled={path === null || error !== null}
            onPress={() => path !== null && choose(path)}
          >
            {t('folder.take')}
          </Button>
        )
      }
    >
      <div className="folder-head">
        <Button
          icon="up"
          disabled={path === null}
          onPress={() => setPath(error ? null : (data?.parent ?? null))}
        >
          {t('folder.up')}
        </Button>
        <b className="folder-path">{path ?? t('folder.start')}</b>
        {wanted === 'folder' && path !== null && <NewFolder key={path} parent={path} onCreated={setPath} />}
      </div>
      <FailureNote error={error} />
      <ListBox
        className="folder-list"
        aria-label={t('folder.list')}
        items={rows}
        renderEmptyState={() => data && <p>{t(wanted === 'file' ? 'folder.emptyFile' : 'folder.empty')}</p>}
        onAction={(key) => rows.find((row) => row.path === key)?.open()}
      >
        {({ path, name, after, icon }) => (
          <ListBoxItem className="folder-row" id={path} textValue={name}>
            <Icon name={icon} />
            <span className="folder-name">{name}</span>
            {after && <small>{after}</small>}
          </ListBoxItem>
        )}
      </ListBox>
      {data?.more && <p>{t('folder.more')}</p>}
    </Dialog>
  )
}

interface Row {
  path: string
  name: string
  after?: string
  icon: IconName
  open: () => void
}

function NewFolder({ parent, onCreated }: { parent: string; onCreated: (path: string) => void }) {
  const t = useWords(common)
  const [name, setName] = useState<string | null>(null)
  const create = useAct('folder.create')
  if (name === null) return <Button onPress={() => setName('')}>{t('folder.create')}</Button>
  return (
    <form
      className="folder-new"
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim() !== '' && !create.isPending)
          create.mutate({ parent, name: name.trim() }, { onSuccess: ({ path }) => onCreated(path) })
      }}
    >
      <TextField
        label={t('folder.name')}
        labelHidden
        placeholder={t('folder.name')}
        value={name}
        onChange={setName}
        maxLength={100}
        autoFocus
      />
      <Button type="submit" disabled={name.trim() === ''} pending={create.isPending}>
        {t('folder.save')}
      </Button>
      <FailureNote error={create.error} />
    </form>
  )
}
