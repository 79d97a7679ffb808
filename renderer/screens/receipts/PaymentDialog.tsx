import { useState } from 'react'
import type { OutputOf } from '../../../core/contract/index.ts'
import { type CodeRow, type PaymentMethod, paymentCode, paymentMethod } from '../../../core/fiscal/codes.ts'
import { money } from '../../components/Amount.tsx'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { MoneyField } from '../../components/fields/NumberFields.tsx'
import { TextField } from '../../components/fields/TextField.tsx'
import { notify } from '../../components/notices.ts'
import { Pills } from '../../components/Pills.tsx'
import { common } from '../../i18n/common.ts'
import { useWords } from '../../i18n/index.ts'
import { useKeys } from '../../input/keys.ts'
import { useAct, useCall } from '../../queries/calls.ts'
import { words as paymentWords } from '../sell/payment/words.ts'
import { offeredMethods, takesReference, toReference } from '../sell/sale/tendering.ts'
import { words } from './words.ts'

/** `amount`, cents: of the last payment it is the rest of the total. */
interface Part {
  method: PaymentMethod
  amount: number | null
  reference: string
}

const mostParts = 4

/** Corrects how a sale was paid. Change was given in cash, so its payments are shown without it. */
export function PaymentDialog({
  receipt,
  onClose,
}: {
  receipt: OutputOf<'invoice.get'>
  onClose: () => void
}) {
  const { data: table } = useCall('reference.codes', { class: '07' })
  return table ? <PaymentForm receipt={receipt} table={table.codes} onClose={onClose} /> : null
}

interface PaymentFormProps {
  receipt: OutputOf<'invoice.get'>
  table: readonly CodeRow[]
  onClose: () => void
}

function PaymentForm({ receipt, table, onClose }: PaymentFormProps) {
  const t = useWords(words)
  const tPay = useWords(paymentWords)
  const tCommon = useWords(common)
  const { id, total, change, tenders } = receipt
  const act = useAct('invoice.changePayment')
  const [parts, setParts] = useState<Part[]>(() =>
    tenders.map(({ method, amount, reference }) => ({
      method: paymentMethod(method, table),
      amount: method === 'cash' ? amount - change : amount,
      reference: reference ?? '',
    })),
  )
  const others = parts.slice(0, -1).reduce((sum, { amount }) => sum + (amount ?? 0), 0)
  const rest = total - others
  const amountOf = (index: number) => (index === parts.length - 1 ? rest : (parts[index]?.amount ?? 0))
  const ready = parts.every((_, index) => amountOf(index) > 0)
  const hasBuyer = receipt.buyerPin !== null || receipt.buyerName !== null
  const methods = offeredMethods(table).filter((method) => method !== 'credit' || hasBuyer)

  function edit(index: number, part: Partial<Part>) {
    act.reset()
    setParts(parts.map((each, at) => (at === index ? { ...each, ...part } : each)))
  }
  function save(allowUsed = false) {
    if (!ready || act.isPending) return
    const asked = parts.map(({ method, reference }, index) => ({
      method: paymentCode(method, table),
      amount: amountOf(index),
      ...(takesReference(method) && reference.trim() !== '' && { reference: reference.trim() }),
      ...(allowUsed && method === 'mobileMoney' && { allowUsed: true as const }),
    }))
    act.mutate(
      { id, tenders: asked },
      {
        onSuccess: () => {
          notify({ tone: 'ok', text: t('payment.done', { number: receipt.number }) })
          onClose()
        },
      },
    )
  }
  const isUsed = act.error?.failure.reason === 'tender.codeUsed'
  return (
    <Dialog
      title={t('payment.title', { number: receipt.number, total: money(total) })}
      onClose={onClose}
      acts={
        <>
          <Button size={48} keyCap="Esc" onPress={onClose}>
            {t('credit.cancel')}
          </Button>
          <Button
            size={48}
            variant="primary"
            keyCap="F9"
            disabled={!ready}
            pending={act.isPending}
            onPress={() => save()}
          >
            {t('payment.save')}
          </Button>
        </>
      }
    >
      {parts.map(({ method, amount, reference }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: payments have no names, and only the last is removed
        <fieldset className="receipts-paid" key={index} aria-label={t('payment.part', { number: index + 1 })}>
          <Pills
            label={tPay('methods')}
            value={method}
            onChange={(chosen) => edit(index, { method: chosen, reference: '' })}
            pills={methods.map((id) => ({ id, label: tPay(`method.${id}`) }))}
          />
          <div className="receipts-pair">
            {index < parts.length - 1 ? (
              <MoneyField
                label={t('payment.amount')}
                value={amount}
                onChange={(amount) => edit(index, { amount })}
              />
            ) : (
              <TextField
                label={t('payment.amount')}
                before={tCommon('currency')}
                value={money(rest)}
                onChange={() => undefined}
                error={rest > 0 ? undefined : t('payment.tooMuch')}
                disabled
                number
              />
            )}
            {takesReference(method) && (
              <TextField
                label={tPay(`reference.${method as 'mobileMoney' | 'card' | 'cheque' | 'other'}`)}
                value={reference}
                onChange={(typed) => edit(index, { reference: toReference(method, typed) })}
                maxLength={40}
              />
            )}
          </div>
        </fieldset>
      ))}
      <div className="receipts-paid-acts">
        {parts.length < mostParts && (
          <Button
            icon="plus"
            onPress={() => {
              setParts([...parts.slice(0, -1), withAmount(parts.at(-1), null), nextPart])
            }}
          >
            {t('payment.add')}
          </Button>
        )}
        {parts.length > 1 && (
          <Button icon="minus" onPress={() => setParts(parts.slice(0, -1))}>
            {t('payment.remove')}
          </Button>
        )}
      </div>
      <SaveKey onSave={() => save()} />
      <p>{t('payment.text')}</p>
      <FailureNote
        error={act.error}
        acts={isUsed && <Button onPress={() => save(true)}>{tPay('used.allow')}</Button>}
      />
    </Dialog>
  )
}

/** Inside the dialogue, so that the key belongs to it. */
function SaveKey({ onSave }: { onSave: () => void }) {
  const t = useWords(words)
  useKeys([{ key: 'F9', label: t('payment.save'), run: onSave }])
  return null
}

const nextPart: Part = { method: 'cash', amount: null, reference: '' }
const withAmount = (part: Part | undefined, amount: number | null): Part => ({
  ...(part ?? nextPart),
  amount,
})
