/** Putting a sale aside and taking one back. */
import type { Call } from '../../../queries/calls.ts'
import { toCart } from '../sale/cart.ts'
import type { SaleStore } from '../sale/saleStore.ts'

/** Parks the present sale under a name, if it has one, and starts an empty one. Throws `CallFailed`; the sale is then still here. */
export async function park(call: Call, store: SaleStore, label = ''): Promise<void> {
  const { sale } = store.get()
  await call('sale.park', { cart: toCart(sale), requestId: sale.requestId, label })
  store.act({ type: 'start', requestId: crypto.randomUUID() })
}

/**
 * Takes a parked sale back; the present one, if it has lines, is parked in exchange. Resolves to the number of
 * lines that could not come back because their item is gone.
 */
export async function takeBack(call: Call, store: SaleStore, id: number): Promise<number> {
  if (store.get().sale.lines.length > 0) await park(call, store)
  const { cart, items } = await call('sale.resume', { id })
  store.act({ type: 'resume', cart, items, requestId: crypto.randomUUID() })
  return cart.lines.length - store.get().sale.lines.length
}
