import { useEffect, useMemo, useState } from 'react'
import type { InputOf } from '../../../core/contract/index.ts'
import { useLanguage } from '../../i18n/index.ts'
import { type Call, useCall, useCaller } from '../../queries/calls.ts'
import { changeDisplayLook, showCustomer } from '../../window/customerDisplay.ts'
import { useHere } from '../../window/session.ts'
import { displayView, poleView } from './sale/displayView.ts'
import type { PricedSale } from './sale/pricing.ts'
import type { SellState } from './sale/saleStore.ts'

/** Failures are not shown: the display must not disturb the sale. After a lock the core clears the pole itself. */
function showOnPole(call: Call, view: InputOf<'pole.show'>): void {
  call('pole.show', view).catch(() => {})
}

/** A finished receipt stays on the display for so long, or until the next act. */
const receiptMs = 120_000

/**
 * Shows the customer the sale of this screen. Another screen, a lock or a parked sale clears the display: this hook ends
 * then, or the sale is empty. A receipt that was there when the screen opened is an earlier customer's.
 */
export function useCustomerDisplay(state: SellState, priced: PricedSale): void {
  const { profile, training } = useHere()
  const language = useLanguage()
  const finished = state.step === 'done' && state.isFresh ? (state.done?.invoiceId ?? null) : null
  const [cleared, setCleared] = useState(finished)
  const { data: settings } = useCall('settings.get', {})
  const isAsked = finished !== null && finished !== cleared
  const { data: receipt } = useCall('receipt.preview', { invoiceId: finished ?? 0 }, { enabled: isAsked })

  const url = (isAsked && receipt?.url) || null
  const { environment } = profile
  const view = useMemo(
    () => displayView(state, priced, { environment, training, url, cleared }),
    [state, priced, environment, training, url, cleared],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: names of goods follow the language
  useEffect(() => showCustomer(view), [view, language])
  useEffect(() => () => showCustomer(null), [])

  const call = useCaller()
  const hasPole = settings?.pole != null
  const isPaying = state.step === 'paying'
  useEffect(() => {
    if (hasPole) showOnPole(call, poleView(view, isPaying))
  }, [call, hasPole, view, isPaying])
  useEffect(() => {
    if (hasPole) return () => showOnPole(call, { kind: 'idle' })
  }, [call, hasPole])

  useEffect(() => {
    if (finished === null) return
    const timer = setTimeout(() => setCleared(finished), receiptMs)
    return () => clearTimeout(timer)
  }, [finished])

  const shop = settings?.shop.tradeName
  useEffect(() => {
    if (shop !== undefined) changeDisplayLook({ shop, language })
  }, [shop, language])
}
