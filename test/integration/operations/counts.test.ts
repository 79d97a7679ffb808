/** Counts of the stock: several people, sales in between, and differences that reach the authority once. */
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, test } from 'vitest'
import { createAuditCheck } from '../../../core/audit/verifyChain.ts'
import type { InputOf } from '../../../core/contract/index.ts'
import { readerOf } from '../../../db/engine/readOnly.ts'
import { expectEqualStock, openShop, type Shop } from '../../support/shop.ts'
import { openWindow } from '../../support/window.ts'

let uids = 0
const uid = (): string => `entry-${process.pid}-${++uids}`
const entry = (itemId: number, quantity: number, recount = false) => ({
  uid: uid(),
  itemId,
  quantity: quantity * 100,
  recount,
})

const start = (shop: Shop, input: Partial<InputOf<'count.start'>> = {}) =>
  shop.call('count.start', { scope: 'all', requestId: uid(), ...input } as InputOf<'count.start'>)
const book = (shop: Shop, id: number, more: Partial<InputOf<'count.book'>> = {}) =>
  shop.reply('count.book', { id, requestId: uid(), sure: true, ...more })

const onHand = (shop: Shop) =>
  shop.read<{ on_hand: number }>('select on_hand from item order by id').map(({ on_hand }) => on_hand / 100)

test('two people count while goods are sold; the manager books the difference once', async () => {
  const shop = await openShop()
  const bread = await shop.goods({ stock: 20 })
  const milk = await shop.goods({ name: 'Milk', stock: 10 })
  const soap = await shop.goods({ name: 'Bar soap', stock: 5 })
  await shop.call('user.save', { name: 'Otieno', role: 'cashier', pin: '6093' })
  const { people } = await shop.call('workspace.state')
  const otieno = people.find(({ name }) => name === 'Otieno')
  const cashier = openWindow(() => shop.host(), 'second window')
  await cashier('session.unlock', { userId: otieno!.id, pin: '6093' })

  const count = await start(shop)
  expect(count).toMatchObject({ number: 1, counted: 0, end: null })
  expect((await shop.call('count.get', { id: count.id })).count).toMatchObject({ missing: 3, differing: 0 })
  await shop.call('count.enter', { id: count.id, entries: [entry(bread.id, 8)] })
  // Two leave the shelf that the cashier has not counted yet.
  await shop.sell(bread, 2)
  const repeated = { id: count.id, entries: [entry(bread.id, 7), entry(milk.id, 10)] }
  await cashier('count.enter', repeated)
  const seen = await cashier('count.enter', repeated)
  // A cashier does not see what is expected.
  expect(seen).toMatchObject({
    ok: true,
    data: {
      items: [
        { counted: 1000, expected: null, value: null },
        { counted: 1500, expected: null },
      ],
    },
  })
  expect(await cashier('count.book', { id: count.id, requestId: uid() } as never)).toMatchObject({
    ok: false,
    error: { reason: 'session.notAllowed' },
  })
  // Sold after the last entry: not missing.
  await shop.sell(bread, 1)
  await shop.sell(milk, 1)

  const differing = await shop.call('count.get', { id: count.id, show: 'differing' })
  expect(differing.items).toMatchObject([{ counted: 1500, expected: 1800, value: -3 * bread.price }])
  expect(differing.items[0]?.causes).toContainEqual({ kind: 'moved', quantity: -200 })
  expect((await shop.call('count.get', { id: count.id, show: 'missing' })).items).toMatchObject([
    { itemId: soap.id, counted: null },
  ])

  await shop.close()
  await shop.open()
  const requestId = uid()
  const booked = await book(shop, count.id, { requestId })
  expect(booked).toMatchObject({ ok: true, data: { movements: 1, count: { end: { act: 'booked' } } } })
  expect(await book(shop, count.id, { requestId })).toMatchObject({ ok: true })
  expect(await book(shop, count.id)).toMatchObject({ ok: false, error: { reason: 'count.over' } })
  expect(onHand(shop)).toEqual([14, 9, 5])
  await expectEqualStock(shop)
  const { stockRecords } = await shop.authority.ledger()
  expect(stockRecords.at(-1)?.request).toMatchObject({ sarTyCd: '16', remark: 'Count 1' })

  const db = new Sqlite(join(shop.dataDir, 'apps', shop.appId, 'till.db'))
  expect(createAuditCheck({}).advance(readerOf(db), () => false)).toMatchObject({ broken: null })
  db.exec(
    `drop trigger stock_count_line_is_final; update stock_count_line set counted = counted + 1 where item_id = ${bread.id}`,
  )
  expect(createAuditCheck({}).advance(readerOf(db), () => false)).toMatchObject({
    broken: { kind: 'countBooked' },
  })
  db.close()
})

test('a large difference, a correction in between, and an empty count are not booked', async () => {
  const shop = await openShop()
  const soap = await shop.goods({ stock: 46 })
  const tea = await shop.goods({ name: 'Tea', stock: 4, price: 50_00 })
  const count = await start(shop)
  expect(await book(shop, count.id)).toMatchObject({ ok: false, error: { reason: 'count.empty' } })
  await shop.call('count.enter', { id: count.id, entries: [entry(soap.id, 2), entry(tea.id, 3)] })
  const large = await book(shop, count.id, { sure: false })
  expect(large).toMatchObject({
    ok: false,
    error: { reason: 'count.muchMissing', params: { quantity: '44', value: '5,104.00', others: 0 } },
  })
  // The owner has chosen other limits: the missing tea is asked about.
  await shop.call('settings.save', { largeDifference: 200_00, largeDifferenceShare: 20 })
  expect(await book(shop, count.id, { sure: false })).toMatchObject({ error: { params: { others: 1 } } })
  await shop.call('stock.adjust', { kind: 'found', lines: [{ itemId: tea.id, quantity: 100 }] })
  expect(await book(shop, count.id)).toMatchObject({
    ok: false,
    error: { reason: 'count.corrected', params: { name: 'Tea' } },
  })
  expect(onHand(shop)).toEqual([46, 5])
  // Counted anew: what was entered before does not count.
  await shop.call('count.enter', {
    id: count.id,
    entries: [entry(tea.id, 5, true), entry(soap.id, 46, true)],
  })
  expect(await book(shop, count.id)).toMatchObject({ ok: true, data: { movements: 0 } })
  expect(onHand(shop)).toEqual([46, 5])
})

test('goods that nobody counted stay, or count as none; a list counts only its goods', async () => {
  const shop = await openShop()
  const soap = await shop.goods({ stock: 6 })
  const tea = await shop.goods({ name: 'Tea', stock: 4 })
  const rice = await shop.goods({ name: 'Rice', stock: 3 })
  const list = await start(shop, { scope: 'list', itemIds: [soap.id, tea.id] } as never)
  await shop.call('count.enter', { id: list.id, entries: [entry(soap.id, 7), entry(soap.id, -1)] })
  const taken = await shop.reply('count.enter', { id: list.id, entries: [entry(soap.id, -7)] })
  expect(taken).toMatchObject({ ok: false, error: { reason: 'count.belowZero' } })
  const printed = (what: 'sheet' | 'differences', paper: 'A4' | '58mm' = 'A4') =>
    shop.call('count.print', { id: list.id, what, language: 'en', paper, target: 'window' })
  expect((await printed('sheet')).html).toMatch(/Tea(?!.*Rice).*__________ pc/s)
  expect((await printed('differences')).html).toContain('None: everything is as expected.')
  expect(await book(shop, list.id, { missing: 'zero' })).toMatchObject({ ok: true, data: { movements: 1 } })
  const { levels } = await shop.call('stock.levels', { filter: 'neverCounted' })
  expect(levels.map(({ itemId }) => itemId)).toEqual([rice.id])
  expect((await shop.call('count.get', { id: list.id })).items[0]?.causes).toEqual([{ kind: 'notCounted' }])
  expect(await printed('differences')).toMatchObject({
    copy: 0,
    html: expect.stringMatching(/Tea.*Expected 4, counted 0 pc.*-4.*not counted, booked as none.*-464.00/s),
  })
  expect(await printed('differences')).toMatchObject({ copy: 1, html: expect.stringContaining('COPY 1') })
  expect(onHand(shop)).toEqual([6, 0, 3])
  const shown = { scope: 'shown', levels: { filter: 'neverCounted' } } as never
  const never = await start(shop, shown)
  expect(never).toMatchObject({ scope: 'list' })
  expect((await shop.call('count.get', { id: never.id, show: 'missing' })).items).toMatchObject([
    { itemId: rice.id },
  ])
  await shop.call('count.drop', { id: never.id, requestId: uid() })
  const whole = await start(shop)
  await shop.call('count.enter', { id: whole.id, entries: [entry(rice.id, 3)] })
  expect(await book(shop, whole.id)).toMatchObject({ ok: true, data: { movements: 0 } })
  expect(onHand(shop)).toEqual([6, 0, 3])
  await expectEqualStock(shop)
})

test('a rolling count proposes what is worth the most, was not counted for longest, and sells', async () => {
  const shop = await openShop()
  const gold = await shop.goods({ name: 'Gold', stock: 1, price: 900_000_00 })
  const bread = await shop.goods({ name: 'Bread', stock: 50, price: 50_00 })
  const soap = await shop.goods({ name: 'Soap', stock: 80, price: 20_00 })
  await shop.sell(bread, 3)
  const first = await start(shop, { scope: 'rolling', most: 3 } as never)
  const { items } = await shop.call('count.get', { id: first.id, show: 'missing' })
  expect(Object.fromEntries(items.map(({ itemId, reason }) => [itemId, reason]))).toEqual({
    [gold.id]: 'value',
    [bread.id]: 'sold',
    [soap.id]: 'longAgo',
  })
  const dropped = { id: first.id, requestId: uid() }
  expect(await shop.call('count.drop', dropped)).toMatchObject({ end: { act: 'dropped' } })
  expect(await shop.call('count.drop', dropped)).toMatchObject({ end: { act: 'dropped' } })
  expect((await shop.call('count.list')).counts).toMatchObject([{ number: 1, end: { act: 'dropped' } }])
})
