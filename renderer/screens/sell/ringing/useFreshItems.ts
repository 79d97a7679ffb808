import { useEffect } from 'react'
import { bridge } from '../../../bridge/index.ts'
import { useCaller } from '../../../queries/calls.ts'
import type { SaleStore } from '../sale/saleStore.ts'
import { createRefresher } from './refresher.ts'

/** Keeps price and stock of what is in the sale as they are now: what the screen asks for is what is booked. */
export function useFreshItems(store: SaleStore, appId: string): void {
  const call = useCaller()
  useEffect(() => {
    const ask = async (ids: number[]) => (await call('item.getMany', { ids })).items
    const hear = createRefresher(ask, store)
    return bridge.subscribe(
      (event) => {
        if ('appId' in event && event.appId === appId) hear(event)
      },
      () => hear({ type: 'item.changed', appId }),
    )
  }, [call, store, appId])
}
