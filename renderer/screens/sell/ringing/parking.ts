/** Putting a sale aside and taking one back. */
import type { OutputOf } from '../../../../core/contract/index.ts'
import type { Call } from '../../../queries/calls.ts'
import { toCart } from '../sale/cart.ts'
import { windowName } from '../sale/saleDrafts.ts'
import type { SaleStore } from '../sale/saleStore.ts'

export type ParkedSale = OutputOf<'sale.parked'>['sales'][number]

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
export async function takeBack(
  call: Call,
  store: SaleStore,
  { id, uid }: Pick<ParkedSale, 'id' | 'uid'>,
  sure: boolean,
): Promise<number> {
  if (store.get().sale.lines.length > 0) await park(call, store)
  const requestId = crypto.randomUUID()
  const draft = { window: await windowName(), requestId }
  const of = id === null ? { uid: uid ?? undefined } : { id }
  const { cart, items } = await call('sale.resume', { ...of, sure, draft })
  store.act({ type: 'resume', cart, items, requestId })
  return cart.lines.length - store.get().sale.lines.length
}
