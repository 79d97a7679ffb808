/** What is to be ordered, and an order from the list to its delivery. */
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, test } from 'vitest'
import { createAuditCheck } from '../../../core/audit/verifyChain.ts'
import { suggestedQuantity } from '../../../core/shop/purchases/suggest.ts'
import { readerOf } from '../../../db/engine/readOnly.ts'
import { openShop, taxpayer } from '../../support/shop.ts'

test.each([
  // 2 a day, for 3 + 14 days and 7 spare ones, less what is there.
  { perDay: 200, onHand: 500, ordered: 0, lowStock: null, units: 100, quantity: 4_300 },
  // In cases of 24: one more is opened.
  { perDay: 200, onHand: 500, ordered: 0, lowStock: null, units: 2_400, quantity: 4_800 },
  // What is on its way counts as there.
  { perDay: 200, onHand: 500, ordered: 2_400, lowStock: null, units: 2_400, quantity: 2_400 },
  { perDay: 200, onHand: 500, ordered: 4_800, lowStock: null, units: 100, quantity: 0 },
  // An alert above the spare days holds.
  { perDay: 200, onHand: 0, ordered: 0, lowStock: 3_000, units: 100, quantity: 6_400 },
  // It does not sell, or more came back than was sold: only the alert counts.
  { perDay: 0, onHand: 200, ordered: 0, lowStock: 1_000, units: 100, quantity: 800 },
  { perDay: -50, onHand: 0, ordered: 0, lowStock: null, units: 100, quantity: 0 },
  // Below zero, and a rate without an end.
  { perDay: 0, onHand: -150, ordered: 0, lowStock: null, units: 100, quantity: 200 },
  { perDay: 1_000 / 30, onHand: 0, ordered: 0, lowStock: null, units: 100, quantity: 800 },
])('$perDay a day, $onHand there, $ordered ordered, alert $lowStock, case $units: $quantity', (row) => {
  const { quantity, ...shelf } = row
  expect(suggestedQuantity(shelf, { lead: 3, cover: 14, safety: 7 })).toBe(quantity)
})

const supplier = 'P051444444D'

test('what runs out is ordered from who delivered it, once, and ends with the delivery', async () => {
  const shop = await openShop()
  const item = (name: string, more = {}) => shop.goods({ name, code: name, stock: 0, ...more })
  const [soap, rice, salt, plenty] = [
    await item('Soap'),
    await item('Rice'),
    await item('Salt', { lowStock: 500 }),
    await item('Plenty', { stock: 100_000 }),
  ]
  const line = { code: 'SUP-1', class: '5313160900', name: 'Soap', taxType: 'B', price: 2400, quantity: 1 }
  await shop.authority.control('POST', 'supplier-invoices', {
    ...{ tin: taxpayer, supplier, number: 900, lines: [line] },
  })
  await shop.settled()
  await shop.call('delivery.fetch')
  const { invoices } = await shop.call('delivery.invoices', {})
  await shop.call('delivery.deliver', {
    requestId: 'delivery-1',
    invoiceId: invoices[0]!.id,
    lines: [{ itemId: soap.id, units: 2_400, received: 2_400 }],
  })
  const enter = (requestId: string, supplierName: string, itemId: number) =>
    shop.call('delivery.enter', {
      ...{ requestId, supplierName, kind: 'purchased' },
      lines: [{ itemId, quantity: 1_500, unitCost: 10_000 }],
    })
  await enter('delivery-2', 'Market', rice.id)
  await shop.sell(soap, 14)
  await shop.sell(rice, 14)
  await shop.sell(plenty, 14)

  const suggested = async () => (await shop.call('order.suggest', {})).suppliers
  const [first, ...others] = await suggested()
  // 2 a day: Rice lasts half a day, Soap 5 days. Salt is below its alert, and nobody has delivered it.
  expect(first).toMatchObject({
    supplier: { name: 'Market', pin: null },
    items: [{ name: 'Rice', onHand: 100, sold7: 1_400, suggested: 4_700, unitCost: 10_000 }],
  })
  expect(others).toMatchObject([
    { supplier: { pin: supplier }, items: [{ name: 'Soap', onHand: 1_000, units: 2_400, suggested: 4_800 }] },
    { supplier: null, items: [{ name: 'Salt', suggested: 500 }] },
  ])

  const input = {
    requestId: 'request-order-1',
    supplierName: first!.supplier!.name,
    lines: [
      { itemId: rice.id, quantity: 5_000 },
      { itemId: salt.id, quantity: 1_000 },
    ],
  }
  const order = await shop.call('order.make', input)
  expect(order).toMatchObject({ number: 1, state: 'open', lines: 2, total: 500_000 })
  expect((await shop.call('order.make', input)).id).toBe(order.id)
  expect(await shop.reply('order.make', { ...input, remark: 'x' })).toMatchObject({ error: { code: '004' } })
  const twice = [input.lines[0]!, input.lines[0]!]
  expect(
    await shop.reply('order.make', { ...input, requestId: 'request-twice', lines: twice }),
  ).toMatchObject({
    error: { reason: 'stock.twice', field: 'lines[1].itemId' },
  })
  const cased = await shop.call('order.make', {
    ...{ requestId: 'request-order-2', supplierName: 'Supplier', supplierPin: supplier },
    lines: [{ itemId: soap.id, quantity: 4_800 }],
  })
  expect(cased.goods).toMatchObject([{ supplierCode: 'SUP-1', units: 2_400 }])
  expect(await shop.call('order.list', { itemId: soap.id })).toMatchObject({ orders: [{ id: cased.id }] })
  const { movements } = await shop.call('stock.movements', { itemId: soap.id })
  expect(movements.map(({ type, document }) => [type, document?.kind])).toEqual([
    ['11', 'invoice'],
    ['02', 'delivery'],
  ])
  const { html } = await shop.call('order.print', { id: cased.id, language: 'en', target: 'window' })
  expect(html).toContain('48 pc (2 × 24)')
  expect(await suggested()).toEqual([])
  // What arrives after 30 days is ordered while it still lasts 29.
  await shop.call('order.setLeadDays', { supplier, leadDays: 30 })
  expect(await suggested()).toMatchObject([
    { key: supplier, leadDays: 30, items: [{ name: 'Soap', ordered: 4_800, suggested: 4_800 }] },
  ])
  await shop.call('order.setLeadDays', { supplier, leadDays: null })
  expect(await suggested()).toEqual([])
  const onOrder = async (itemId: number) => (await shop.call('stock.levels', { itemId })).levels[0]?.onOrder
  expect(await onOrder(rice.id)).toBe(5_000)

  const end = (requestId: string, id: number, act: 'received' | 'cancelled') =>
    shop.reply('order.end', { requestId, id, act })
  expect(await end('request-end-1', order.id, 'received')).toMatchObject({
    error: { reason: 'order.notArrived', field: 'act' },
  })
  const { number } = await enter('delivery-3', 'market', rice.id)
  expect(await shop.call('order.list', {})).toMatchObject({
    orders: [{ state: 'open' }, { state: 'arrived', delivery: { number } }],
  })
  for (let press = 0; press < 2; press += 1)
    expect(await end('request-end-2', order.id, 'received')).toMatchObject({ data: { state: 'received' } })
  expect(await end('request-end-3', order.id, 'cancelled')).toMatchObject({ error: { reason: 'order.over' } })
  expect(await end('request-end-4', cased.id, 'cancelled')).toMatchObject({ data: { state: 'cancelled' } })
  expect(await onOrder(rice.id)).toBe(0)
  expect((await shop.call('order.list', {})).orders).toEqual([])
  expect((await suggested()).map(({ items }) => items.map(({ name }) => name))).toEqual([
    ['Soap'],
    ['Rice'],
    ['Salt'],
  ])

  await shop.close()
  const db = new Sqlite(join(shop.dataDir, 'apps', shop.appId, 'till.db'))
  const broken = () => createAuditCheck().advance(readerOf(db), () => false)?.broken ?? null
  expect(broken()).toBeNull()
  expect(() => db.exec('update purchase_order_line set quantity = 1')).toThrow('never changes')
  db.exec("insert into repair (aside) values ('x'); update purchase_order_line set quantity = 1")
  expect(broken()).toMatchObject({ fault: 'cashChanged' })
  db.close()
})
