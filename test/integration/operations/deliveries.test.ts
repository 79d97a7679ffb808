/** Deliveries against suppliers' invoices, in both dialects: the authority's ledger equals ours to the hundredth. */

import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { createAuditCheck } from '../../../core/audit/verifyChain.ts'
import type { InputOf, OutputOf } from '../../../core/contract/index.ts'
import { readerOf } from '../../../db/engine/readOnly.ts'
import {
  expectEqualStock,
  openShop,
  type Shop,
  type ShopOptions,
  stockPaths,
  taxpayer,
} from '../../support/shop.ts'
import { confirm, purchaseFailing, purchasePaths, purchasesOf, recordsOf } from '../queue/stuck.ts'

const supplier = 'P051444444D'
const letters = ['B', 'A', 'E'] as const
/** Prices whose cost per piece has no end, a case of 24 first. */
const lineOf = (index: number) => ({
  code: `SUP-${index}`,
  class: '5059690800',
  name: `Supplied ${index}`,
  taxType: letters[index % 3] ?? 'B',
  price: 100 + index * 1.37,
  quantity: index === 0 ? 3 : 10 + index,
})

const addInvoice = (shop: Shop, number: number, lines: object[], more = {}) =>
  shop.authority.control('POST', 'supplier-invoices', { tin: taxpayer, supplier, number, lines, ...more })

const file = (shop: Shop) => new Sqlite(join(shop.dataDir, 'apps', shop.appId, 'till.db'))

type Invoice = OutputOf<'delivery.invoice'>
const invoiceNumbered = async (shop: Shop, number: string): Promise<Invoice> => {
  const { invoices } = await shop.call('delivery.invoices', { filter: 'all' })
  return shop.call('delivery.invoice', { id: invoices.find((each) => each.number === number)!.id })
}

/** A shop with an invoice of so many lines, whose goods are items under the supplier's codes. */
const suppliedShop = async (count: number, options: ShopOptions = {}) => {
  const shop = await openShop(options)
  const lines = Array.from({ length: count }, (_, index) => lineOf(index))
  for (const { code, name, taxType } of lines)
    await shop.call('item.save', { code, name, taxType, price: 50_000, itemClass: '5059690800' })
  await addInvoice(shop, 900, lines)
  await shop.settled()
  await shop.call('delivery.fetch')
  return { shop, invoice: await invoiceNumbered(shop, '900') }
}

let requests = 0
const order = (
  { invoice, lines }: Invoice,
  change: (index: number) => Partial<InputOf<'delivery.deliver'>['lines'][number]> = () => ({}),
): InputOf<'delivery.deliver'> => {
  requests += 1
  return {
    requestId: `delivery-${requests}`,
    invoiceId: invoice.id,
    lines: lines.map(({ item, units, quantity }, index) => {
      const changed = { itemId: item?.id ?? 1, units, ...change(index) }
      return { received: (quantity * changed.units) / 100, ...changed }
    }),
  }
}

describe.each(['legacy', 'gateway'] as const)('%s', (dialect) => {
  test('40 lines with three differences, one of them a case of 24', async () => {
    const { shop, invoice } = await suppliedShop(40, { dialect })
    expect(invoice.lines.map(({ item }) => item?.code)).toEqual(
      invoice.lines.map((line) => line.supplierCode),
    )
    // 70 of 3 cases of 24; 5 too few; one more than invoiced.
    const received: Record<number, object> = {
      0: { units: 2400, received: 7000 },
      7: { received: 1200 },
      9: { received: 2000 },
    }
    const input = order(invoice, (index) => received[index] ?? {})
    const delivered = await shop.call('delivery.deliver', input)
    expect(delivered).toMatchObject({ number: 1, invoiceNumber: '900', lines: 40, differences: 3 })
    expect(delivered.goods[0]).toMatchObject({ invoiced: 300, units: 2400, expected: 7200, received: 7000 })
    // 100 shillings for 24.
    expect(delivered.goods[0]).toMatchObject({ unitCost: 417, total: 29_167 })
    const again = await shop.call('delivery.deliver', input)
    expect(again.id).toBe(delivered.id)
    expect(await shop.reply('delivery.deliver', { ...input, remark: 'x' })).toMatchObject({ ok: false })
    expect(await shop.reply('delivery.deliver', order(invoice))).toMatchObject({
      error: { code: '004', field: 'invoiceId' },
    })
    await expectEqualStock(shop)
    const [confirmation] = purchasesOf(shop)
    const [goods] = recordsOf(shop)
    expect(confirmation).toMatchObject({ state: 'accepted' })
    expect(goods?.settled_at).toBeGreaterThanOrEqual(confirmation?.settled_at ?? 0)
    const { purchases, stockRecords } = await shop.authority.control<{
      purchases: { request: { itemList: object[] } }[]
      stockRecords: { request: Record<string, unknown> }[]
    }>('GET', 'ledger')
    // The authority gets the invoice as it is, and only the goods that came.
    expect(purchases[0]?.request.itemList.length).toBeGreaterThanOrEqual(40)
    expect(stockRecords[0]?.request).toMatchObject({ sarTyCd: '02', custTin: supplier })
    // The case is remembered.
    await addInvoice(shop, 901, [lineOf(0)])
    await shop.call('delivery.fetch')
    expect((await invoiceNumbered(shop, '901')).lines[0]).toMatchObject({ units: 2400 })
    expect(await shop.call('delivery.list', { differing: true })).toMatchObject({
      deliveries: [{ number: 1, differences: 3 }],
    })
  })
})

test('the till is killed between confirmation and stock-in: nothing is lost and nothing is sent twice', async () => {
  const { shop, invoice } = await suppliedShop(3)
  await shop.authority.faults(
    { kind: 'cutAfter', paths: purchasePaths, times: 1 },
    { kind: 'drop', paths: stockPaths },
  )
  await shop.call('delivery.deliver', order(invoice))
  expect(shop.read('select on_hand from item where on_hand > 0')).toHaveLength(3)
  await expect.poll(() => purchasesOf(shop)[0]?.state, { timeout: 5_000 }).toBe('accepted')
  await shop.close()
  expect(recordsOf(shop)).not.toMatchObject([{ state: 'accepted' }])
  await shop.authority.faults()
  await shop.open()
  await expectEqualStock(shop)
  const { purchases, stockRecords } = await shop.authority.control<Record<string, object[]>>('GET', 'ledger')
  expect([purchases?.length, stockRecords?.length]).toEqual([1, 1])
})

test('the authority rejects the confirmation: the goods are told, and a manager solves the rest', async () => {
  const { shop, invoice } = await suppliedShop(2)
  await shop.authority.faults({ ...purchaseFailing, code: '910', text: 'No' })
  const { id } = await shop.call('delivery.deliver', order(invoice))
  await expectEqualStock(shop)
  expect(await shop.call('delivery.get', { id })).toMatchObject({
    confirmation: 'refused',
    stock: 'accepted',
  })
  await shop.authority.faults()
  const [row] = purchasesOf(shop)
  await shop.call('queue.resend', { id: row!.id })
  await expectEqualStock(shop)
  expect(await shop.call('delivery.get', { id })).toMatchObject({ confirmation: 'confirmed' })
})

test('other software confirmed the invoice before: the goods wait for nothing', async () => {
  const { shop, invoice } = await suppliedShop(1)
  await confirm(shop, supplier, '900', invoice.invoice.total! / 100)
  expect(purchasesOf(shop)).toMatchObject([{ state: 'accepted' }])
  const { id } = await shop.call('delivery.deliver', order(invoice))
  await expectEqualStock(shop)
  expect(await shop.call('delivery.get', { id })).toMatchObject({ stock: 'accepted' })
  expect(purchasesOf(shop)).toHaveLength(1)
})

test('costs: the last, and the average over what is on hand; stock below zero counts as none', async () => {
  const { shop, invoice } = await suppliedShop(1)
  const itemId = invoice.lines[0]!.item!.id
  const costs = () => shop.read('select last_cost, average_cost, on_hand from item')
  const enter = (quantity: number, unitCost: number) => {
    requests += 1
    return shop.call('delivery.enter', {
      requestId: `delivery-${requests}`,
      kind: 'purchased',
      supplierName: 'Market',
      lines: [{ itemId, quantity, unitCost }],
    })
  }
  await shop.sell({ id: itemId, price: 50_000 }, 2)
  await enter(1000, 10_000)
  expect(costs()).toEqual([{ last_cost: 10_000, average_cost: 10_000, on_hand: 800 }])
  const { belowCost } = await enter(400, 70_000)
  expect(costs()).toEqual([{ last_cost: 70_000, average_cost: 30_000, on_hand: 1200 }])
  expect(belowCost).toEqual([{ itemId, name: 'Supplied 0', price: 50_000, cost: 70_000 }])
  requests += 1
  const twice = { itemId, quantity: 100, unitCost: 30_000 }
  await shop.call('delivery.enter', {
    requestId: `delivery-${requests}`,
    kind: 'imported',
    supplierName: 'Guangzhou',
    lines: [twice, twice],
  })
  expect(costs()).toEqual([{ last_cost: 30_000, average_cost: 30_000, on_hand: 1400 }])
  const { item } = await shop.call('item.get', { id: itemId })
  await shop.call('item.save', { ...item, price: 80_000 })
  const first = await shop.call('item.history', { id: itemId, limit: 3 })
  const second = await shop.call('item.history', { id: itemId, limit: 3, cursor: first.nextCursor })
  const changes = [...first.changes, ...second.changes]
  expect(second.nextCursor).toBeUndefined()
  expect(changes.map(({ price, cost }) => price ?? cost?.unit)).toEqual([
    [50_000, 80_000],
    30_000,
    30_000,
    70_000,
    10_000,
  ])
  expect(changes[4]).toMatchObject({ by: 'Wanjiru', cost: { received: 1000, supplierName: 'Market' } })
  await expectEqualStock(shop)
})

test('an invoice is refused with a reason, and taken up again; a credit note cannot be delivered', async () => {
  const { shop, invoice } = await suppliedShop(2)
  await addInvoice(shop, 902, [lineOf(0)], { credit: true })
  await shop.call('delivery.fetch')
  const invoiceId = invoice.invoice.id
  await shop.call('delivery.refuse', { invoiceId, reason: 'Not ours' })
  const open = async () =>
    (await shop.call('delivery.invoices', {})).invoices.filter(({ id }) => id === invoiceId).length
  expect(await open()).toBe(0)
  expect(await shop.call('delivery.invoice', { id: invoiceId })).toMatchObject({
    invoice: { state: 'refused' },
    refusal: { reason: 'Not ours', by: 'Wanjiru' },
  })
  expect(await shop.reply('delivery.deliver', order(invoice))).toMatchObject({
    error: { reason: 'delivery.refused' },
  })
  await shop.call('delivery.takeUp', { invoiceId })
  expect(await open()).toBe(1)
  const credit = await invoiceNumbered(shop, '902')
  expect(credit.invoice.state).toBe('creditNote')
  expect(await shop.reply('delivery.deliver', order(credit))).toMatchObject({
    error: { reason: 'delivery.noSale' },
  })
  const wrong = order(invoice, (index) => (index === 1 ? { itemId: 999 } : {}))
  expect(await shop.reply('delivery.deliver', wrong)).toMatchObject({ error: { field: 'lines[1].itemId' } })
  expect(purchasesOf(shop)).toEqual([])
  const { html } = await shop.call('delivery.print', {
    id: (
      await shop.call(
        'delivery.deliver',
        order(invoice, () => ({ received: 100 })),
      )
    ).id,
    language: 'en',
    target: 'window',
  })
  expect(html).toContain('DIFFERENCES FROM THE INVOICE')
  await shop.settled()
  expect(createAuditCheck().advance(readerOf(file(shop)), () => false)?.broken ?? null).toBeNull()
  await shop.close()
  for (const change of [
    'delivery_line set received = received + 1',
    "purchase_decision set author_name = 'Other'",
  ]) {
    const db = file(shop)
    expect(() => db.exec(`update ${change}`), change).toThrow('never changes')
    db.exec(`begin; insert into repair (aside) values ('x'); update ${change}`)
    expect(createAuditCheck().advance(readerOf(db), () => false)?.broken, change).toMatchObject({
      fault: 'cashChanged',
    })
    db.close()
  }
})

test('a cashier counts, and no answer tells what goods cost', async () => {
  const { shop, invoice } = await suppliedShop(2)
  const { id: deliveryId } = await shop.call('delivery.deliver', order(invoice))
  await shop.settled()
  const { id } = await shop.call('user.save', { name: 'Otieno', role: 'cashier', pin: '6093' })
  await shop.call('session.unlock', { userId: id, pin: '6093' })
  const rows = [...purchasesOf(shop), ...recordsOf(shop)].map((row) => row.id)
  const itemId = invoice.lines[0]!.item!.id
  const answers = [
    await shop.call('delivery.invoices', { filter: 'all' }),
    await shop.call('delivery.invoice', { id: invoice.invoice.id }),
    await shop.call('delivery.list'),
    await shop.call('delivery.get', { id: deliveryId }),
    await shop.call('delivery.print', { id: deliveryId, language: 'en', target: 'window' }),
    await shop.call('item.get', { id: itemId }),
    await shop.call('item.list'),
    await shop.call('stock.levels'),
    await shop.call('stock.movements'),
    await shop.call('queue.list', { filter: 'all' }),
    ...(await Promise.all(rows.map((row) => shop.call('queue.get', { id: row })))),
  ]
  const [cost, total] = shop
    .read<{ unit_cost: number; total: number }>('select * from delivery_line where position = 2')
    .flatMap((line) => [line.unit_cost, line.total])
  const told = new RegExp(`\\b(${[cost!, total!].flatMap((sum) => [sum, sum / 100]).join('|')})\\b`)
  for (const answer of answers) expect(JSON.stringify(answer)).not.toMatch(told)
  for (const name of ['delivery.refuse', 'delivery.takeUp'] as const)
    expect(await shop.reply(name, { invoiceId: 1, reason: 'x' } as never)).toMatchObject({ ok: false })
})
