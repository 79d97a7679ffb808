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
import { words } from './words.ts'

type Reason = (typeof creditReasons)[number]['code']

/** Goods that nobody can sell again: damaged, wasted, or never made. */
const lostGoods: ReadonlySet<Reason> = new Set<Reason>(['03', '04', '05'])

/** Takes back a sale, or what is left of it, and says beforehand what that does. */
export function CreditDialog({
  receipt,
  onClose,
}: {
  receipt: OutputOf<'invoice.get'>
  onClose: () => void
}) {
  const t = useWords(words)
  const [reason, setReason] = useState<Reason>('06')
  const [chosen, setChosen] = useState<boolean | null>(null)
  const returnStock = chosen ?? !lostGoods.has(reason)
  const credit = useAct('invoice.credit')
  const { data: table } = useCall('reference.codes', { class: '32' })
  // The authority's own table says which reasons it takes; without one, those of its specification.
  const known = table?.codes.length
    ? table.codes.map(({ code }) => code)
    : ['01', '02', '03', '04', '05', '06']
  const total = money(receipt.total - receipt.credited)

  const confirm = () =>
    credit.mutate(
      { id: receipt.id, reason, returnStock },
      {
        onSuccess: ({ invoiceId, number, total }) => {
          notify({ tone: 'ok', text: t('credit.done', { number, total: money(Math.abs(total)) }) })
          onClose()
          navigate('receipts', { invoice: String(invoiceId) })
        },
      },
    )
  return (
    <Dialog
      title={t('credit.title', { number: receipt.number })}
      onClose={onClose}
      acts={
        <>
          <Button size={48} keyCap="Esc" onPress={onClose}>
            {t('credit.cancel')}
          </Button>
          <Button size={48} variant="danger" pending={credit.isPending} onPress={confirm}>
            {t('credit.confirm', { total })}
          </Button>
        </>
      }
    >
      <p>{t(receipt.credited > 0 ? 'credit.textRest' : 'credit.text', { total })}</p>
      <p>{t(receipt.state === 'signed' ? 'credit.textSigned' : 'credit.textWaiting')}</p>
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
        onChange={setChosen}
      />
      <FailureNote error={credit.error} />
    </Dialog>
  )
}
