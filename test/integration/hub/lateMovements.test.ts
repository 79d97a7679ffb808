/** What moved at a till before another one counted, which did not know it, is booked back once. */

import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { ownPrograms } from '../../support/postgres.ts'
import type { Shop } from '../../support/shop.ts'
import { hubAnswers, inTime, joinBranch, openBranch, sameItem } from './branch.ts'
import { cuttingProxy } from './openDoor.ts'

const stockIs = async (units: number, ...at: [Shop, number][]) => {
  for (const [shop, itemId] of at)
    await vi.waitFor(
      async () => expect((await shop.call('stock.levels', { itemId })).levels[0]?.onHand).toBe(units * 100),
      inTime,
    )
}
const count = (shop: Shop, itemId: number, units: number) =>
  shop.call('stock.adjust', { kind: 'count', lines: [{ itemId, quantity: units * 100 }], sure: true })
/** What Kaunta booked back. */
const backAt = (shop: Shop, itemId: number) =>
  shop.read<{ quantity: number; remark: string }>(
    `select quantity, remark from movement join stock_record on stock_record.id = stock_record_id
      where item_id = ${itemId} and author_name = 'Kaunta'`,
  )

test('a count and what other tills moved before it give the right stock, however late the hub hears of them', async () => {
  const branch = await openBranch(ownPrograms(), 1)
  const [one] = branch.tills as [Shop]
  const way = await cuttingProxy(branch.hub)
  const two = await joinBranch({ ...branch, hub: { ...branch.hub, address: way.address } })
  const goAway = async () => {
    way.away()
    await hubAnswers(two, 'unreachable')
  }
  const comeBack = async () => {
    way.answers = true
    await hubAnswers(two)
  }
  /** The hub has all facts, and each till looked at what it told. */
  const settled = async () => {
    for (const shop of [one, two, one])
      await vi.waitFor(async () => {
        expect((await shop.call('hub.state')).link?.waiting).toBe(0)
        expect(shop.read('select 1 from hub_count where pending = 1')).toEqual([])
      }, inTime)
  }
  /** Ten, which both tills know. */
  const tenOf = async (name: string) => {
    const here = await one.goods({ name, stock: 10 })
    const there = await sameItem(two, name)
    await stockIs(10, [two, there.id])
    // A count at the first till names what the hub told it of the second.
    const told = `select 1 from hub_level join item using (uid) where id = ${here.id}`
    await vi.waitFor(() => expect(one.read(told)).toHaveLength(1), inTime)
    return { here, there }
  }

  // A sale of before the count, which the hub gets later, is booked back and named.
  const soap = await tenOf('Soap')
  await goAway()
  const { number } = await two.sell(soap.there, 3)
  await count(one, soap.here.id, 7)
  await two.sell(soap.there, 1)
  await comeBack()
  await stockIs(6, [one, soap.here.id], [two, soap.there.id])
  const remark = expect.stringMatching(
    new RegExp(`^${number}: before the count at T1, \\d\\d/\\d\\d/\\d{4} \\d\\d:\\d\\d$`),
  )
  expect(backAt(two, soap.there.id)).toEqual([{ quantity: 3_00, remark }])
  // The same count is told again, also to a till that was started anew.
  await two.restart()
  await branch.hub.hub.db.updateTable('counted').set({ changed: sql`null` }).execute()
  await hubAnswers(two)
  await tenOf('Told later')
  await settled()
  await stockIs(6, [one, soap.here.id], [two, soap.there.id])

  // The count knew the first sale. The second one was after it, and before it was booked.
  const tea = await tenOf('Tea')
  await two.sell(tea.there, 2)
  await stockIs(8, [one, tea.here.id])
  const { id } = await one.call('count.start', {
    scope: 'list',
    itemIds: [tea.here.id],
    requestId: 'count-tea',
  })
  const entries = [{ uid: 'entry-tea', itemId: tea.here.id, quantity: 8_00 }]
  await one.call('count.enter', { id, entries })
  await goAway()
  await two.sell(tea.there, 3)
  await one.call('count.book', { id, missing: 'leave', sure: true, requestId: 'book-tea' })
  await comeBack()
  await settled()
  await stockIs(5, [one, tea.here.id], [two, tea.there.id])
  expect(backAt(two, tea.there.id)).toEqual([])

  // Of two counts that did not know each other the later one is right.
  const salt = await tenOf('Salt')
  await goAway()
  await count(two, salt.there.id, 7)
  await count(one, salt.here.id, 8)
  await comeBack()
  await settled()
  await stockIs(8, [one, salt.here.id], [two, salt.there.id])
  await goAway()
  await count(one, salt.here.id, 5)
  await count(two, salt.there.id, 6)
  await two.sell(salt.there, 1)
  await comeBack()
  await settled()
  await stockIs(5, [one, salt.here.id], [two, salt.there.id])
})
