import type { OutputOf } from '../../../../core/contract/index.ts'
import { Button } from '../../../components/Button.tsx'
import { Facts } from '../../../components/Facts.tsx'
import { FailureNote } from '../../../components/FailureNote.tsx'
import { Note } from '../../../components/Note.tsx'
import { formatMoment } from '../../../i18n/format.ts'
import { useWords } from '../../../i18n/index.ts'
import { useAct, useCall } from '../../../queries/calls.ts'
import { AuditList } from './AuditList.tsx'
import { auditWords } from './auditWords.ts'

type State = OutputOf<'audit.status'>['installation']

/** How far the audit trails have come, whether they hold, and what is in them. */
export function AuditSection() {
  const t = useWords(auditWords)
  const { data, error } = useCall('audit.status', {})
  const check = useAct('audit.check')
  const running = data !== undefined && (data.running || data.installation.running)
  return (
    <div className="settings-fields">
      <FailureNote error={error} />
      {data && <Trail title={t('profile')} state={data} />}
      <p className="settings-audit-hint">{t('headHint')}</p>
      {data && <Trail title={t('installation')} state={data.installation} />}
      <Button
        variant="primary"
        size={48}
        pending={running || check.isPending}
        onPress={() => check.mutate({})}
      >
        {t(running ? 'running' : 'check')}
      </Button>
      <FailureNote error={check.error} />
      <AuditList />
    </div>
  )
}

function Trail({ title, state: { head, last } }: { title: string; state: State }) {
  const t = useWords(auditWords)
  return (
    <>
      <h3>{title}</h3>
      {last ? <Finding last={last} /> : <Note tone="wait" title={t('never')} />}
      <Facts
        facts={[
          [t('records'), head?.seq ?? 0],
          [t('head'), head && <code className="settings-audit-hash">{head.hash}</code>],
        ]}
      />
    </>
  )
}

function Finding({ last: { at, records, broken } }: { last: NonNullable<State['last']> }) {
  const t = useWords(auditWords)
  if (!broken) return <Note tone="ok" title={t('whole', { time: formatMoment(at), records })} />
  const { fault, seq, kind, subject } = broken
  const what = [kind && t(`kind.${kind}`), subject].filter((part) => part !== null).join(' ')
  return (
    <Note tone="bad" title={t('broken')}>
      {t(`fault.${fault}`, { seq, what })}
    </Note>
  )
}
