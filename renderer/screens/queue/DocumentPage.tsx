import { useState } from 'react'
import type { OutputOf } from '../../../core/contract/index.ts'
import type { QueueRow } from '../../../core/contract/queue.ts'
import { Button } from '../../components/Button.tsx'
import { Facts } from '../../components/Facts.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { Menu } from '../../components/Menu.tsx'
import { Page } from '../../components/Page.tsx'
import { common } from '../../i18n/common.ts'
import { formatMoment, formatTimeExact } from '../../i18n/format.ts'
import { hasWord, say, sayFound, useWords } from '../../i18n/index.ts'
import { useKeys } from '../../input/keys.ts'
import { useAct, useCall } from '../../queries/calls.ts'
import { navigate, usePlace } from '../../window/navigation.ts'
import { useHere } from '../../window/session.ts'
import { useNow } from '../../window/useNow.ts'
import { Correct } from './Correct.tsx'
import { documentName, isInvoice, refusalSmall, rowReason, rowState, softwareText } from './explain.ts'
import { prettyBody } from './prettyBody.ts'
import { QueueState } from './QueueState.tsx'
import { WithdrawDialog } from './WithdrawDialog.tsx'
import { words } from './words.ts'

/** One document on one page: why it stands as it does, what to do, and every try with what was sent and came back. */
export function DocumentPage({ id }: { id: number }) {
  const t = useWords(words)
  const { may } = useHere()
  const { params } = usePlace()
  const { data, error } = useCall('queue.get', { id })
  const [withdrawing, setWithdrawing] = useState(false)
  const row = data?.row
  const { document: _, ...before } = params
  const back = () => navigate('queue', before)
  const open = (other: { id: number }) => navigate('queue', { ...before, document: String(other.id) })
  useKeys([{ key: 'Esc', run: back }])
  const mayWithdraw = row?.state === 'refused' && may('manager')
  return (
    <Page
      title={row ? documentName(row, t) : t('details.title')}
      back={{ label: say(common, 'acts.back'), onPress: back }}
      acts={
        row && (
          <>
            {isInvoice(row.kind) && row.invoiceId !== null && (
              <Button onPress={() => navigate('receipts', { invoice: String(row.invoiceId) })}>
                {t('action.receipt')}
              </Button>
            )}
            {mayWithdraw && (
              <Menu
                label={t('causes.more')}
                items={[{ id: 'cancel', label: t('action.withdraw'), run: () => setWithdrawing(true) }]}
              />
            )}
          </>
        )
      }
    >
      <FailureNote error={error} />
      <div className="queue-document">
        {row && <Standing row={row} onOpen={open} />}
        {data && <Tries attempts={data.attempts} />}
      </div>
      {withdrawing && row && <WithdrawDialog rows={[row]} onClose={() => setWithdrawing(false)} />}
    </Page>
  )
}

function Standing({ row, onOpen }: { row: QueueRow; onOpen: (row: { id: number }) => void }) {
  const t = useWords(words)
  const now = useNow(15_000)
  const small = refusalSmall(row, t, now)
  return (
    <div className="queue-section">
      <section className="queue-standing">
        <QueueState row={row} />
        <p>{rowReason(row, t, now)}</p>
        {small && <small>{small}</small>}
      </section>
      {row.waitsFor.length > 0 && (
        <section className="queue-section">
          <h2>{t('details.waitsFor')}</h2>
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
    </div>
  )
}

function NextStep({ row }: { row: QueueRow }) {
  const t = useWords(words)
  const { may } = useHere()
  const state = rowState(row)
  if (row.software !== null) return <p>{softwareText(row.software, t)}</p>
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
      <h2>{t('details.tries')}</h2>
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
