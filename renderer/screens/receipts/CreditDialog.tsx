import { useState } from 'react'
import type { OutputOf } from '../../../core/contract/index.ts'
import { creditReasons } from '../../../core/fiscal/codes.ts'
import { money } from '../../components/Amount.tsx'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { notify } from '../../components/notices.ts'
import { Select } from '../../components/Select.tsx'
import { Switch } from '../../components/Switch.tsx'
import { useWords } from '../../i18n/index.ts'
import { useAct, useCall } from '../../queries/calls.ts'
import { navigate } from '../../shell/navigation.ts'
import { CreditLines } from './CreditLines.tsx'
import { type Choice, creditLines, extentOf } from './creditChoice.ts'
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
  const lines = creditLines(receipt.items, choice)
  const extent = extentOf(lines)
  const isReady = extent !== 'nothing' && extent !== 'faulty'
  const total = money(lines.reduce((sum, line) => sum + line.total, 0))

  function confirm() {
    if (!isReady || credit.isPending) return
    const items = lines.flatMap(({ position, quantity }) => (quantity ? [{ position, quantity }] : []))
    credit.mutate(
      { id: receipt.id, reason, returnStock, items, requestId },
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
            {isReady ? t('credit.confirm', { total }) : t(`credit.confirmNot.${extent}`)}
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
