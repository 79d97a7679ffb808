import { useState } from 'react'
import type { ChosenCopy } from '../../../../core/contract/backup.ts'
import type { OutputOf } from '../../../../core/contract/index.ts'
import { Button } from '../../../components/Button.tsx'
import { FailureNote } from '../../../components/FailureNote.tsx'
import { WholeNumberField } from '../../../components/fields/WholeNumberField.tsx'
import { Note } from '../../../components/Note.tsx'
import { formatMoment } from '../../../i18n/format.ts'
import { useWords } from '../../../i18n/index.ts'
import { useAct, useCall } from '../../../queries/calls.ts'
import { FolderDialog } from '../../../window/FolderDialog.tsx'
import { FolderField } from '../../../window/FolderField.tsx'
import { recoveryWords } from '../../../window/recoveryWords.ts'
import { useFindingNote } from '../../../window/useFindingNote.tsx'
import type { SectionProps } from '../sectionProps.ts'
import { words } from '../words.ts'
import { RestoreDialog } from './RestoreDialog.tsx'
import './backups.css'

const megabyte = 1_048_576

/** The last backups with time and place, and a button for a backup now. */
export function BackupSection({ draft: { settings, change } }: SectionProps) {
  const t = useWords(words)
  const { data, error } = useCall('backup.list', {})
  const make = useAct('backup.make')
  const dismiss = useAct('backup.dismiss')
  const r = useWords(recoveryWords)
  const noteOf = useFindingNote()
  const [chosen, choose] = useState<ChosenCopy | null>(null)
  const [finding, setFinding] = useState(false)
  const [newest] = data?.files ?? []
  return (
    <div className="settings-fields">
      <FailureNote error={error} />
      {data?.findings.map((finding) => (
        <Note
          key={finding.id}
          {...noteOf(finding)}
          acts={
            <Button pending={dismiss.isPending} onPress={() => dismiss.mutate({ id: finding.id })}>
              {r('dismiss')}
            </Button>
          }
        />
      ))}
      {data?.failure && (
        <Note tone="bad" title={t(`backup.failed.${data.failure.place}`)} code={data.failure.text} />
      )}
      {data && !newest && <Note tone="wait" title={t('backup.none')} />}
      {newest && !data?.failure && (
        <Note tone="ok" title={t('backup.newest', { time: formatMoment(newest.madeAt) })} />
      )}
      <Button variant="primary" size={48} pending={make.isPending} onPress={() => make.mutate({})}>
        {t(make.isPending ? 'backup.making' : 'backup.make')}
      </Button>
      <FailureNote error={make.error} />
      <FolderField
        label={t('backup.second')}
        hint={t('backup.secondHint')}
        value={settings.backupFolder}
        onChange={(backupFolder) => change({ backupFolder })}
        optional
      />
      <WholeNumberField
        label={t('backup.bodies')}
        hint={t('backup.bodiesHint')}
        value={settings.keepBodiesDays}
        min={1}
        max={3650}
        onChange={(keepBodiesDays) => change({ keepBodiesDays })}
      />
      {data && newest && (
        <CopyTable
          caption={t('backup.in', { folder: data.folder })}
          files={data.files}
          choose={(name) => choose({ place: 'own', name })}
        />
      )}
      {data && data.second.length > 0 && (
        <CopyTable
          caption={r('restore.second')}
          files={data.second}
          choose={(name) => choose({ place: 'second', name })}
        />
      )}
      <Button icon="folder" onPress={() => setFinding(true)}>
        {r('restore.file')}
      </Button>
      {finding && (
        <FolderDialog
          wanted="file"
          onChoose={(path) => choose({ place: 'file', path })}
          onClose={() => setFinding(false)}
        />
      )}
      {chosen && <RestoreDialog copy={chosen} onClose={() => choose(null)} />}
    </div>
  )
}

interface CopyTableProps {
  caption: string
  files: OutputOf<'backup.list'>['files']
  choose: (name: string) => void
}

function CopyTable({ caption, files, choose }: CopyTableProps) {
  const t = useWords(words)
  const r = useWords(recoveryWords)
  return (
    <table className="settings-backups numbers">
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th>{t('backup.madeAt')}</th>
          <th>{t('backup.kind')}</th>
          <th className="settings-backups-size">{t('backup.size')}</th>
          <td />
        </tr>
      </thead>
      <tbody>
        {files.map(({ name, kind, madeAt, bytes }) => (
          <tr key={name}>
            <td>{formatMoment(madeAt)}</td>
            <td>{t(`backup.${kind}`)}</td>
            <td className="settings-backups-size">{(bytes / megabyte).toFixed(1)} MB</td>
            <td>
              <Button onPress={() => choose(name)}>{r('restore.act')}</Button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
