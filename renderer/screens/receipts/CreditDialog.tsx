import { useState } from 'react'
import type { OutputOf } from '../../../core/contract/index.ts'
import { creditReasons, paymentCode, paymentMethod } from '../../../core/fiscal/codes.ts'
import { money } from '../../components/Amount.tsx'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { Select } from '../../components/fields/Select.tsx'
import { Switch } from '../../components/fields/Switch.tsx'
import { notify } from '../../components/notices.ts'
import { Pills } from '../../components/Pills.tsx'
import { useWords } from '../../i18n/index.ts'
import { useAct, useCall } from '../../queries/calls.ts'
import { navigate } from '../../window/navigation.ts'
import { words as paymentWords } from '../sell/payment/words.ts'
import { CreditLines } from './CreditLines.tsx'
import { type Choice, creditLines, extentOf } from './creditChoice.ts'
import { words } from './words.ts'

type Reason = (typeof creditReasons)[number]['code']

/** Goods that nobody can sell again: damaged, wasted, or never made. */
const lostGoods: ReadonlySet<Reason> = new Set<Reason>(['03', '04', '05'])

/** Ways to hand money back. A debt, a cheque or another way is given back as it was paid. */
const refundWays = ['cash', 'mobileMoney', 'card'] as const
type RefundWay = (typeof refundWays)[number] | 'asPaid'

/** Takes back a sale, or what is chosen of what is left of it, and says beforehand what that does. */
export function CreditDialog({
  receipt,
  onClose,
}: {
  receipt: OutputOf<'invoice.get'>
  onClose: () => void
}) {
  const t = useWords(words)
  const tPay = useWords(paymentWords)
  const [reason, setReason] = useState<Reason>('06')
  const [shelf, setShelf] = useState<boolean | null>(null)
  const returnStock = shelf ?? !lostGoods.has(reason)
  const [choice, setChoice] = useState<Choice>(new Map())
  const [requestId] = useState(() => crypto.randomUUID())
  const credit = useAct('invoice.credit')
  const { data: table } = useCall('reference.codes', { class: '32' })
  // The authority's own table says which reasons it takes; without one, those of its specification.
  const known = table?.codes.length
    ? table.codes.map(({ code }) => code)
    : ['01', '02', '03', '04', '05', '06']
  const { data: methods } = useCall('reference.codes', { class: '07' })
  const [refundBy, setRefundBy] = useState<RefundWay | null>(null)
  const lines = creditLines(receipt.items, choice)
  const extent = extentOf(lines)
  const missing = extent === 'nothing' || extent === 'faulty' ? extent : refundBy === null ? 'way' : null
  const isReady = missing === null
  const paid = [
    ...new Set(receipt.tenders.map(({ method }) => tPay(`method.${paymentMethod(method, methods?.codes)}`))),
  ].join(', ')
  const total = money(lines.reduce((sum, line) => sum + line.total, 0))

  function confirm() {
    if (missing || refundBy === null || credit.isPending) return
    const items = lines.flatMap(({ position, quantity }) => (quantity ? [{ position, quantity }] : []))
    credit.mutate(
      {
        id: receipt.id,
        reason,
        returnStock,
        items,
        requestId,
        ...(refundBy !== 'asPaid' && { refundBy: paymentCode(refundBy, methods?.codes) }),
      },
      {
        onSuccess: ({ invoiceId, number, total }) => {
          notify({ tone: 'ok', text: t('credit.done', { number, total: money(Math.abs(total)) }) })
          onClose()
          navigate('receipts', { invoice: String(invoiceId) })
        },
      },
    )
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
          <Button
            size={48}
            variant="danger"
            keyCap="F9"
            disabled={!isReady}
            pending={credit.isPending}
            onPress={confirm}
          >
            {missing ? t(`credit.confirmNot.${missing}`) : t('credit.confirm', { total })}
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
              ...refundWays.map((id) => ({ id, label: tPay(`method.${id}`) })),
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
