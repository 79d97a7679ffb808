import type { ProfileEvent } from '../../../../core/contract/events.ts'
import type { SoldItem } from '../sale/cart.ts'
import type { SaleStore } from '../sale/saleStore.ts'

/**
 * Asks for the items of the sale that an event is about. One call is on its way at a time: what is heard meanwhile is asked
 * for after it, in one call, so that an older answer never takes a newer one's place.
 */
export function createRefresher(
  askFor: (ids: number[]) => Promise<readonly SoldItem[]>,
  store: SaleStore,
): (event: ProfileEvent) => void {
  /** Ids of items to ask for. */
  const wanted = new Set<number>()
  let asking = false
  const ask = (): void => {
    if (asking || wanted.size === 0) return
    asking = true
    const ids = [...wanted]
    wanted.clear()
    const done = (): void => {
      asking = false
      ask()
    }
    askFor(ids).then((items) => {
      store.act({ type: 'refreshItems', items })
      done()
      // The next event asks again; the core books what is true in any case.
    }, done)
  }
  return (event) => {
    if (event.type !== 'item.changed' && event.type !== 'stock.changed') return
    const { itemIds } = event
    for (const { item } of store.get().sale.lines) {
      if (!itemIds || itemIds.includes(item.id)) wanted.add(item.id)
    }
    ask()
  }
}
