import { useEffect, useRef, useState } from 'react'
import type { PricedCart } from '../../../../core/fiscal/cart.ts'
import { formatMoney, parseMoney } from '../../../../core/fiscal/money.ts'
import { isMpesa, isShipped, type ShopTender } from '../../../../core/fiscal/shopTenders.ts'
import { onCredit } from '../../../../core/fiscal/tender.ts'
import { money } from '../../../components/Amount.tsx'
import { Button } from '../../../components/Button.tsx'
import { NumberPad } from '../../../components/fields/NumberPad.tsx'
import { type PadKey, padText } from '../../../components/fields/numberPad.ts'
import { useWords } from '../../../i18n/index.ts'
import { useKeys } from '../../../input/keys.ts'
import { useScanner } from '../../../input/scannerInput.ts'
import { playSound } from '../../../input/sounds.ts'
import { useCall } from '../../../queries/calls.ts'
import { usePrinter } from '../../receipt/printReceipt.ts'
import { BuyerForm } from '../parts/BuyerForm.tsx'
import { EnterArea } from '../parts/EnterArea.tsx'
import { Entry } from '../parts/Entry.tsx'
import { LetterPad } from '../parts/LetterPad.tsx'
import { SellDialog } from '../parts/SellDialog.tsx'
import type { Sale, SaleTender } from '../sale/cart.ts'
import { isImplausibleCash, likelyCash } from '../sale/cash.ts'
import type { SaleStore } from '../sale/saleStore.ts'
import {
  codeWithScan,
  type Entered,
  isHalfCode,
  leavesOwing,
  nextStep,
  nothingEntered,
  restOf,
  toReference,
  withReturned,
} from '../sale/tendering.ts'
import { words as sellWords } from '../sale/words.ts'
import { actWords } from './actWords.ts'
import { DoubtAct } from './DoubtAct.tsx'
import { DueColumn } from './DueColumn.tsx'
import { keyCaps, MethodKeys } from './MethodKeys.tsx'
import { NoteKeys } from './NoteKeys.tsx'
import { Owing } from './Owing.tsx'
import { PaymentProblem } from './PaymentProblem.tsx'
import { Reference } from './Reference.tsx'
import { UsedNote, useUsed } from './UsedNote.tsx'
import { useGiveBack } from './useGiveBack.ts'
import { usePayment } from './usePayment.ts'
import { useTenders } from './useTenders.ts'
import { words } from './words.ts'
import './payment.css'

interface PaymentStepProps {
  store: SaleStore
  sale: Sale
  cart: PricedCart
  /** Nothing can be sold now; a note over the screen says why. */
  halted: boolean
  /** The payment with which the core was asked to complete the sale, until it answers. */
  asked: SaleTender[] | null
  /** The payment being entered. */
  entered: Entered
  onScan: (code: string) => void
}

const letters = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** How the sale is paid, and one button that says what it does next; the sale stays beside it. */
export function PaymentStep({ store, sale, cart, halted, asked, entered, onScan }: PaymentStepProps) {
  const t = useWords(words)
  const printer = usePrinter()
  const s = useWords(sellWords)
  const { data: settings } = useCall('settings.get', {})
  const { table, offered, nameOf, ruleOf } = useTenders()

  const { text, ...draft } = entered
  /** Counts what asks for the field of a way to pay: each time the field takes the focus. */
  const [choices, setChoices] = useState(0)
  const [isFaulty, setFaulty] = useState(false)
  const act = useRef<HTMLButtonElement>(null)
  const [writing, setWriting] = useState(false)
  const [naming, setNaming] = useState(false)
  /** The amount is asked about. */
  const [doubted, setDoubted] = useState(false)
  /** The next figure begins another amount. */
  const replaces = useRef(false)
  const payment = usePayment(store, table, (done) => {
    if (settings?.printAtOnce) printer.printSale(done, { atOnce: true })
  })

  const { total } = cart
  const amount = text === '' ? null : parseMoney(text)
  const unreadable = text !== '' && (amount === null || amount === 0)
  const unsure = asked !== null && !payment.busy
  const taken = unsure ? asked : sale.tenders
  const given = withReturned(taken, sale.returned, { total, table })
  const back = useGiveBack(store, sale, total)
  const roundCash = settings?.roundCash ?? false
  const next = nextStep(total, given, { ...draft, amount }, roundCash)
  const wrong = unreadable ? 'amountInvalid' : next.kind === 'impossible' ? next.reason : null
  const exact = total - given.reduce((sum, tender) => sum + tender.amount, 0)
  const remaining = restOf(total, given, { method: draft.method, roundCash })
  const fixed = payment.busy || asked !== null
  const nobodyOwes = sale.buyer?.customerId === undefined && leavesOwing([...taken, draft])
  const used = useUsed(entered, table)
  const isUsed = isMpesa(draft.method, draft.tenderId) && used !== null && !draft.allowUsed
  const isOverpaid = next.kind === 'impossible' && next.reason === 'overpaidWithoutCash'

  const hasField = ruleOf(draft) !== 'off'
  const isRequired = ruleOf(draft) === 'required'
  const focusesAct = !hasField || asked !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: each part of the payment is a step of its own.
  useEffect(() => {
    if (focusesAct) act.current?.focus()
  }, [focusesAct, taken.length, doubted])

  function change(to: Partial<Entered>) {
    payment.forget()
    setFaulty(false)
    setDoubted(false)
    replaces.current = false
    store.act({ type: 'enter', entered: { ...latest(), ...to } })
  }

  /** The latest input. Several keys can arrive before the next render of a busy screen. */
  function latest(): Entered {
    return store.get().entered
  }

  function choose(tender: ShopTender, reference = '') {
    setWriting(false)
    setChoices((before) => before + 1)
    const { id, method } = tender
    change({ ...nothingEntered, method, tenderId: isShipped(tender) ? undefined : id, reference })
  }

  /** A letter begins a code or belongs to it, never to an amount. */
  function typeOfCode(letter: string) {
    const before = latest()
    if (ruleOf(before) !== 'off') {
      setChoices((before) => before + 1)
      change({ reference: toReference(before, before.reference + letter), allowUsed: false })
      return
    }
    const mpesa = offered.find(({ id, reference }) => id === 'mobileMoney' && reference !== 'off')
    if (mpesa) choose(mpesa, toReference(mpesa, letter))
    else playSound('no')
  }

  function typeFigure(key: PadKey) {
    if (back) return playSound('no')
    const before = replaces.current && key !== 'back' ? '' : latest().text
    change({ text: padText(before, key) })
  }

  function take(received: number | null) {
    change({ text: received === null ? '' : formatMoney(received).replace(/,|\.00$/g, '') })
  }

  /** Change is given from cash only: less is taken in the other ways. */
  function lower() {
    if (remaining > 0) change({ text: '' })
    else store.act({ type: 'takeBackTender', index: taken.length - 1 })
  }

  function correct() {
    setDoubted(false)
    replaces.current = true
  }

  function goOn() {
    if (payment.busy) return
    if (asked) return payment.complete(asked)
    if (doubted) return correct()
    if (isOverpaid) return lower()
    if (wrong || next.kind === 'impossible' || halted) return playSound('no')
    const lacksReference = isRequired && remaining > 0 && draft.reference.trim() === ''
    if (isHalfCode(draft) || lacksReference) {
      setFaulty(true)
      setChoices((before) => before + 1)
      return playSound('no')
    }
    if (isUsed) return playSound('no')
    if (nobodyOwes) return setNaming(true)
    if (next.kind === 'complete') {
      if (remaining > 0 && isImplausibleCash(remaining, amount ?? 0)) {
        setDoubted(true)
        return playSound('no')
      }
      return payment.complete(next.tenders)
    }
    payment.forget()
    store.act({ type: 'tender', tender: next.tender })
  }

  function leave() {
    if (!fixed) store.act({ type: 'goTo', step: 'ringing' })
  }

  const ways = back?.ways ?? offered
  const pick = back?.choose ?? choose
  const keys = keyCaps(offered)
  useKeys([
    { key: 'Esc', label: t('back'), run: leave },
    ...ways.flatMap((tender) => {
      const key = keys.get(tender.id)
      const run = () => pick(tender)
      return key === undefined ? [] : [{ key, label: nameOf(tender), run, enabled: !fixed }]
    }),
    ...letters.map((key) => ({ key, run: typeOfCode, enabled: !fixed && !back })),
  ])

  useScanner((code) => {
    const reference = codeWithScan(latest().reference, code)
    if (reference === null) onScan(code)
    else change({ reference, allowUsed: false })
  }, isMpesa(draft.method, draft.tenderId) && !fixed)

  const method = nameOf(draft)
  const [actLabel, then] = actWords(t, nameOf, {
    busy: payment.busy,
    asked: asked !== null,
    next,
    remaining,
    taken,
    method,
    nobodyOwes,
    isUntouched: sale.tenders.length === 0 && text === '',
    back,
  })

  const isTyped = text !== '' && !unsure
  const settled = next.kind === 'impossible' ? null : next.settlement
  const soFar = {
    paid: total - exact,
    remaining: Math.max(0, remaining),
    change: Math.max(0, -remaining),
    rounding: remaining - exact,
  }

  return (
    <div className="sell-step">
      <h1 className="visually-hidden">{t('title')}</h1>
      <div className="pay">
        <EnterArea className="pay-with" label={t('complete')} onEnter={goOn}>
          <MethodKeys
            tenders={ways}
            chosen={back?.chosen ?? draft.tenderId ?? draft.method}
            disabled={fixed}
            onChoose={pick}
          />
          <div className="pay-how" data-writing={writing || undefined}>
            {hasField && (
              <Reference
                key={draft.tenderId ?? draft.method}
                isRequired={isRequired}
                choice={choices}
                entered={entered}
                isFaulty={isFaulty}
                disabled={fixed}
                onChange={change}
                onWriting={setWriting}
              />
            )}
            <Entry
              label={
                back
                  ? s('exchange.giveBack')
                  : draft.method === 'cash'
                    ? t('received')
                    : t('amount', { method })
              }
              text={text}
              instead={money(back?.amount ?? Math.max(0, remaining))}
              before="KSh"
              problem={wrong && t(`problem.${wrong}`, { method, most: money(Math.max(0, remaining)) })}
            />
            {draft.method === 'cash' && !back && (
              <NoteKeys
                exact={Math.max(0, remaining)}
                likely={likelyCash(remaining)}
                disabled={fixed}
                onAmount={take}
              />
            )}
            {draft.method === 'credit' && (
              <Owing
                buyer={sale.buyer}
                credit={onCredit(taken) + (unreadable ? 0 : (amount ?? Math.max(0, remaining)))}
              />
            )}
            {writing ? (
              <LetterPad
                text={draft.reference}
                onText={(typed) => change({ reference: toReference(draft, typed), allowUsed: false })}
              />
            ) : (
              <NumberPad disabled={fixed || back !== null} onKey={typeFigure} />
            )}
          </div>
          {doubted && next.kind === 'complete' ? (
            <DoubtAct
              received={amount ?? 0}
              change={next.settlement.change}
              onYes={() => payment.complete(next.tenders)}
              onCorrect={correct}
            />
          ) : (
            <Button
              className="pay-act"
              variant="primary"
              size={72}
              wide
              keyCap="Enter"
              pending={payment.busy}
              ref={act}
              disabled={!fixed && (unreadable || isUsed || halted)}
              onPress={goOn}
            >
              {actLabel}
              {then && <small>{then}</small>}
            </Button>
          )}
        </EnterArea>
      </div>
      <DueColumn
        sale={sale}
        cart={cart}
        taken={taken}
        entered={isTyped && settled && remaining > 0 ? { ...draft, amount: amount ?? 0 } : null}
        settlement={isTyped ? settled : soFar}
        givenBack={back}
        notes={
          <>
            <PaymentProblem failed={payment.failed} unsure={unsure} />
            {used && !fixed && (
              <UsedNote used={used} entered={entered} onAllow={() => change({ allowUsed: true })} />
            )}
          </>
        }
        fixed={fixed}
        onBack={leave}
        onBuyer={() => setNaming(true)}
        onTakeBack={(index) => store.act({ type: 'takeBackTender', index })}
      />
      {naming && (
        <SellDialog title={s('buyer.title')} onClose={() => setNaming(false)} onScan={onScan}>
          <BuyerForm
            buyer={sale.buyer}
            onSet={(buyer) => {
              store.act({ type: 'setBuyer', buyer })
              setNaming(false)
            }}
          />
        </SellDialog>
      )}
    </div>
  )
}
