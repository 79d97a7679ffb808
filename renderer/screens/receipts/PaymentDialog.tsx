import { useState } from 'react'
import type { OutputOf } from '../../../core/contract/index.ts'
import { type CodeRow, type PaymentMethod, paymentCode, paymentMethod } from '../../../core/fiscal/codes.ts'
import { isShipped, type ShopTender } from '../../../core/fiscal/shopTenders.ts'
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
import { useRight } from '../../window/useRight.ts'
import { useTenders } from '../sell/payment/useTenders.ts'
import { words as paymentWords } from '../sell/payment/words.ts'
import { referenceWord, restOf, toReference } from '../sell/sale/tendering.ts'
import { words } from './words.ts'

/** `amount`, cents: of the last payment it is the rest of the total. */
interface Part {
  method: PaymentMethod
  /** A tender of the shop. */
  tenderId: string | undefined
  amount: number | null
  reference: string
}

const mostParts = 4

/** Returns the id of a payment's tender: a shipped one has its method as id. */
const idOf = ({ method, tenderId }: { method: string; tenderId?: string | undefined }) => tenderId ?? method

/** Corrects how a sale was paid. Change was given in cash, so its payments are shown without it. */
export function PaymentDialog({
  receipt,
  onClose,
}: {
  receipt: OutputOf<'invoice.get'>
  onClose: () => void
}) {
  const { data: table } = useCall('reference.codes', { class: '07' })
  const { data: settings } = useCall('settings.get', {})
  return table && settings ? (
    <PaymentForm receipt={receipt} table={table.codes} roundCash={settings.roundCash} onClose={onClose} />
  ) : null
}

interface PaymentFormProps {
  receipt: OutputOf<'invoice.get'>
  table: readonly CodeRow[]
  roundCash: boolean
  onClose: () => void
}

function PaymentForm({ receipt, table, roundCash, onClose }: PaymentFormProps) {
  const t = useWords(words)
  const tPay = useWords(paymentWords)
  const tCommon = useWords(common)
  const { id, total, change, tenders } = receipt
  const act = useAct('invoice.changePayment')
  const right = useRight()
  const [parts, setParts] = useState<Part[]>(() =>
    tenders.map(({ method, tenderId, amount, reference }) => ({
      method: paymentMethod(method, table),
      tenderId,
      amount: method === 'cash' ? amount - change : amount,
      reference: reference ?? '',
    })),
  )
  const others = parts.slice(0, -1).map(({ method, amount }) => ({ method, amount: amount ?? 0 }))
  const rest = restOf(total, others, { method: parts.at(-1)?.method ?? 'cash', roundCash })
  const amountOf = (index: number) => (index === parts.length - 1 ? rest : (parts[index]?.amount ?? 0))
  const ready = parts.every((_, index) => amountOf(index) > 0)
  // To or from credit only a credit note leads.
  const hasCredit = tenders.some(({ method }) => method === 'credit')
  const { list, offered, nameOf, ruleOf } = useTenders()
  const wasPaid = (row: ShopTender) => tenders.some((each) => idOf(each) === row.id)
  const choices = list
    .filter((row) => offered.includes(row) || wasPaid(row))
    .filter(({ method }) => method !== 'credit' || hasCredit)

  function edit(index: number, part: Partial<Part>) {
    act.reset()
    setParts(parts.map((each, at) => (at === index ? { ...each, ...part } : each)))
  }
  function save(allowUsed = false) {
    if (!ready || act.isPending) return
    const asked = parts.map(({ method, tenderId, reference }, index) => ({
      method: paymentCode(method, table),
      ...(tenderId !== undefined && { tenderId }),
      amount: amountOf(index),
      ...(reference.trim() !== '' && { reference: reference.trim() }),
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
      {parts.map(({ amount, ...part }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: payments have no names, and only the last is removed
        <fieldset className="receipts-paid" key={index} aria-label={t('payment.part', { number: index + 1 })}>
          <Pills
            label={tPay('methods')}
            value={idOf(part)}
            onChange={(chosen) => {
              const row = choices.find(({ id }) => id === chosen)
              if (!row) return
              const tenderId = isShipped(row) ? undefined : row.id
              edit(index, { method: row.method, tenderId, reference: '' })
            }}
            pills={choices.map((row) => ({ id: row.id, label: nameOf(row) }))}
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
            {ruleOf(part) !== 'off' && (
              <TextField
                label={tPay(`reference.${referenceWord(part)}`)}
                value={part.reference}
                onChange={(typed) => edit(index, { reference: toReference(part, typed) })}
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
        acts={
          isUsed &&
          right('usedCode') !== 'no' && <Button onPress={() => save(true)}>{tPay('used.allow')}</Button>
        }
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

const nextPart: Part = { method: 'cash', tenderId: undefined, amount: null, reference: '' }
const withAmount = (part: Part | undefined, amount: number | null): Part => ({
  ...(part ?? nextPart),
  amount,
})
