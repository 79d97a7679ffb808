/** Imports lists as the window does: some rows at a time, and undoes them page by page. */
import { expect, vi } from 'vitest'
import { itemsAtOnce } from '../../../core/contract/bounds.ts'
import type { InputOf, OutputOf } from '../../../core/contract/index.ts'
import { ourStock, unequalStock } from '../../support/equalStock.ts'
import { openShop, type Shop } from '../../support/shop.ts'

export type Rows = InputOf<'item.importRows'>['rows']
type Outcomes = OutputOf<'item.importRows'>['outcomes']

/** `until`: a person cancels after so many rows. */
export const bring = async (
  shop: Pick<Shop, 'call'>,
  rows: Rows,
  { requestId, until = rows.length }: { requestId: string; until?: number },
): Promise<Outcomes> => {
  const outcomes: Outcomes = []
  for (let from = 0; from < until; from += itemsAtOnce) {
    const reply = await shop.call('item.importRows', {
      rows: rows.slice(from, Math.min(from + itemsAtOnce, until)),
      itemClass: '5313160900',
      check: false,
      part: { requestId, from, total: rows.length, fileName: 'goods.csv' },
    })
    outcomes.push(...reply.outcomes)
  }
  return outcomes
}

export const undo = async (shop: Pick<Shop, 'call'>, id: number): Promise<OutputOf<'item.importUndo'>> => {
  for (;;) {
    const page = await shop.call('item.importUndo', { id, requestId: `undo-import-${id}`, check: false })
    if (page.next === null) return page
  }
}

/**
 * Rows of new services; so many, spread over the list, have no price. Each twentieth row is of goods on the shelf: every
 * one of them needs a stock record.
 */
const bigList = (rows: number, broken: number): Rows =>
  Array.from({ length: rows }, (_, index) => ({
    code: `S-${index}`,
    name: `Service ${index}`,
    taxType: 'B',
    ...(index % 20 === 3 ? { type: '2', opening: 1_25 + index } : { type: '3' }),
    ...(index % (rows / broken) === 7 ? {} : { price: 10_00 + index }),
  }))

const open = "select id from submission where state in ('queued', 'sending', 'unknown') limit 1"

/** The items are as the rows say, also their stock. The authority accepted each of them, and has the same stock. */
const expectItemsAsListed = async (shop: Shop, rows: Rows, timeout: number): Promise<void> => {
  // `settled` reads each row whenever it looks, and with thousands of them the queue gets no turn.
  await vi.waitFor(() => expect(shop.read(open)).toEqual([]), { timeout, interval: 100 })
  const good = rows.filter(({ price }) => price !== undefined)
  const ours = shop.read('select code, name, price, registration, on_hand as opening from item order by id')
  expect(ours).toEqual(
    good.map(({ code, name, price, opening = 0 }) => ({
      ...{ code, name, price, registration: 'registered', opening },
    })),
  )
  const { items, stock } = await shop.authority.ledger()
  expect(unequalStock(shop.read(ourStock), stock)).toEqual([])
  expect(items.map(({ request }) => [request['itemNm'], request['dftPrc']]).toSorted()).toEqual(
    good.map(({ name, price = 0 }) => [name, price / 100]).toSorted(),
  )
}

/** Brings the first half of a big list, then all of it. Its good rows become items once, here and at the authority. */
export const expectCancelledAndDoneAgain = async (rows: number, broken: number): Promise<void> => {
  const shop = await openShop()
  const list = bigList(rows, broken)
  const some = await bring(shop, list, { requestId: 'first-half', until: rows / 2 })
  expect(some).toHaveLength(rows / 2)
  const again = await bring(shop, list, { requestId: 'all-of-it' })
  const count = (outcome: string) => again.filter((each) => each.outcome === outcome).length
  const half = (rows - broken) / 2
  expect({ failed: count('failed'), same: count('same'), made: count('made') }).toEqual({
    ...{ failed: broken, same: half, made: half },
  })
  await expectItemsAsListed(shop, list, 60_000 + rows * 30)
  const [second, first] = (await shop.call('item.imports')).imports
  expect([first, second]).toMatchObject([
    { done: rows / 2, total: rows, made: half },
    { done: rows, total: rows, made: half, same: half },
  ])
}
