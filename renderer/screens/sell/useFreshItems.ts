import { useEffect } from 'react'
import { bridge } from '../../bridge/index.ts'
import { type Call, useCaller } from '../../queries/calls.ts'
import type { SaleStore } from './saleStore.ts'

/** Keeps price and stock of what is in the sale as they are now: what the screen asks for is what is booked. */
export function useFreshItems(store: SaleStore, appId: string): void {
  const call = useCaller()
  useEffect(
    () =>
      bridge.subscribe((event) => {
        const changed = event.type === 'item.changed' || event.type === 'stock.changed'
        if (changed && event.appId === appId) void refresh(call, store)
      }),
    [call, store, appId],
  )
}

async function refresh(call: Call, store: SaleStore): Promise<void> {
  const ids = [...new Set(store.get().sale.lines.map(({ item }) => item.id))]
  const answers = await Promise.allSettled(ids.map((id) => call('item.get', { id })))
  const items = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value.item] : []))
  if (items.length > 0) store.act({ type: 'refreshItems', items })
}
