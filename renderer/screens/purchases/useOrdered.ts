import { useEffect } from 'react'
import { inBackground } from '../../bridge/background.ts'
import { useCaller } from '../../queries/calls.ts'
import { tellFailure } from '../../window/faults.ts'
import { entries } from './kept.ts'

/** Fills the entry of a delivery with what was ordered, at the last costs. It leaves an entry that was begun. */
export function useOrdered(orderId: number | null, key: string): void {
  const call = useCaller()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per order
  useEffect(() => {
    if (orderId !== null && entries.get(key).supplier === '') inBackground(fill(orderId).catch(tellFailure))
  }, [orderId, key])

  async function fill(id: number) {
    const { supplier, goods } = await call('order.get', { id })
    const { items } = await call('item.getMany', { ids: goods.flatMap(({ itemId }) => itemId ?? []) })
    const known = new Map(items.map((item) => [item.id, item]))
    entries.change(key, {
      supplier: supplier.name,
      pin: supplier.pin ?? '',
      lines: goods.flatMap(({ itemId, quantity, unitCost }) => {
        const item = known.get(itemId ?? 0)
        return item ? [{ item, quantity, cost: unitCost }] : []
      }),
    })
  }
}
