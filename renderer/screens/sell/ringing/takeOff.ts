/** Taking goods off the open sale: at once, or after the core has let the person do it. */
import { useCallback, useEffect, useRef } from 'react'
import type { Act, Right } from '../../../../core/contract/acts.ts'
import { inBackground } from '../../../bridge/background.ts'
import { linkState, onLinkState } from '../../../bridge/link.ts'
import { type Call, CallFailed, useCaller } from '../../../queries/calls.ts'
import { tellFailure } from '../../../window/faults.ts'
import { useRight } from '../../../window/useRight.ts'
import { changeSale, type Sale, type SaleAction, takenOf } from '../sale/cart.ts'
import { inTurn, windowName } from '../sale/saleDrafts.ts'
import { draftOf, type SaleStore } from '../sale/saleStore.ts'

export type TakingOff = Extract<SaleAction, { type: 'void' | 'voidAll' | 'setQuantity' }>

/** Returns the goods (hundredths) that an act takes off; none where it corrects what was added last. */
export function goodsOff(sale: Sale, next: Sale, action: SaleAction): { itemId: number; quantity: number }[] {
  const left = takenOf(next.lines)
  const goods = [...takenOf(sale.lines)].flatMap(([itemId, taken]) => {
    const quantity = taken - (left.get(itemId) ?? 0)
    return quantity > 0 ? [{ itemId, quantity }] : []
  })
  const isLast = action.type === 'setQuantity' && action.key === sale.added?.key
  const corrects = isLast && goods.every(({ quantity }) => quantity <= (sale.added?.quantity ?? 0))
  return corrects ? [] : goods
}

/** Resolves when Kaunta answers again. */
const linkIsUp = (): Promise<void> =>
  new Promise((resolve) => {
    const look = () => {
      if (linkState() !== 'up') return
      stop()
      resolve()
    }
    const stop = onLinkState(look)
    look()
  })

/** Repeats a call until it has an answer: the core knows an act that it is asked for again by its id. */
async function answered(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof CallFailed) || error.failure.reason !== 'host.gone') throw error
    await linkIsUp()
    return answered(work)
  }
}

/** Sales from which goods are being taken off: a second press does nothing. */
const busy = new WeakSet<SaleStore>()

/** Takes goods off. Where the table of acts asks for approval, the line stays until somebody approves. */
export async function takeOff(
  call: Call,
  store: SaleStore,
  right: (act: Act) => Right,
  action: TakingOff,
): Promise<void> {
  const { sale } = store.get()
  const next = changeSale(sale, action)
  const goods = goodsOff(sale, next, action)
  const isWhole = next.lines.length === 0
  if (goods.length === 0 || right(isWhole ? 'voidSale' : 'voidLine') === 'allowed') return store.act(action)
  if (busy.has(store)) return
  busy.add(store)
  try {
    const draft = isWhole ? null : draftOf({ ...store.get(), sale: next })
    const { requestId } = sale
    const window = await windowName()
    const before = draftOf(store.get())
    const voided = { window, requestId, voidId: crypto.randomUUID(), goods, draft }
    // After what is being kept already: an older state that arrives later would bring the goods back.
    await inTurn(store, async () => {
      // The core compares with the sale as it was kept last. A quantity changed since would look like missing goods.
      await answered(() => call('sale.keepDraft', { window, draft: before }))
      await answered(() => call('sale.void', voided))
    })
    // Another sale may be open here by now.
    if (store.get().sale.requestId !== requestId) return
    // It is written down, so it cannot be undone.
    if (isWhole) store.act({ type: 'start', requestId: crypto.randomUUID() })
    else {
      store.act(action)
      store.act({ type: 'forgetVoided' })
    }
  } catch (error) {
    // Somebody closed the dialog: the line is still here.
    const isDeclined = error instanceof CallFailed && error.failure.reason === 'act.needsApproval'
    if (!isDeclined) tellFailure(error)
  } finally {
    busy.delete(store)
  }
}

/** Stable, so that typing does not draw the sale anew. */
export function useTakeOff(store: SaleStore): (action: TakingOff) => void {
  const call = useCaller()
  const right = useRight()
  const latest = useRef(right)
  useEffect(() => {
    latest.current = right
  })
  return useCallback((action) => inBackground(takeOff(call, store, latest.current, action)), [call, store])
}
