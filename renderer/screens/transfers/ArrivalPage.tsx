import { useState } from 'react'
import type { OutputOf } from '../../../core/contract/index.ts'
import { inBackground } from '../../bridge/background.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { TextField } from '../../components/fields/TextField.tsx'
import { Note } from '../../components/Note.tsx'
import { notify } from '../../components/notices.ts'
import { Page } from '../../components/Page.tsx'
import { Retry } from '../../components/Retry.tsx'
import { formatMoment, formatWireDay } from '../../i18n/format.ts'
import { useWords } from '../../i18n/index.ts'
import { useKeys } from '../../input/keys.ts'
import { useAct, useCall } from '../../queries/calls.ts'
import { useCountedGoods } from '../../window/countedGoods.ts'
import { tellFailure } from '../../window/faults.ts'
import { requestOf } from '../../window/kept.ts'
import { navigate } from '../../window/navigation.ts'
import { useHere } from '../../window/session.ts'
import { ArrivalLine } from './ArrivalLine.tsx'
import { branchName } from './branchName.ts'
import { DismissDialog } from './DismissDialog.tsx'
import { countedLines, counts, differs, faultOf } from './kept.ts'
import { words } from './words.ts'

const back = () => navigate('transfers')

/** What another branch sent: count the goods against it, then take them in or dismiss them. */
export function ArrivalPage({ id }: { id: number }) {
  const t = useWords(words)
  const { data, error, refetch } = useCall('transfer.arrival', { id })
  if (data) return <Arrival known={data} />
  return (
    <Page title={t('title')} back={{ label: t('arrival.back'), onPress: back }}>
      <FailureNote error={error} acts={<Retry onPress={() => inBackground(refetch())} />} />
    </Page>
  )
}

function Arrival({ known }: { known: OutputOf<'transfer.arrival'> }) {
  const t = useWords(words)
  const { profile, may } = useHere()
  const { arrival, dismissal, byHand } = known
  const key = `${profile.id} ${arrival.id}`
  const count = counts.use(key)
  const lines = countedLines(known.lines, count)
  const [asking, setAsking] = useState(false)
  const [dismissing, setDismissing] = useState(false)
  const receive = useAct('transfer.receive')
  const isOpen = arrival.state === 'open'
  const isManager = may('manager')
  const differences = lines.filter(differs).length

  const setCounted = (code: string, counted: number | null) =>
    counts.change(key, { counted: { ...counts.get(key).counted, [code]: counted } })
  const { list, asked, unknown, isComplete } = useCountedGoods({
    now: () => countedLines(known.lines, counts.get(key)),
    keyOf: ({ line }) => line.code,
    expectedOf: ({ line }) => line.quantity,
    faultOf,
    setCounted: ({ line }, counted) => setCounted(line.code, counted),
    isOpen,
  })

  /** What was not counted came as it was sent. */
  const allCame = () =>
    counts.change(key, {
      counted: Object.fromEntries(lines.map(({ line, counted }) => [line.code, counted ?? line.quantity])),
    })

  function send() {
    setAsking(false)
    const remark = count.remark.trim()
    const input = {
      arrivalId: arrival.id,
      lines: lines.map(({ item, counted }) => ({ itemId: item?.id ?? 0, received: counted ?? 0 })),
      ...(remark !== '' && { remark }),
    }
    const request = requestOf({ ...input, profile: profile.id })
    // Runs only while this page is open: a person who has left stays where they are.
    const onSuccess = ({ id }: { id: number }) => navigate('transfers', { transfer: String(id) })
    receive.mutateAsync({ ...input, requestId: request.id }, { onSuccess }).then(
      ({ number }) => {
        request.forget()
        counts.forget(key)
        notify({ tone: 'ok', text: t('arrival.done', { number }) })
      },
      // The page shows the failure of the act.
      () => undefined,
    )
  }

  function tryReceive() {
    if (receive.isPending) return
    if (!isComplete()) return
    if (differences > 0) setAsking(true)
    else send()
  }

  useKeys([
    { key: 'Esc', run: back },
    { key: 'F8', label: t('arrival.everything'), run: allCame, enabled: isOpen },
    { key: 'F9', label: t('arrival.receive'), run: tryReceive, enabled: isOpen && isManager },
  ])
  return (
    <Page
      title={t('arrival.title', { branch: branchName(arrival.from) })}
      back={{ label: t('arrival.back'), onPress: back }}
      acts={
        isOpen ? (
          <>
            {isManager && <Button onPress={() => setDismissing(true)}>{t('arrival.dismiss')}</Button>}
            <Button keyCap="F8" onPress={allCame}>
              {t('arrival.everything')}
            </Button>
            {isManager && (
              <Button variant="primary" keyCap="F9" pending={receive.isPending} onPress={tryReceive}>
                {t('arrival.receive')}
              </Button>
            )}
          </>
        ) : (
          <Done known={known} />
        )
      }
    >
      <div className="transfers-head">
        <p>
          {[
            t('arrival.number', { number: arrival.number }),
            t('arrival.sentOn', { day: formatWireDay(arrival.sentOn) }),
            arrival.remark,
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        {isOpen && (
          <p role="status">
            {t('arrival.progress', {
              counted: lines.filter(({ counted }) => counted !== null).length,
              lines: lines.length,
            })}
            {differences > 0 && ` · ${t('differences', { count: differences })}`}
          </p>
        )}
      </div>
      {dismissal && (
        <Note tone="wait" title={t('arrival.dismissed', { name: dismissal.by, reason: dismissal.reason })} />
      )}
      {isOpen && byHand && (
        <Note
          tone="wait"
          title={t('arrival.byHand', { number: byHand.number, time: formatMoment(byHand.at) })}
          acts={
            <Button onPress={() => navigate('transfers', { transfer: String(byHand.id) })}>
              {t('arrival.openTransfer')}
            </Button>
          }
        >
          {t('arrival.byHandText')}
        </Note>
      )}
      {isOpen && !isManager && <Note tone="wait" title={t('arrival.onlyManager')} />}
      {unknown !== null && <Note tone="bad" title={t('arrival.unknown', { code: unknown })} />}
      <FailureNote error={receive.error} />
      <ul className="transfers-lines" ref={list} aria-label={t('columns.lines')}>
        {lines.map((line) => (
          <ArrivalLine
            key={line.line.code}
            line={line}
            isOpen={isOpen}
            fault={asked ? faultOf(line) : null}
            onItem={(item) =>
              counts.change(key, { items: { ...counts.get(key).items, [line.line.code]: item } })
            }
            onCounted={(counted) => setCounted(line.line.code, counted)}
          />
        ))}
      </ul>
      {isOpen && (
        <TextField
          label={t('remark')}
          hint={t('arrival.remarkHint')}
          value={count.remark}
          onChange={(remark) => counts.change(key, { remark })}
          maxLength={200}
        />
      )}
      {asking && (
        <Dialog
          title={t('ask.title')}
          role="alertdialog"
          onClose={() => setAsking(false)}
          acts={
            <Button variant="primary" size={48} autoFocus onPress={send}>
              {t('arrival.receive')}
            </Button>
          }
        >
          <p>
            <b>{t('ask.text', { count: differences })}</b> {t('ask.onlyCame')}
          </p>
        </Dialog>
      )}
      {dismissing && (
        <DismissDialog
          arrival={arrival}
          likely={byHand ? t('dismiss.byHand', { number: byHand.number }) : ''}
          onClose={() => setDismissing(false)}
        />
      )}
    </Page>
  )
}

/** What can be done with an arrival that is not open. */
function Done({ known: { arrival } }: { known: OutputOf<'transfer.arrival'> }) {
  const t = useWords(words)
  const isManager = useHere().may('manager')
  const takeUp = useAct('transfer.takeUp')
  if (arrival.transferId !== null)
    return (
      <Button onPress={() => navigate('transfers', { transfer: String(arrival.transferId) })}>
        {t('arrival.openTransfer')}
      </Button>
    )
  return (
    isManager && (
      <Button
        pending={takeUp.isPending}
        onPress={() =>
          inBackground(
            takeUp
              .mutateAsync({ arrivalId: arrival.id })
              .then(() => notify({ tone: 'ok', text: t('dismiss.takenUp') }), tellFailure),
          )
        }
      >
        {t('arrival.takeUp')}
      </Button>
    )
  )
}
