import { useState } from 'react'
import type { OutputOf } from '../../../core/contract/index.ts'
import { creditReasons, paymentCode } from '../../../core/fiscal/codes.ts'
import { isShipped } from '../../../core/fiscal/shopTenders.ts'
import { inBackground } from '../../bridge/background.ts'
import { money } from '../../components/Amount.tsx'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { Select } from '../../components/fields/Select.tsx'
import { Switch } from '../../components/fields/Switch.tsx'
import { notify } from '../../components/notices.ts'
import { Pills } from '../../components/Pills.tsx'
import { useWords } from '../../i18n/index.ts'
import { useAct, useCall, useCaller } from '../../queries/calls.ts'
import { tellFailure } from '../../window/faults.ts'
import { navigate } from '../../window/navigation.ts'
import { useHere } from '../../window/session.ts'
import { isRefundWay, useTenderName, useTenders } from '../sell/payment/useTenders.ts'
import { saleStore } from '../sell/sale/saleStore.ts'
import { CreditLines } from './CreditLines.tsx'
import { type Choice, chosenOf, creditLines, extentOf } from './creditChoice.ts'
import { words } from './words.ts'

type Reason = (typeof creditReasons)[number]['code']

/** Goods that nobody can sell again: damaged, wasted, or never made. */
const lostGoods: ReadonlySet<Reason> = new Set<Reason>(['03', '04', '05'])

/** Takes back a sale, or what is chosen of what is left of it, and says beforehand what that does. */
export function CreditDialog({
  receipt,
  onClose,
}: {
  receipt: OutputOf<'invoice.get'>
  onClose: () => void
}) {
  const t = useWords(words)
  const paidName = useTenderName()
  const { table: methods, offered, nameOf } = useTenders()
  const [reason, setReason] = useState<Reason>('06')
  const [shelf, setShelf] = useState<boolean | null>(null)
  const returnStock = shelf ?? !lostGoods.has(reason)
  const [choice, setChoice] = useState<Choice>(new Map())
  const [requestId] = useState(() => crypto.randomUUID())
  const credit = useAct('invoice.credit')
  const call = useCaller()
  const { profile } = useHere()
  const { data: table } = useCall('reference.codes', { class: '32' })
  // The authority's own table says which reasons it takes; without one, those of its specification.
  const known = table?.codes.length
    ? table.codes.map(({ code }) => code)
    : ['01', '02', '03', '04', '05', '06']
  /** The id of a tender, or `asPaid`. */
  const [refundBy, setRefundBy] = useState<string | null>(null)
  const tender = offered.find(({ id }) => id === refundBy)
  const lines = creditLines(receipt.items, choice)
  const extent = extentOf(lines)
  const missing = extent === 'nothing' || extent === 'faulty' ? extent : refundBy === null ? 'way' : null
  const isReady = missing === null
  const hasLines = extent !== 'nothing' && extent !== 'faulty'
  const paid = [...new Set(receipt.tenders.map(paidName))].join(', ')
  const price = lines.reduce((sum, line) => sum + line.total, 0)
  const total = money(price)
  const by = {
    ...(tender && { refundBy: paymentCode(tender.method, methods) }),
    ...(tender && !isShipped(tender) && { refundTenderId: tender.id }),
  }
  const asked = { id: receipt.id, items: chosenOf(lines), ...by }
  const { data: back } = useCall('invoice.refundOf', asked, { enabled: isReady, keepPrevious: true })
  /** What leaves the shop: cash is rounded, and a debt is reduced first. */
  const given = money(back ? back.refund + back.lessOwed : price)

  function confirm() {
    if (missing || refundBy === null || credit.isPending) return
    const items = chosenOf(lines)
    credit.mutate(
      {
        id: receipt.id,
        reason,
        returnStock,
        items,
        requestId,
        ...by,
      },
      {
        onSuccess: ({ invoiceId, number, total, rounding }) => {
          notify({ tone: 'ok', text: t('credit.done', { number, total: money(Math.abs(total) + rounding) }) })
          onClose()
          navigate('receipts', { invoice: String(invoiceId) })
        },
      },
    )
  }
  /** The goods pay for others: the new sale continues on Sell. */
  async function exchange() {
    if (!hasLines) return
    const items = chosenOf(lines)
    try {
      const back = { id: receipt.id, items, refundBy: paymentCode('cash', methods) }
      const { refund } = await call('invoice.refundOf', back)
      const returned = { ...back, reason, returnStock, refund }
      saleStore(profile.id).act({ type: 'setReturned', returned })
      navigate('sell')
    } catch (error) {
      tellFailure(error)
    }
  }
  return (
    <Dialog
      title={t('credit.title', { number: receipt.number })}
      onClose={onClose}
      size="large"
      acts={
        <>
          <Button size={48} keyCap="Esc" onPress={onClose}>
            {t('credit.cancel')}
          </Button>
          <Button size={48} keyCap="F8" disabled={!hasLines} onPress={() => inBackground(exchange())}>
            {t('credit.exchange')}
          </Button>
          <Button
            size={48}
            variant="danger"
            keyCap="F9"
            disabled={!isReady}
            pending={credit.isPending}
            onPress={confirm}
          >
            {missing ? t(`credit.confirmNot.${missing}`) : t('credit.confirm', { total: given })}
          </Button>
        </>
      }
    >
      <div className="receipts-credit">
        <CreditLines
          lines={lines}
          onChoose={(choice) => {
            credit.reset()
            setChoice(choice)
          }}
          onConfirm={confirm}
          onExchange={() => inBackground(exchange())}
        />
        <div className="receipts-credit-how">
          <FailureNote error={credit.error} />
          <p aria-live="polite">{t(`credit.text.${extent}`, { total })}</p>
          <h3>{t('credit.by')}</h3>
          <Pills
            label={t('credit.by')}
            value={refundBy}
            onChange={setRefundBy}
            pills={[
              ...offered.filter(isRefundWay).map((each) => ({ id: each.id, label: nameOf(each) })),
              { id: 'asPaid', label: t('credit.asPaid', { paid }) },
            ]}
          />
          <Select
            label={t('credit.reason')}
            options={creditReasons
              .filter(({ code }) => known.includes(code))
              .map(({ code }) => ({ id: code, label: t(`reason.${code}`) }))}
            value={reason}
            onChange={setReason}
          />
          <Switch
            label={t('credit.returnStock')}
            hint={t(returnStock ? 'credit.returnStockOn' : 'credit.returnStockOff')}
            value={returnStock}
            onChange={setShelf}
          />
          <p>{t(receipt.state === 'signed' ? 'credit.textSigned' : 'credit.textWaiting')}</p>
        </div>
      </div>
    </Dialog>
  )
}
