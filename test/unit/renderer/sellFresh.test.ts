/** Items of a sale stay as they are now, with one call at a time. */
import { expect, it } from 'vitest'
import { createRefresher } from '../../../renderer/screens/sell/ringing/refresher.ts'
import type { SoldItem } from '../../../renderer/screens/sell/sale/cart.ts'
import { openSaleStore } from '../../../renderer/screens/sell/sale/saleStore.ts'

const appId = 'app-1'
const goods = (id: number): SoldItem => ({
  id,
  code: `KE2NTU000000${id}`,
  name: `Item ${id}`,
  price: 100 * id,
  taxType: 'B',
  type: '2',
  quantityUnit: 'U',
  onHand: 1000,
})
const storage = { getItem: () => null, setItem: () => undefined } as unknown as Storage

/** A sale of items 1 to 3, and a core that answers when the test lets it. */
const setUp = () => {
  const store = openSaleStore(appId, storage)
  for (const id of [1, 2, 3]) store.act({ type: 'add', item: goods(id) })
  const calls: { ids: number[]; answer(items: SoldItem[]): Promise<void>; fail(): Promise<void> }[] = []
  const ask = (ids: number[]) =>
    new Promise<SoldItem[]>((resolve, reject) => {
      const turn = () => new Promise<void>((done) => setImmediate(done))
      calls.push({
        ids,
        answer: (items) => {
          resolve(items)
          return turn()
        },
        fail: () => {
          reject(new Error('gone'))
          return turn()
        },
      })
    })
  return { store, calls, hear: createRefresher(ask, store) }
}

it('asks once for the items of the sale that an event names, and for no others', () => {
  const { calls, hear } = setUp()
  hear({ type: 'stock.changed', appId, itemIds: [7] })
  hear({ type: 'queue.changed', appId })
  expect(calls).toEqual([])
  hear({ type: 'stock.changed', appId, itemIds: [2, 7] })
  expect(calls.map(({ ids }) => ids)).toEqual([[2]])
})

it('has one call on its way, and asks in one more for all that it heard meanwhile', async () => {
  const { calls, hear, store } = setUp()
  for (let count = 0; count < 10; count += 1) hear({ type: 'stock.changed', appId, itemIds: [1] })
  hear({ type: 'item.changed', appId })
  expect(calls).toHaveLength(1)
  await calls[0]?.answer([{ ...goods(1), onHand: 900 }])
  expect(calls.map(({ ids }) => ids)).toEqual([[1], [1, 2, 3]])
  await calls[1]?.answer([{ ...goods(1), onHand: 800 }, goods(2), goods(3)])
  expect(calls).toHaveLength(2)
  expect(store.get().sale.lines[0]?.item.onHand).toBe(800)
})

it('leaves lines as they are whose item is, and the sale where none changed', async () => {
  const { calls, hear, store } = setUp()
  const before = store.get()
  hear({ type: 'item.changed', appId })
  await calls[0]?.answer([goods(1), goods(2), goods(3)])
  expect(store.get()).toBe(before)
  hear({ type: 'item.changed', appId })
  await calls[1]?.answer([goods(1), { ...goods(2), price: 250 }, goods(3)])
  const [first, second, third] = store.get().sale.lines
  expect([first, third]).toEqual([before.sale.lines[0], before.sale.lines[2]])
  expect(first).toBe(before.sale.lines[0])
  expect(third).toBe(before.sale.lines[2])
  expect(second?.item.price).toBe(250)
})

it('asks again after a call that failed', async () => {
  const { calls, hear } = setUp()
  hear({ type: 'item.changed', appId, itemIds: [1] })
  hear({ type: 'item.changed', appId, itemIds: [2] })
  await calls[0]?.fail()
  expect(calls.map(({ ids }) => ids)).toEqual([[1], [2]])
})
