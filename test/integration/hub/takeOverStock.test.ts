/** Stock records after a take-over: what the lost hub had sent is not sent again, and the others are. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { movableClock } from '../../support/clock.ts'
import { type Shop, salePaths, stockPaths } from '../../support/shop.ts'
import { sameItem } from './branch.ts'
import {
  answers,
  expectTold,
  heard,
  lose,
  open,
  openBranch,
  settled,
  stockOf,
  takeOver,
  waitFor,
} from './takingOver.ts'

const find = (till: Shop, { id }: { id: number }, units: number) =>
  till.call('stock.adjust', { kind: 'found', lines: [{ itemId: id, quantity: units * 100 }] })
const sent = (till: Shop) =>
  waitFor(async () => expect((await till.call('hub.state')).link).toMatchObject({ waiting: 0 }))

test.each(['of goods that the till knows', 'of a new item', 'that a till of an earlier version heard of'])(
  'a stock record %s that was sent while its till was off is not sent again by the new hub',
  async (which) => {
    const isNew = which === 'of a new item'
    const isEarlier = which === 'that a till of an earlier version heard of'
    const { authority, first, second, third } = await openBranch('strict')
    await first.shop.goods({ name: 'Soap', stock: 100 })
    const [atSecond, atThird] = [await sameItem(second.shop, 'Soap'), await sameItem(third, 'Soap')]
    await settled(first.shop)
    await second.shop.sell(atSecond)
    await settled(second.shop)
    await authority.offline(true)
    if (isNew) await third.goods({ name: 'Tea', stock: 5 })
    else await find(third, atThird, 5)
    await sent(third)
    await third.close()
    await authority.offline(false)
    const stock = (soap: number) => (isNew ? [soap, 5] : [soap + 5])
    await waitFor(async () => expect(Object.values(await stockOf(authority))).toEqual(stock(99)))
    // The deputy hears of it, and the till of the record does not.
    await waitFor(() =>
      expect(
        second.shop.read<{ there: number }>(
          'select authority_on_hand / 100 as there from hub_level order by authority_code',
        ),
      ).toEqual(stock(99).map((there) => ({ there }))),
    )
    if (isEarlier) {
      await sql`update stock_level set contained = null`.execute(first.hub().db)
      first.hub().woken(0)
      const known = 'select 1 from hub_level where contained is not null'
      await waitFor(() => expect(second.shop.read(known)).toEqual([]))
    }
    await lose(first)
    const address = await takeOver(second)
    await third.open()
    await third.call('hub.setAddress', { address })
    await settled(second.shop, third)
    await second.shop.sell(atSecond)
    await settled(second.shop)
    await expectTold(authority, [first.shop, second.shop, third])
    expect(Object.values(await stockOf(authority))).toEqual(stock(98))
  },
)

test('a stock record that waits is sent after the take-over, although its till heard less of the goods than another', async () => {
  const { authority, first, second, third } = await openBranch('strict')
  await first.shop.goods({ name: 'Soap', stock: 100 })
  const [atSecond, atThird] = [await sameItem(second.shop, 'Soap'), await sameItem(third, 'Soap')]
  await settled(first.shop)
  await authority.offline(true)
  for (const units of [5, 7, 7]) await find(third, atThird, units)
  await sent(third)
  await third.close()
  // The authority goes away again once it has the first one.
  await authority.faults({ kind: 'slow', ms: 600, paths: stockPaths })
  await authority.offline(false)
  await waitFor(() =>
    expect(
      second.shop.read<{ there: number }>('select authority_on_hand / 100 as there from hub_level'),
    ).toEqual([{ there: 105 }]),
  )
  await authority.offline(true)
  await find(second.shop, atSecond, 3)
  await sent(second.shop)
  await lose(first)
  const address = await takeOver(second)
  await third.open()
  await third.call('hub.setAddress', { address })
  await answers(third, null)
  await authority.offline(false)
  await settled(second.shop, third)
  await expectTold(authority, [first.shop, second.shop, third])
  expect(Object.values(await stockOf(authority))).toEqual([100 + 5 + 7 + 7 + 3])
})

test.each([
  ['until it comes the record of another till waits', { waits: true, comes: true }],
  ['until it comes Kaunta takes over the stock of the authority', { waits: false, comes: true }],
  ['if it comes too late the record of another till counts as sent', { waits: true, comes: false }],
])('a till is off with a stock record that the lost hub had sent untold: %s', async (_, { waits, comes }) => {
  const { clock, wait } = movableClock()
  const { authority, first, second, third } = await openBranch('strict', { hubClock: clock })
  await first.shop.goods({ name: 'Soap', stock: 100 })
  const [atSecond, atThird] = [await sameItem(second.shop, 'Soap'), await sameItem(third, 'Soap')]
  await settled(first.shop)
  await heard(authority, second.shop, third)
  await authority.offline(true)
  await find(third, atThird, 5)
  await sent(third)
  await third.close()
  if (waits) {
    await find(second.shop, atSecond, 3)
    await sent(second.shop)
  }
  await authority.faults({ kind: 'timeoutAfter', paths: stockPaths, times: 1 })
  await authority.offline(false)
  await waitFor(async () => expect(Object.values(await stockOf(authority))).toEqual([105]))
  await lose(first)
  const asked = await authority.asked('saveStockMaster')
  const address = await takeOver(second)
  if (waits) {
    await waitFor(async () => expect(await authority.asked('saveStockMaster')).toBeGreaterThan(asked))
    expect(open(second.shop)).toMatchObject([[expect.any(String), 'stockRecord', 'queued']])
  } else {
    await second.shop.sell(atSecond)
    await settled(second.shop)
    await heard(authority, second.shop)
  }
  if (!comes) {
    // Longer than the signer waits for a till.
    wait(16 * 60_000)
    await settled(second.shop)
  }
  await third.open()
  await third.call('hub.setAddress', { address })
  await answers(third, null)
  await settled(second.shop, third)
  await expectTold(authority, [first.shop, second.shop, third], comes ? 0 : 1)
  const onHand = waits ? 100 + 5 + (comes ? 3 : 0) : 100 + 5 - 1
  expect(Object.values(await stockOf(authority))).toEqual([onHand])
})

test('the goods of a sale that the new hub sent are told, although the answer to the sale was lost', async () => {
  const { authority, first, second, third } = await openBranch('loose')
  await first.shop.goods({ name: 'Soap', stock: 100 })
  const atThird = await sameItem(third, 'Soap')
  await settled(first.shop)
  await heard(authority, second.shop, third)
  await authority.offline(true)
  await third.sell(atThird, 3)
  await sent(third)
  await lose(first)
  const address = await takeOver(second)
  await third.call('hub.setAddress', { address })
  await answers(third, null)
  await authority.faults({ kind: 'cutAfter', paths: salePaths, times: 1 })
  await authority.offline(false)
  await settled(second.shop, third)
  await expectTold(authority, [first.shop, second.shop, third])
  expect(Object.values(await stockOf(authority))).toEqual([97])
})

test('the goods of a sale that the lost hub had sent count as told, as the authority does not compare goods', async () => {
  const { authority, first, second, third } = await openBranch('loose')
  await first.shop.goods({ name: 'Soap', stock: 100 })
  const atThird = await sameItem(third, 'Soap')
  await settled(first.shop)
  await heard(authority, second.shop, third)
  await authority.offline(true)
  await third.sell(atThird, 3)
  await sent(third)
  await third.close()
  await authority.faults({ kind: 'drop', paths: stockPaths })
  await authority.offline(false)
  await waitFor(async () => expect((await authority.ledger()).sales).toHaveLength(1))
  await lose(first)
  await authority.faults()
  const address = await takeOver(second)
  await third.open()
  await third.call('hub.setAddress', { address })
  await settled(second.shop, third)
  await expectTold(authority, [first.shop, second.shop, third], 1)
})
