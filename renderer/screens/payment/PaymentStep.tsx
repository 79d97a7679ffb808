import { useState } from 'react'
import type { PaymentMethod } from '../../../core/fiscal/codes.ts'
import { formatMoney, parseMoney } from '../../../core/fiscal/money.ts'
import { money } from '../../components/Amount.tsx'
import { Button } from '../../components/Button.tsx'
import { NumberPad } from '../../components/NumberPad.tsx'
import { padText } from '../../components/numberPad.ts'
import { useWords } from '../../i18n/index.ts'
import { useCall, useCaller } from '../../queries/calls.ts'
import { useKeys } from '../../shell/keys.ts'
import { printReceipt } from '../receipt/printReceipt.ts'
import { BuyerForm } from '../sell/BuyerForm.tsx'
import type { Sale, SaleTender } from '../sell/cart.ts'
import { EnterArea } from '../sell/EnterArea.tsx'
import { Entry } from '../sell/Entry.tsx'
import { LetterPad } from '../sell/LetterPad.tsx'
import { SellDialog } from '../sell/SellDialog.tsx'
import type { SaleStore } from '../sell/saleStore.ts'
import { words as sellWords } from '../sell/words.ts'
import { Due } from './Due.tsx'
import { MethodKeys, methodKeyCaps } from './MethodKeys.tsx'
import { NoteKeys } from './NoteKeys.tsx'
import { Owing } from './Owing.tsx'
import { PaymentProblem } from './PaymentProblem.tsx'
import { Reference } from './Reference.tsx'
import { type Draft, emptyDraft, leavesOwing, nextStep, offeredMethods, takesReference } from './tendering.ts'
import { usePayment } from './usePayment.ts'
import { words } from './words.ts'
import './payment.css'

interface PaymentStepProps {
  store: SaleStore
  sale: Sale
  /** Cents. */
  total: number
  /** What the core was asked to complete the sale with and has not answered yet. */
  asked: SaleTender[] | null
  onScan: (code: string) => void
}

/** Over the whole work area: what is due, how it is paid, and one button that says what it does next. */
export function PaymentStep({ store, sale, total, asked, onScan }: PaymentStepProps) {
  const t = useWords(words)
  const call = useCaller()
  const s = useWords(sellWords)
  const { data: codes } = useCall('reference.codes', { class: '07' })
  const { data: settings } = useCall('settings.get', {})
  const table = (codes?.codes ?? []).filter(({ active }) => active)
  const methods = offeredMethods(table)

  const [draft, setDraft] = useState(emptyDraft)
  const [text, setText] = useState('')
  const [writing, setWriting] = useState(false)
  const [naming, setNaming] = useState(false)
  const payment = usePayment(store, table, ({ invoiceId }) => {
    if (settings?.printAtOnce) void printReceipt(call, invoiceId)
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

  function change(to: Partial<Draft>, typed: string) {
    payment.forget()
    setDraft({ ...draft, ...to })
    setText(typed)
  }

  function choose(method: PaymentMethod) {
    setWriting(false)
    change({ method, reference: '' }, '')
  }

  function addNote(note: number) {
    const before = draft.method === 'cash' ? (amount ?? 0) : 0
    change({ method: 'cash' }, formatMoney(before + note).replace(/,|\.00$/g, ''))
  }

  function goOn() {
    if (payment.busy) return
    if (asked) return payment.complete(asked)
    if (wrong || next.kind === 'impossible') return
    if (nobodyOwes) return setNaming(true)
    if (next.kind === 'complete') return payment.complete(next.tenders)
    store.act({ type: 'tender', tender: next.tender })
    change(emptyDraft, '')
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
  const [act, then] = actWords()

  return (
    <div className="pay">
      <h1 className="visually-hidden">{t('title')}</h1>
      <PaymentProblem failed={payment.failed} unsure={unsure} />
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
              {takesReference(draft.method) ? (
                <Reference
                  method={draft.method}
                  value={draft.reference}
                  onChange={(reference) => change({ reference }, text)}
                  onWriting={setWriting}
                />
              ) : draft.method === 'credit' ? (
                <Owing buyer={sale.buyer} disabled={fixed} onBuyer={() => setNaming(true)} />
              ) : (
                <NoteKeys
                  exact={Math.max(0, remaining)}
                  notes={settings?.quickCash ?? []}
                  disabled={fixed}
                  onExact={() => change({}, '')}
                  onNote={addNote}
                />
              )}
              {!writing && <NumberPad disabled={fixed} onKey={(key) => change({}, padText(text, key))} />}
            </div>
            {writing && (
              <LetterPad text={draft.reference} onText={(reference) => change({ reference }, text)} />
            )}
          </div>
          <Button
            className="pay-act"
            variant="primary"
            size={72}
            wide
            keyCap="Enter"
            pending={payment.busy}
            disabled={!fixed && wrong !== null}
            onPress={goOn}
          >
            {act}
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
