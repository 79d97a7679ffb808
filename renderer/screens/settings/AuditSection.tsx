import type { OutputOf } from '../../../core/contract/index.ts'
import { Button } from '../../components/Button.tsx'
import { Facts } from '../../components/Facts.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { Note } from '../../components/Note.tsx'
import { formatMoment } from '../../i18n/format.ts'
import { useWords } from '../../i18n/index.ts'
import { useAct, useCall } from '../../queries/calls.ts'
import { words } from './words.ts'

type Last = NonNullable<OutputOf<'audit.status'>['last']>

/** How far the audit trail has come, and whether it holds. */
export function AuditSection() {
  const t = useWords(words)
  const { data, error } = useCall('audit.status', {})
  const check = useAct('audit.check')
  const running = data?.running === true
  return (
    <div className="settings-fields">
      <FailureNote error={error} />
      {data && (data.last ? <Finding last={data.last} /> : <Note tone="wait" title={t('audit.never')} />)}
      {data && (
        <Facts
          facts={[
            [t('audit.records'), data.head?.seq ?? 0],
            [t('audit.head'), data.head && <code className="settings-audit-hash">{data.head.hash}</code>],
          ]}
        />
      )}
      <p className="settings-audit-hint">{t('audit.headHint')}</p>
      <Button
        variant="primary"
        size={48}
        pending={running || check.isPending}
        onPress={() => check.mutate({})}
      >
        {t(running ? 'audit.running' : 'audit.check')}
      </Button>
      <FailureNote error={check.error} />
    </div>
  )
}

function Finding({ last: { at, records, broken } }: { last: Last }) {
  const t = useWords(words)
  if (!broken) return <Note tone="ok" title={t('audit.whole', { time: formatMoment(at), records })} />
  const { fault, seq, kind, subject } = broken
  const what = [kind && t(`audit.kind.${kind}`), subject].filter((part) => part !== null).join(' ')
  return (
    <Note tone="bad" title={t('audit.broken')}>
      {t(`audit.fault.${fault}`, { seq, what })}
    </Note>
  )
}
