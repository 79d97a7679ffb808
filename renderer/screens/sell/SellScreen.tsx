import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useWords } from '../../i18n/index.ts'
import { useCall, useCaller } from '../../queries/calls.ts'
import { navigate } from '../../window/navigation.ts'
import { useHere } from '../../window/session.ts'
import { useRight } from '../../window/useRight.ts'
import { PaymentStep } from './payment/PaymentStep.tsx'
import type { Checked } from './ringing/PriceCheck.tsx'
import { problemOf } from './ringing/problemOf.ts'
import { RingingStep } from './ringing/RingingStep.tsx'
import { readSearch } from './ringing/searchText.ts'
import { UnknownScan } from './ringing/UnknownScan.tsx'
import { useFreshItems } from './ringing/useFreshItems.ts'
import { useScans } from './ringing/useScans.ts'
import { priceSale } from './sale/pricing.ts'
import { keepSale, takeUpSale } from './sale/saleDrafts.ts'
import { inTraining, saleStore } from './sale/saleStore.ts'
import { useTaxRates } from './sale/useTaxRates.ts'
import { words } from './sale/words.ts'
import { useCustomerDisplay } from './useCustomerDisplay.ts'
import './sell.css'

/** The counter: a sale is rung up, paid, and handed over as a receipt. */
export function SellScreen() {
  const t = useWords(words)
  const { profile, training } = useHere()
  const right = useRight()
  const store = saleStore(training ? inTraining(profile.id) : profile.id)
  const state = useSyncExternalStore(store.subscribe, store.get)
  const { step, sale, asked, done, entered } = state
  const { data: settings } = useCall('settings.get', {})
  const { data: status } = useCall('status.get', {})
  const { data: shift } = useCall('shift.state', {})
  const needsShift = settings?.shiftRequired === true && shift?.open === null && !training
  const halted = status !== undefined && status.disk.word !== 'ok' && status.disk.word !== 'low'
  const rates = useTaxRates()
  const priced = useMemo(() => priceSale(sale, rates), [sale, rates])
  useFreshItems(store, profile.id)
  useCustomerDisplay(state, priced)
  const call = useCaller()
  useEffect(() => {
    // Without it the window begins with an empty sale, and the one left behind waits for the next.
    takeUpSale(call, store).catch(() => {})
    return keepSale(call, store)
  }, [call, store])

  const [text, setText] = useState('')
  const typed = useRef(text)
  typed.current = text
  const takeTimes = useCallback(() => {
    const { quantity } = readSearch(typed.current)
    if (quantity !== null) setText('')
    return quantity
  }, [])
  /** undefined: no price is being checked. */
  const [checked, setChecked] = useState<Checked>()
  const { unknown, dismiss, awaitItem, scan } = useScans(
    store,
    takeTimes,
    checked === undefined ? null : setChecked,
  )

  // A changed price can make a sale impossible to pay. The screen then returns to the lines, where it can be corrected.
  const payable = priced.ok && sale.lines.length > 0
  const shown = (step === 'paying' && !payable) || (step === 'done' && !done) ? 'ringing' : step

  const { blockBelowStock = false, cashierDiscount = 100 } = settings ?? {}
  const percent = right('discountAbove') === 'no' ? cashierDiscount : 100
  const isStockBound = blockBelowStock && right('belowStock') === 'no'
  const problem = problemOf(sale, priced, { blockBelowStock: isStockBound, discount: percent })
  return (
    <div className="sell">
      {unknown?.requestId === sale.requestId && (
        <UnknownScan
          code={unknown.code}
          onDismiss={dismiss}
          onCreate={() => {
            awaitItem(unknown)
            navigate('items', { create: unknown.code })
          }}
        />
      )}
      {shown !== 'paying' && (
        <RingingStep
          store={store}
          sale={sale}
          priced={priced}
          rates={rates}
          blockBelowStock={blockBelowStock}
          done={shown === 'done' ? done : null}
          halted={halted}
          needsShift={needsShift}
          problem={problem && t(problem, { percent })}
          text={text}
          onText={setText}
          checked={checked}
          onCheck={setChecked}
          onScan={scan}
        />
      )}
      {shown === 'paying' && priced.ok && (
        <PaymentStep
          store={store}
          sale={sale}
          cart={priced.cart}
          halted={halted}
          asked={asked}
          entered={entered}
          onScan={scan}
        />
      )}
    </div>
  )
}
