import { useState } from 'react'
import type { OutputOf } from '../../../core/contract/index.ts'
import type { QueueRow } from '../../../core/contract/queue.ts'
import { Button } from '../../components/Button.tsx'
import { Facts } from '../../components/Facts.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { SidePanel } from '../../components/SidePanel.tsx'
import { formatMoment, formatTimeExact } from '../../i18n/format.ts'
import { hasWord, sayFound, useWords } from '../../i18n/index.ts'
import { useAct, useCall } from '../../queries/calls.ts'
import { navigate } from '../../window/navigation.ts'
import { useHere } from '../../window/session.ts'
import { useNow } from '../../window/useNow.ts'
import { Correct } from './Correct.tsx'
import { documentName, isInvoice, refusalSmall, rowReason, rowState } from './explain.ts'
import { prettyBody } from './prettyBody.ts'
import { QueueState } from './QueueState.tsx'
import { WithdrawDialog } from './WithdrawDialog.tsx'
import { words } from './words.ts'

interface QueueDetailsProps {
  id: number
  onClose: () => void
  onOpen: (row: { id: number }) => void
}

/** One document: why it stands as it does, what to do, and every try with what was sent and what came back. */
export function QueueDetails({ id, onClose, onOpen }: QueueDetailsProps) {
  const t = useWords(words)
  const { may } = useHere()
  const { data, error } = useCall('queue.get', { id })
  const [withdrawing, setWithdrawing] = useState(false)
  const row = data?.row
  const acts = row && (
    <>
      {isInvoice(row.kind) && row.invoiceId !== null && (
        <Button onPress={() => navigate('receipts', { invoice: String(row.invoiceId) })}>
          {t('action.receipt')}
        </Button>
      )}
      {row.state === 'refused' && may('manager') && (
        <Button onPress={() => setWithdrawing(true)}>{t('action.withdraw')}</Button>
      )}
    </>
  )
  return (
    <SidePanel title={row ? documentName(row, t) : t('details.title')} onClose={onClose} acts={acts}>
      <FailureNote error={error} />
      {row && <Standing row={row} onOpen={onOpen} />}
      {data && <Tries attempts={data.attempts} />}
      {withdrawing && row && <WithdrawDialog row={row} onClose={() => setWithdrawing(false)} />}
    </SidePanel>
  )
}

function Standing({ row, onOpen }: { row: QueueRow; onOpen: (row: { id: number }) => void }) {
  const t = useWords(words)
  const now = useNow(15_000)
  const small = refusalSmall(row, t, now)
  return (
    <>
      <section className="queue-standing">
        <QueueState row={row} />
        <p>{rowReason(row, t, now)}</p>
        {small && <small>{small}</small>}
      </section>
      {row.waitsFor.length > 0 && (
        <section className="queue-section">
          <h3>{t('details.waitsFor')}</h3>
          {row.waitsFor.map((other) => (
            <Button key={other.id} wide onPress={() => onOpen(other)}>
              {documentName(other, t)}
            </Button>
          ))}
        </section>
      )}
      <NextStep row={row} />
      <Facts
        facts={[
          [t('details.made'), formatMoment(row.createdAt, now)],
          [t('details.by'), row.by],
          [t('details.due'), row.settledAt === null ? formatMoment(row.dueAt, now) : null],
          [t('details.settled'), row.settledAt === null ? null : formatMoment(row.settledAt, now)],
        ]}
      />
    </>
  )
}

function NextStep({ row }: { row: QueueRow }) {
  const t = useWords(words)
  const { may } = useHere()
  const state = rowState(row)
  if (state === 'refused' || state === 'aside') return may('manager') ? <Correct row={row} /> : null
  if (state === 'withoutSignature' && may('manager')) {
    return (
      <Button
        variant="primary"
        onPress={() => navigate('receipts', { invoice: String(row.invoiceId), signature: 'enter' })}
      >
        {t('action.enterSignature')}
      </Button>
    )
  }
  if (row.stuck && may('manager')) return <SetAside row={row} />
  if (state === 'unknown' || state === 'waiting' || state === 'held') return <p>{t(`correct.${state}`)}</p>
  return null
}

/** Sets aside a document that keeps blocking its lane, so that the documents behind it are sent. */
function SetAside({ row }: { row: QueueRow }) {
  const t = useWords(words)
  const act = useAct('queue.setAside')
  return (
    <>
      <p>{t('correct.stuck')}</p>
      <Button pending={act.isPending} onPress={() => act.mutate({ id: row.id })}>
        {t('action.setAside')}
      </Button>
      <FailureNote error={act.error} />
    </>
  )
}

function Tries({ attempts }: Pick<OutputOf<'queue.get'>, 'attempts'>) {
  const t = useWords(words)
  const outcomeWords = (outcome: string) =>
    hasWord(words, `details.outcome.${outcome}`) ? sayFound(words, `details.outcome.${outcome}`) : outcome
  return (
    <section className="queue-section">
      <h3>{t('details.tries')}</h3>
      {attempts.length === 0 && <p>{t('details.noTries')}</p>}
      {attempts.map(({ id, at, durationMs, action, outcome, code, text, request, response, bodyHash }) => (
        <details key={id} className="queue-try">
          <summary>
            <span>
              <b>{formatTimeExact(at)}</b> {t(`details.${action}`)} ·{' '}
              {outcome === null ? t('details.cutOff') : outcomeWords(outcome)}
            </span>
            <small>
              {[code, text, durationMs === null ? null : t('details.ms', { ms: durationMs })]
                .filter(Boolean)
                .join(' · ')}
            </small>
          </summary>
          {bodyHash === null ? (
            <>
              <Body title={t('details.request')} text={request} />
              {response === null ? (
                <p>{t('details.noResponse')}</p>
              ) : (
                <Body title={t('details.response')} text={response} />
              )}
            </>
          ) : (
            <p>{t('details.bodiesGone', { hash: bodyHash })}</p>
          )}
        </details>
      ))}
    </section>
  )
}

function Body({ title, text }: { title: string; text: string }) {
  return (
    <figure className="queue-body">
      <figcaption>{title}</figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls, by keyboard too */}
      <pre tabIndex={0}>{prettyBody(text)}</pre>
    </figure>
  )
}
