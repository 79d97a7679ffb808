import { useState } from 'react'
import type { OutputOf } from '../../../core/contract/index.ts'
import { inBackground } from '../../bridge/background.ts'
import { money } from '../../components/Amount.tsx'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { TextField } from '../../components/fields/TextField.tsx'
import { Note } from '../../components/Note.tsx'
import { notify } from '../../components/notices.ts'
import { Page } from '../../components/Page.tsx'
import { Retry } from '../../components/Retry.tsx'
import { formatWireDay } from '../../i18n/format.ts'
import { useWords } from '../../i18n/index.ts'
import { useKeys } from '../../input/keys.ts'
import { useAct, useCall } from '../../queries/calls.ts'
import { useCountedGoods } from '../../window/countedGoods.ts'
import { requestOf } from '../../window/kept.ts'
import { navigate } from '../../window/navigation.ts'
import { useHere } from '../../window/session.ts'
import { InvoiceLine } from './InvoiceLine.tsx'
import { countedLines, counts, differs, faultOf } from './kept.ts'
import { RefuseDialog } from './RefuseDialog.tsx'
import { words } from './words.ts'

const back = () => navigate('purchases')

/** A supplier's invoice: count the goods against it, then deliver or refuse it. */
export function InvoicePage({ id }: { id: number }) {
  const t = useWords(words)
  const { data, error, refetch } = useCall('delivery.invoice', { id })
  if (data) return <Invoice known={data} />
  return (
    <Page title={t('invoice.title', { number: '' })} back={{ label: t('invoice.back'), onPress: back }}>
      <FailureNote error={error} acts={<Retry onPress={() => inBackground(refetch())} />} />
    </Page>
  )
}

function Invoice({ known }: { known: OutputOf<'delivery.invoice'> }) {
  const t = useWords(words)
  const { profile, may } = useHere()
  const { invoice, refusal } = known
  const key = `${profile.id} ${invoice.id}`
  const count = counts.use(key)
  const lines = countedLines(known.lines, count)
  const [asking, setAsking] = useState(false)
  const [refusing, setRefusing] = useState(false)
  const deliver = useAct('delivery.deliver')
  const takeUp = useAct('delivery.takeUp')
  const isOpen = invoice.state === 'open'
  const isManager = may('manager')
  const differences = lines.filter(differs).length

  const setCounted = (at: number, counted: number | null) =>
    counts.change(key, { counted: { ...counts.get(key).counted, [at]: counted } })
  const { list, asked, showFaults, unknown, isComplete } = useCountedGoods({
    now: () => countedLines(known.lines, counts.get(key)),
    keyOf: ({ at }) => String(at),
    expectedOf: ({ expected }) => expected,
    faultOf,
    setCounted: ({ at }, counted) => setCounted(at, counted),
    isOpen,
  })

  /** What was not counted came as invoiced. A line without an item has no quantity yet, and says so. */
  const allCame = () => {
    counts.change(key, {
      counted: Object.fromEntries(lines.map(({ at, counted, expected }) => [at, counted ?? expected])),
    })
    if (lines.some(({ item }) => item === null)) showFaults()
  }

  function send() {
    setAsking(false)
    const remark = count.remark.trim()
    const input = {
      invoiceId: invoice.id,
      lines: lines.map(({ item, units, counted }) => ({
        itemId: item?.id ?? 0,
        units: units ?? 0,
        received: counted ?? 0,
      })),
      ...(remark !== '' && { remark }),
    }
    const request = requestOf({ ...input, profile: profile.id })
    // Runs only while this page is open: a person who has left stays where they are.
    const onSuccess = ({ id }: { id: number }) => navigate('purchases', { delivery: String(id) })
    deliver.mutateAsync({ ...input, requestId: request.id }, { onSuccess }).then(
      ({ number }) => {
        request.forget()
        counts.forget(key)
        notify({ tone: 'ok', text: t('delivery.done', { number }) })
      },
      // The page shows the failure of the act.
      () => undefined,
    )
  }

  function tryDeliver() {
    if (deliver.isPending) return
    if (!isComplete()) return
    if (differences > 0) setAsking(true)
    else send()
  }

  useKeys([
    { key: 'Esc', run: back },
    { key: 'F8', label: t('invoice.everything'), run: allCame, enabled: isOpen },
    { key: 'F9', label: t('invoice.deliver'), run: tryDeliver, enabled: isOpen && isManager },
  ])
  const acts = isOpen ? (
    <>
      {isManager && <Button onPress={() => setRefusing(true)}>{t('invoice.refuse')}</Button>}
      <Button keyCap="F8" onPress={allCame}>
        {t('invoice.everything')}
      </Button>
      {isManager && (
        <Button variant="primary" keyCap="F9" pending={deliver.isPending} onPress={tryDeliver}>
          {t('invoice.deliver')}
        </Button>
      )}
    </>
  ) : invoice.deliveryId !== null ? (
    <Button onPress={() => navigate('purchases', { delivery: String(invoice.deliveryId) })}>
      {t('invoice.openDelivery')}
    </Button>
  ) : (
    invoice.state === 'refused' &&
    isManager && (
      <Button
        pending={takeUp.isPending}
        onPress={() =>
          takeUp.mutate(
            { invoiceId: invoice.id },
            {
              onSuccess: ({ number }) => notify({ tone: 'ok', text: t('refuse.takenUp', { number }) }),
            },
          )
        }
      >
        {t('invoice.takeUp')}
      </Button>
    )
  )
  return (
    <Page
      title={t('invoice.title', { number: invoice.number })}
      back={{ label: t('invoice.back'), onPress: back }}
      acts={acts}
    >
      <div className="purchases-head">
        <p>
          {t('invoice.of', {
            name: invoice.supplierName,
            pin: invoice.supplierPin,
            day: formatWireDay(invoice.soldOn),
          })}
          {invoice.total !== null && (
            <>
              {' · '}
              <b>{money(invoice.total)}</b>
            </>
          )}
        </p>
        {isOpen && (
          <p role="status">
            {t('invoice.progress', {
              counted: lines.filter(({ counted }) => counted !== null).length,
              lines: lines.length,
            })}
            {differences > 0 && ` · ${t('differences', { count: differences })}`}
          </p>
        )}
      </div>
      {invoice.state === 'creditNote' && <Note tone="wait" title={t('invoice.creditNote')} />}
      {refusal && (
        <Note tone="wait" title={t('invoice.refused', { name: refusal.by, reason: refusal.reason })}>
          {t('invoice.refusedText')}
        </Note>
      )}
      {isOpen && !isManager && <Note tone="wait" title={t('invoice.onlyManager')} />}
      {isOpen && (invoice.confirmation === 'waiting' || invoice.confirmation === 'confirmed') && (
        <Note tone="wait" title={t('invoice.otherSoftware')} />
      )}
      {unknown !== null && <Note tone="bad" title={t('invoice.unknown', { code: unknown })} />}
      <FailureNote error={deliver.error ?? takeUp.error} />
      <ul className="purchases-lines" ref={list} aria-label={t('columns.lines')}>
        {lines.map((line) => (
          <InvoiceLine
            key={line.at}
            line={line}
            isOpen={isOpen}
            fault={asked ? faultOf(line) : null}
            onItem={(item) =>
              counts.change(key, { items: { ...counts.get(key).items, [line.line.supplierCode]: item } })
            }
            onUnits={(units) =>
              counts.change(key, { units: { ...counts.get(key).units, [line.line.supplierCode]: units } })
            }
            onCounted={(counted) => setCounted(line.at, counted)}
          />
        ))}
      </ul>
      {isOpen && (
        <TextField
          label={t('invoice.remark')}
          hint={t('invoice.remarkHint')}
          value={count.remark}
          onChange={(remark) => counts.change(key, { remark })}
          maxLength={200}
        />
      )}
      {asking && (
        <Dialog
          title={t('ask.title', { number: invoice.number })}
          role="alertdialog"
          onClose={() => setAsking(false)}
          acts={
            <Button variant="primary" size={48} autoFocus onPress={send}>
              {t('ask.deliver')}
            </Button>
          }
        >
          <p>
            <b>{t('ask.text', { count: differences })}</b> {t('ask.credit')}
          </p>
        </Dialog>
      )}
      {refusing && <RefuseDialog invoice={invoice} onClose={() => setRefusing(false)} />}
    </Page>
  )
}
