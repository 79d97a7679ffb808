import { useEffect, useRef, useState } from 'react'
import type { PaymentMethod } from '../../../../core/fiscal/codes.ts'
import { formatMoney, parseMoney } from '../../../../core/fiscal/money.ts'
import { money } from '../../../components/Amount.tsx'
import { Button } from '../../../components/Button.tsx'
import { NumberPad } from '../../../components/fields/NumberPad.tsx'
import { type PadKey, padText } from '../../../components/fields/numberPad.ts'
import { useWords } from '../../../i18n/index.ts'
import { useKeys } from '../../../input/keys.ts'
import { playSound } from '../../../input/sounds.ts'
import { useCall } from '../../../queries/calls.ts'
import { usePrinter } from '../../receipt/printReceipt.ts'
import { BuyerForm } from '../parts/BuyerForm.tsx'
import { EnterArea } from '../parts/EnterArea.tsx'
import { Entry } from '../parts/Entry.tsx'
import { LetterPad } from '../parts/LetterPad.tsx'
import { SellDialog } from '../parts/SellDialog.tsx'
import type { Sale, SaleTender } from '../sale/cart.ts'
import type { SaleStore } from '../sale/saleStore.ts'
import {
  type Entered,
  isHalfCode,
  leavesOwing,
  nextStep,
  nothingEntered,
  offeredMethods,
  takesReference,
  toReference,
} from '../sale/tendering.ts'
import { words as sellWords } from '../sale/words.ts'
import { Due } from './Due.tsx'
import { MethodKeys, methodKeyCaps } from './MethodKeys.tsx'
import { NoteKeys } from './NoteKeys.tsx'
import { Owing } from './Owing.tsx'
import { PaymentProblem } from './PaymentProblem.tsx'
import { Reference } from './Reference.tsx'
import { UsedNote, useUsed } from './UsedNote.tsx'
import { usePayment } from './usePayment.ts'
import { words } from './words.ts'
import './payment.css'

interface PaymentStepProps {
  store: SaleStore
  sale: Sale
  /** Cents. */
  total: number
  /** The payment with which the core was asked to complete the sale, until it answers. */
  asked: SaleTender[] | null
  /** The payment being entered. */
  entered: Entered
  onScan: (code: string) => void
}

const letters = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** Over the whole work area: what is due, how it is paid, and one button that says what it does next. */
export function PaymentStep({ store, sale, total, asked, entered, onScan }: PaymentStepProps) {
  const t = useWords(words)
  const printer = usePrinter()
  const s = useWords(sellWords)
  const { data: codes } = useCall('reference.codes', { class: '07' })
  const { data: settings } = useCall('settings.get', {})
  const table = (codes?.codes ?? []).filter(({ active }) => active)
  const methods = offeredMethods(table)

  const { text, ...draft } = entered
  /** Counts what asks for the field of a way to pay: each time the field takes the focus. */
  const [choices, setChoices] = useState(0)
  const [isFaulty, setFaulty] = useState(false)
  const act = useRef<HTMLButtonElement>(null)
  const [writing, setWriting] = useState(false)
  const [naming, setNaming] = useState(false)
  const payment = usePayment(store, table, ({ invoiceId }) => {
    if (settings?.printAtOnce) printer.print(invoiceId, { atOnce: true })
  })

  const amount = text === '' ? null : parseMoney(text)
  const unreadable = text !== '' && (amount === null || amount === 0)
  const unsure = asked !== null && !payment.busy
  const taken = unsure ? asked : sale.tenders
  const next = nextStep(total, taken, { ...draft, amount })
  const wrong = unreadable ? 'amountInvalid' : next.kind === 'impossible' ? next.reason : null
  const remaining = total - taken.reduce((sum, tender) => sum + tender.amount, 0)
  const fixed = payment.busy || asked !== null
  const nobodyOwes = !sale.buyer && leavesOwing([...taken, draft])
  const used = useUsed(entered, table)
  const isUsed = draft.method === 'mobileMoney' && used !== null && !draft.allowUsed

  const hasField = takesReference(draft.method)
  const focusesAct = !hasField || asked !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: each part of the payment is a step of its own.
  useEffect(() => {
    if (focusesAct) act.current?.focus()
  }, [focusesAct, taken.length])

  function change(to: Partial<Entered>) {
    payment.forget()
    setFaulty(false)
    store.act({ type: 'enter', entered: { ...latest(), ...to } })
  }

  /** The latest input. Several keys can arrive before the next render of a busy screen. */
  function latest(): Entered {
    return store.get().entered
  }

  function choose(method: PaymentMethod, reference = '') {
    setWriting(false)
    setChoices((before) => before + 1)
    change({ ...nothingEntered, method, reference })
  }

  /** A letter begins a code or belongs to it, never to an amount. */
  function typeOfCode(letter: string) {
    const { method, reference } = latest()
    if (takesReference(method)) {
      setChoices((before) => before + 1)
      change({ reference: toReference(method, reference + letter), allowUsed: false })
      return
    }
    if (methods.includes('mobileMoney')) choose('mobileMoney', toReference('mobileMoney', letter))
    else playSound('no')
  }

  function typeFigure(key: PadKey) {
    change({ text: padText(latest().text, key) })
  }

  function addNote(note: number) {
    const before = draft.method === 'cash' ? (amount ?? 0) : 0
    change({ method: 'cash', text: formatMoney(before + note).replace(/,|\.00$/g, '') })
  }

  function goOn() {
    if (payment.busy) return
    if (asked) return payment.complete(asked)
    if (wrong || next.kind === 'impossible') return
    if (isHalfCode(draft) || isUsed) {
      setFaulty(isHalfCode(draft))
      return playSound('no')
    }
    if (nobodyOwes) return setNaming(true)
    if (next.kind === 'complete') return payment.complete(next.tenders)
    payment.forget()
    store.act({ type: 'tender', tender: next.tender })
  }

  function back() {
    if (!fixed) store.act({ type: 'goTo', step: 'ringing' })
  }

  useKeys([
    { key: 'Esc', label: t('back'), run: back },
    ...methods.map((method, index) => ({
      key: methodKeyCaps[index] ?? '',
      label: t(`method.${method}`),
      run: () => choose(method),
      enabled: !fixed,
    })),
    ...letters.map((key) => ({ key, run: typeOfCode, enabled: !fixed })),
  ])

  const method = t(`method.${draft.method}`)
  function actWords(): [act: string, then?: string] {
    if (payment.busy) return [t('completing')]
    if (asked) return [t('failed.again')]
    if (nobodyOwes) return [t('owing.name')]
    if (next.kind === 'add') {
      return [
        t('add', { amount: money(next.tender.amount), method }),
        t('addRest', { remaining: money(next.settlement.remaining) }),
      ]
    }
    const given = next.kind === 'complete' ? next.settlement.change : 0
    if (given > 0) return [t('complete'), t('completeChange', { change: money(given) })]
    return sale.tenders.length === 0 && text === ''
      ? [t('complete'), t('completeExact', { method })]
      : [t('complete')]
  }
  const [actLabel, then] = actWords()

  return (
    <div className="pay">
      <h1 className="visually-hidden">{t('title')}</h1>
      <PaymentProblem failed={payment.failed} unsure={unsure} />
      {used && !fixed && (
        <UsedNote used={used} entered={entered} onAllow={() => change({ allowUsed: true })} />
      )}
      <EnterArea className="pay-step" label={t('complete')} onEnter={goOn}>
        <Due
          total={total}
          sale={{ ...sale, tenders: taken }}
          change={next.kind === 'complete' ? next.settlement.change : 0}
          fixed={fixed}
          onBack={back}
          onTakeBack={(index) => store.act({ type: 'takeBackTender', index })}
        />
        <section className="pay-with" aria-label={t('methods')}>
          <div className="pay-how" data-writing={writing || undefined}>
            <MethodKeys methods={methods} chosen={draft.method} disabled={fixed} onChoose={choose} />
            <Entry
              label={t('amount', { method })}
              text={text}
              instead={money(Math.max(0, remaining))}
              before="KSh"
              problem={wrong && t(`problem.${wrong}`)}
            />
            <div className="pay-figures">
              {hasField ? (
                <Reference
                  key={draft.method}
                  choice={choices}
                  entered={entered}
                  isFaulty={isFaulty}
                  disabled={fixed}
                  onChange={change}
                  onWriting={setWriting}
                />
              ) : draft.method === 'credit' ? (
                <Owing buyer={sale.buyer} disabled={fixed} onBuyer={() => setNaming(true)} />
              ) : (
                <NoteKeys
                  exact={Math.max(0, remaining)}
                  notes={settings?.quickCash ?? []}
                  disabled={fixed}
                  onExact={() => change({ text: '' })}
                  onNote={addNote}
                />
              )}
              {!writing && <NumberPad disabled={fixed} onKey={typeFigure} />}
            </div>
            {writing && (
              <LetterPad
                text={draft.reference}
                onText={(typed) => change({ reference: toReference(draft.method, typed), allowUsed: false })}
              />
            )}
          </div>
          <Button
            className="pay-act"
            variant="primary"
            size={72}
            wide
            keyCap="Enter"
            pending={payment.busy}
            ref={act}
            disabled={!fixed && (wrong !== null || isUsed)}
            onPress={goOn}
          >
            {actLabel}
            {then && <small>{then}</small>}
          </Button>
        </section>
      </EnterArea>
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
