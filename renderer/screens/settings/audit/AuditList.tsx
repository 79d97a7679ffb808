import { inBackground } from '../../../bridge/background.ts'
import { Button } from '../../../components/Button.tsx'
import { FailureNote } from '../../../components/FailureNote.tsx'
import { formatMoment } from '../../../i18n/format.ts'
import { useWords } from '../../../i18n/index.ts'
import { useCallPages } from '../../../queries/calls.ts'
import { whatText, whoText } from './auditText.ts'
import { auditWords } from './auditWords.ts'

const pageSize = 50

/** The audit trails of this profile and of the installation, newest first. */
export function AuditList() {
  const t = useWords(auditWords)
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useCallPages('audit.list', {
    limit: pageSize,
  })
  return (
    <>
      <FailureNote error={error} />
      {data && (
        <table className="settings-backups numbers">
          <caption>{t('list')}</caption>
          <thead>
            <tr>
              <th>{t('at')}</th>
              <th>{t('who')}</th>
              <th>{t('what')}</th>
            </tr>
          </thead>
          <tbody>
            {data
              .flatMap(({ entries }) => entries)
              .map((entry) => (
                <tr key={`${entry.trail} ${entry.seq}`}>
                  <td>{formatMoment(entry.at)}</td>
                  <td>{whoText(entry)}</td>
                  <td>{whatText(entry)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      )}
      {hasNextPage && (
        <Button size={48} pending={isFetchingNextPage} onPress={() => inBackground(fetchNextPage())}>
          {t('earlier')}
        </Button>
      )}
    </>
  )
}
