import { useState } from 'react'
import type { OutputOf } from '../../../core/contract/index.ts'
import { paymentCode } from '../../../core/fiscal/codes.ts'
import { formatMoney, parseMoney } from '../../../core/fiscal/money.ts'
import { isShipped } from '../../../core/fiscal/shopTenders.ts'
import { money } from '../../components/Amount.tsx'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { NumberPad } from '../../components/fields/NumberPad.tsx'
import { padText } from '../../components/fields/numberPad.ts'
import { TextField } from '../../components/fields/TextField.tsx'
import { notify } from '../../components/notices.ts'
import { Pills } from '../../components/Pills.tsx'
import { language, useWords } from '../../i18n/index.ts'
import { onEnter } from '../../input/onEnter.ts'
import { useAct, useCaller } from '../../queries/calls.ts'
import { tellFailure } from '../../window/faults.ts'
import { useRight } from '../../window/useRight.ts'
import { usePaper } from '../receipt/usePaper.ts'
import { type Chosen, useTenders } from '../sell/payment/useTenders.ts'
import { words as paymentWords } from '../sell/payment/words.ts'
import { referenceWord, toReference } from '../sell/sale/tendering.ts'
import { SalesChoice } from './SalesChoice.tsx'
import { SaveKey } from './SaveKey.tsx'
import { words } from './words.ts'

/** A payment on account: the whole debt at first, against the oldest sales and those of other tills, or chosen ones. */
export function PayDialog({ account, onClose }: { account: OutputOf<'account.get'>; onClose: () => void }) {
  const t = useWords(words)
  const tPay = useWords(paymentWords)
  const { customer, open } = account
  const owed = account.owed + account.elsewhere
  const [text, setText] = useState(() => formatMoney(owed))
  const [isFresh, setFresh] = useState(true)
  const [way, setWay] = useState<Chosen>({ method: 'cash' })
  const [reference, setReference] = useState('')
  const [note, setNote] = useState('')
  const [debts, setDebts] = useState<'oldest' | 'chosen'>('oldest')
  const [chosen, setChosen] = useState<Set<number>>(new Set())
  const [asked, setAsked] = useState(false)
  const [requestId] = useState(() => crypto.randomUUID())
  const { table, offered, nameOf, ruleOf } = useTenders()
  const act = useAct('account.pay')
  const call = useCaller()
  const right = useRight()
  const show = usePaper()
  const tenders = offered.filter(({ method }) => method !== 'credit')
  const sales = open.filter((sale) => sale.owed > 0)
  const ofChosen = sales.reduce((sum, sale) => (chosen.has(sale.id) ? sum + sale.owed : sum), 0)
  const most = debts === 'chosen' ? Math.min(owed, ofChosen) : owed
  const amount = parseMoney(text)
  const isWrong = amount === null || amount <= 0 || amount > most
  const choosesNothing = debts === 'chosen' && chosen.size === 0

  function change(next: string) {
    act.reset()
    setFresh(false)
    setText(next)
  }
  function choose(next: Set<number>) {
    setChosen(next)
    change(formatMoney(sales.reduce((sum, sale) => (next.has(sale.id) ? sum + sale.owed : sum), 0)))
  }
  function save(allowUsed = false) {
    setAsked(true)
    if (isWrong || choosesNothing || act.isPending) return
    act.mutate(
      {
        customerId: customer.id,
        method: paymentCode(way.method, table),
        ...(way.tenderId !== undefined && { tenderId: way.tenderId }),
        amount,
        ...(reference.trim() !== '' && { reference: reference.trim() }),
        ...(allowUsed && { allowUsed: true as const }),
        ...(note.trim() !== '' && { note: note.trim() }),
        ...(debts === 'chosen' && { sales: [...chosen] }),
        requestId,
      },
      {
        onSuccess: ({ id }) => {
          onClose()
          notify({
            tone: 'ok',
            text: t('payment.done', { name: customer.name, amount: money(amount) }),
            acts: [
              {
                label: t('printSlip'),
                // The dialog is gone by then, and with it the callbacks of a mutation.
                run: () => {
                  call('account.printPayment', { id, language: language() }).then(show).catch(tellFailure)
                },
              },
            ],
          })
        },
      },
    )
  }
  return (
    <Dialog
      title={t('payment.title', { name: customer.name })}
      size="large"
      onClose={onClose}
      acts={
        <Button variant="primary" size={48} keyCap="F9" pending={act.isPending} onPress={() => save()}>
          {t('payment.save')}
        </Button>
      }
    >
      <SaveKey label={t('payment.save')} run={() => save()} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Enter in a field */}
      <div className="customers-pay" onKeyDown={onEnter(() => save())}>
        <div className="customers-fields">
          <FailureNote
            error={act.error}
            acts={
              act.error?.failure.reason === 'tender.codeUsed' &&
              right('usedCode') !== 'no' && <Button onPress={() => save(true)}>{tPay('used.allow')}</Button>
            }
          />
          <TextField
            label={t('payment.amount')}
            hint={t('payment.owed', { owed: money(owed) })}
            before="KSh"
            value={text}
            onChange={change}
            error={
              asked && isWrong && !choosesNothing ? t('payment.wrong', { most: money(most) }) : undefined
            }
            inputMode="decimal"
            number
            autoFocus
          />
          <Pills
            label={t('payment.method')}
            value={way.tenderId ?? way.method}
            onChange={(next) => {
              const tender = tenders.find(({ id }) => id === next)
              if (!tender) return
              act.reset()
              setWay({ method: tender.method, tenderId: isShipped(tender) ? undefined : tender.id })
              setReference('')
            }}
            pills={tenders.map((tender) => ({ id: tender.id, label: nameOf(tender) }))}
          />
          {ruleOf(way) !== 'off' && (
            <TextField
              label={tPay(`reference.${referenceWord(way)}`)}
              value={reference}
              onChange={(typed) => setReference(toReference(way, typed))}
              maxLength={40}
            />
          )}
          {sales.length > 1 && (
            <Pills
              label={t('payment.for')}
              value={debts}
              onChange={(next) => {
                setDebts(next)
                setAsked(false)
                if (next === 'oldest') change(formatMoney(owed))
                else choose(chosen)
              }}
              pills={(['oldest', 'chosen'] as const).map((id) => ({ id, label: t(`payment.${id}`) }))}
            />
          )}
          {debts === 'chosen' && (
            <>
              <SalesChoice label={t('payment.chosen')} sales={sales} chosen={chosen} onChange={choose} />
              {asked && choosesNothing && (
                <p className="field-error" role="alert">
                  {t('payment.chooseSome')}
                </p>
              )}
            </>
          )}
          <TextField
            label={t('payment.note')}
            hint={t('payment.optional')}
            value={note}
            onChange={setNote}
            maxLength={200}
          />
        </div>
        <NumberPad onKey={(key) => change(padText(isFresh && key !== 'back' ? '' : text, key))} />
      </div>
    </Dialog>
  )
}
