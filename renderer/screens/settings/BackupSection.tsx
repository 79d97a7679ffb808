import { Button } from '../../components/Button.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { Note } from '../../components/Note.tsx'
import { TextField } from '../../components/TextField.tsx'
import { formatMoment } from '../../i18n/format.ts'
import { useWords } from '../../i18n/index.ts'
import { useAct, useCall } from '../../queries/calls.ts'
import type { SectionProps } from './SavedSections.tsx'
import { words } from './words.ts'

const megabyte = 1_048_576

/** What was copied when and to where, and a copy now. */
export function BackupSection({ draft: { settings, change } }: SectionProps) {
  const t = useWords(words)
  const { data, error } = useCall('backup.list', {})
  const make = useAct('backup.make')
  const [newest] = data?.files ?? []
  return (
    <div className="settings-fields">
      <FailureNote error={error} />
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
      <TextField
        label={t('backup.second')}
        hint={t('backup.secondHint')}
        value={settings.backupFolder}
        onChange={(backupFolder) => change({ backupFolder })}
        maxLength={500}
      />
      {data && newest && (
        <table className="settings-backups">
          <caption>{t('backup.in', { folder: data.folder })}</caption>
          <thead>
            <tr>
              <th>{t('backup.madeAt')}</th>
              <th>{t('backup.kind')}</th>
              <th className="settings-backups-size">{t('backup.size')}</th>
            </tr>
          </thead>
          <tbody>
            {data.files.map(({ name, kind, madeAt, bytes }) => (
              <tr key={name}>
                <td>{formatMoment(madeAt)}</td>
                <td>{t(`backup.${kind}`)}</td>
                <td className="settings-backups-size">{(bytes / megabyte).toFixed(1)} MB</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}
