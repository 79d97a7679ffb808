/** Tills of a branch show, warn and block by its stock. */

import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { ownPrograms } from '../../support/postgres.ts'
import type { Shop } from '../../support/shop.ts'
import { hubAnswers, inTime, joinBranch, openBranch, sameItem } from './branch.ts'
import { reopen } from './openDoor.ts'

const stockOf = async (shop: Shop, itemId: number) =>
  (await shop.call('stock.levels', { itemId })).levels[0]?.onHand
const becomes = (shop: Shop, itemId: number, onHand: number) =>
  vi.waitFor(async () => expect(await stockOf(shop, itemId)).toBe(onHand), inTime)

test('each till has the stock of the branch, and offline its own movements over what it heard last', async () => {
  const branch = await openBranch(ownPrograms(), 1)
  const [one] = branch.tills as [Shop]
  const soap = await one.goods({ name: 'Soap', stock: 10, lowStock: 5_00 })
  const two = await joinBranch(branch)
  const same = await sameItem(two, 'Soap')
  await becomes(two, same.id, 10_00)
  await two.sell(same, 3)
  await becomes(one, soap.id, 7_00)
  // Events of one kind in a row are told together, a moment later.
  await vi.waitFor(
    () => expect(one.events).toContainEqual({ type: 'stock.changed', appId: one.appId, itemIds: [soap.id] }),
    inTime,
  )

  // Warned and blocked by what the branch has.
  await one.sell(soap, 2)
  await becomes(two, same.id, 5_00)
  expect((await two.call('stock.levels', { filter: 'low' })).levels.map(({ name }) => name)).toEqual(['Soap'])
  expect((await two.call('item.getMany', { ids: [same.id] })).items[0]?.onHand).toBe(5_00)
  await two.call('settings.save', { blockBelowStock: true })
  const tooMany = {
    lines: [{ itemId: same.id, quantity: 6_00 }],
    tenders: [{ method: '01' as const, amount: 6 * same.price }],
  }
  const refused = await two.reply('sale.complete', { ...tooMany, requestId: 'too-many-1' })
  expect(refused).toMatchObject({ ok: false, error: { reason: 'sale.belowStock' } })
  // Each till has a device of its own here, so no signer knows what the authority has of the branch.
  expect((await two.call('stock.levels', { itemId: same.id })).levels[0]?.atAuthority).toBeNull()

  // A receipt of another till is not here, and the till says where it is.
  expect(await two.call('invoice.list', { text: 't1-1' })).toMatchObject({ invoices: [], elsewhere: true })
  expect(await two.call('invoice.list', { text: 'T2-1' })).toMatchObject({ invoices: [{}], elsewhere: false })
  expect(await two.call('invoice.list', { text: 'T9-1' })).toMatchObject({ invoices: [], elsewhere: false })

  // Two tills sell with their hub away; each knows its own sales, and says since when.
  await vi.waitFor(async () => expect((await one.call('settings.get')).blockBelowStock).toBe(true), inTime)
  const { port } = branch.hub.door
  await branch.hub.door.close()
  await hubAnswers(one, 'unreachable')
  await hubAnswers(two, 'unreachable')
  await one.sell(soap, 4)
  await two.sell(same, 4)
  expect(await stockOf(one, soap.id)).toBe(1_00)
  await two.restart()
  expect(await stockOf(two, same.id)).toBe(1_00)
  await hubAnswers(two, 'unreachable')
  expect(await two.reply('sale.complete', { ...tooMany, requestId: 'too-many-2' })).toMatchObject({
    error: {
      reason: 'sale.belowStockSince',
      params: { at: expect.stringMatching(/^\d\d\/\d\d\/\d{4} \d\d:\d\d$/) },
    },
  })
  branch.hub.door = await reopen(branch.hub, port)
  await becomes(one, soap.id, -3_00)
  await becomes(two, same.id, -3_00)

  // A count is against the branch's stock.
  await two.call('stock.adjust', { kind: 'count', lines: [{ itemId: same.id, quantity: 12_00 }], sure: true })
  await becomes(one, soap.id, 12_00)
})

test('a till that joins brings its stock, and a count names tills that were not heard of', async () => {
  const branch = await openBranch(ownPrograms(), 2)
  const [one, two] = branch.tills as [Shop, Shop]
  const tea = await one.goods({ name: 'Tea', stock: 4, barcode: '6161100000017' })
  const same = await sameItem(two, 'Tea')
  await becomes(two, same.id, 4_00)
  const count = await one.call('count.start', { scope: 'all', requestId: 'count-of-the-branch' })
  // The first till hears from the hub that the second one was heard of.
  await vi.waitFor(
    async () => expect((await one.call('count.get', { id: count.id })).unheard).toEqual([]),
    inTime,
  )
  await two.close()
  // The hub heard of it then.
  const seen = Date.now() - 600_000
  await branch.hub.hub.db
    .updateTable('origin')
    .set({ seen_at: seen, changed: sql`null` })
    .where('name', '=', 'T2')
    .execute()
  await vi.waitFor(
    async () =>
      expect((await one.call('count.get', { id: count.id })).unheard).toEqual([{ name: 'T2', since: seen }]),
    inTime,
  )
  expect(
    await one.call('count.enter', {
      id: count.id,
      entries: [{ uid: 'entry-of-tea', itemId: tea.id, quantity: 5_00 }],
    }),
  ).toMatchObject({
    items: [{ expected: 4_00, counted: 5_00 }],
  })
  expect(
    await one.call('count.book', { id: count.id, missing: 'leave', sure: true, requestId: 'book-it-now' }),
  ).toMatchObject({ movements: 1 })
  await two.open()
  await becomes(two, same.id, 5_00)
})
