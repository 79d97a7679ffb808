/** A list of items that somebody brings: what becomes of each row, and that a check keeps nothing. */
import { expect, test } from 'vitest'
import type { InputOf } from '../../../core/contract/index.ts'
import { type Shop, startShop } from './shop.ts'

type Rows = InputOf<'item.importRows'>['rows']

const list: Rows = [
  {
    name: 'Bar soap',
    price: 195_00,
    taxType: 'B',
    barcode: '6161100000017',
    category: 'Cleaning',
    opening: 24_00,
  },
  { name: 'Sugar', price: 160_00, taxType: 'A', code: 'SUG-1', quantityUnit: 'KG', opening: 1_250 },
  { name: 'Delivery', price: 300_00, taxType: 'B', type: '3' },
]

const bring = async (shop: Shop, rows: Rows, check = false) =>
  (await shop.ok('item.importRows', { rows, itemClass: '5313160900', check })).outcomes
const kinds = async (shop: Shop, rows: Rows, check = false) =>
  (await bring(shop, rows, check)).map(({ outcome }) => outcome)
const byName = async (shop: Shop) =>
  Object.fromEntries((await shop.ok('item.list', {})).items.map((item) => [item.name, item]))

test('a list makes items with what is on the shelf, and the authority hears of both', async () => {
  const shop = await startShop()
  expect(await kinds(shop, list)).toEqual(['made', 'made', 'made'])
  await shop.settled()
  expect(await byName(shop)).toMatchObject({
    'Bar soap': { barcode: '6161100000017', category: 'Cleaning', onHand: 24_00, registration: 'registered' },
    Sugar: { code: 'SUG-1', quantityUnit: 'KG', onHand: 1_250, taxType: 'A', registration: 'registered' },
    Delivery: { type: '3', onHand: null, registration: 'registered' },
  })
  const { items, stockRecords } = await shop.authority.ledger()
  expect(items.map(({ request }) => request['itemNm']).toSorted()).toEqual(['Bar soap', 'Delivery', 'Sugar'])
  expect(stockRecords.map(({ request }) => [request['sarTyCd'], request.itemList.length])).toEqual([
    ['06', 1],
    ['06', 1],
  ])
  // The same list again changes nothing, and puts nothing on the shelf.
  expect(await kinds(shop, list)).toEqual(['same', 'same', 'same'])
  await shop.settled()
  expect((await byName(shop))['Bar soap']).toMatchObject({ onHand: 24_00 })
  expect((await shop.authority.ledger()).stockRecords).toHaveLength(2)
})

test('an item that the authority refuses holds back neither the stock nor the sales of the others', async () => {
  const shop = await startShop()
  await shop.authority.control('PUT', 'faults', [
    { kind: 'refuse', code: '910', text: 'Invalid itemNm', times: 1, paths: ['/saveItem'] },
  ])
  await bring(shop, list)
  await shop.waitFor(async () => (await shop.authority.ledger()).stockRecords.length === 1)
  const { Sugar, 'Bar soap': soap } = await byName(shop)
  expect([soap?.registration, Sugar?.registration]).toEqual(['refused', 'registered'])
  const { invoiceId } = await shop.sell([{ item: Sugar!, quantity: 100 }])
  await shop.waitFor(async () => (await shop.ok('invoice.get', { id: invoiceId })).state === 'signed')
})

test('a sale of goods whose price is not sent yet does not wait for the whole list', async () => {
  const shop = await startShop()
  await bring(shop, list)
  await shop.settled()
  await shop.authority.control('PUT', 'faults', [{ kind: 'slow', ms: 600, paths: ['/saveItem'] }])
  await bring(shop, [
    { name: 'Bar soap', price: 200_00 },
    { name: 'Delivery', price: 310_00 },
    { name: 'Sugar', price: 170_00 },
  ])
  const { Sugar } = await byName(shop)
  const { invoiceId } = await shop.sell([{ item: Sugar!, quantity: 100 }])
  await shop.waitFor(async () => (await shop.ok('invoice.get', { id: invoiceId })).state === 'signed')
  expect((await shop.ok('queue.list', { filter: 'waiting' })).rows).toContainEqual(
    expect.objectContaining({ kind: 'item', title: 'Sugar' }),
  )
})

test('what a row does not say stays; an item is found by its code, its barcode or its name', async () => {
  const shop = await startShop()
  await bring(shop, list)
  const rows: Rows = [
    { barcode: '6161100000017', price: 200_00 },
    { code: 'SUG-1', price: 165_00, name: 'Sugar, white' },
    { name: 'DELIVERY', price: 350_00 },
  ]
  expect(await bring(shop, rows, true)).toMatchObject([
    {
      outcome: 'changed',
      before: { name: 'Bar soap', price: 195_00, taxType: 'B', barcode: '6161100000017' },
    },
    { outcome: 'changed', before: { name: 'Sugar', price: 160_00, taxType: 'A', barcode: null } },
    { outcome: 'changed', before: { name: 'Delivery', price: 300_00 } },
  ])
  expect(await kinds(shop, rows)).toEqual(['changed', 'changed', 'changed'])
  expect(await byName(shop)).toMatchObject({
    'Bar soap': { price: 200_00, category: 'Cleaning', onHand: 24_00 },
    'Sugar, white': { price: 165_00, code: 'SUG-1', quantityUnit: 'KG' },
    DELIVERY: { price: 350_00, type: '3' },
  })
})

test('a barcode with and without the zero in front of it is one, and stays as it was', async () => {
  const shop = await startShop()
  await bring(shop, [
    { name: 'Toothpaste', price: 200_00, taxType: 'B', barcode: '0012345678905' },
    { name: 'Pen', price: 20_00, taxType: 'B', barcode: '036000291452' },
  ])
  const prices: Rows = [
    { name: 'Toothpaste', price: 210_00, taxType: 'B', barcode: '012345678905' },
    { name: 'Pen', price: 20_00, taxType: 'B', barcode: '0036000291452' },
  ]
  expect(await kinds(shop, prices)).toEqual(['changed', 'same'])
  expect(await byName(shop)).toMatchObject({
    Toothpaste: { barcode: '0012345678905', price: 210_00 },
    Pen: { barcode: '036000291452' },
  })
})

test('a number without the zeros in front of it, which a spreadsheet leaves out, is the one that the item has', async () => {
  const shop = await startShop()
  const made = { taxType: 'B', price: 20_00 } as const
  await bring(shop, [
    { ...made, name: 'Milk', code: '00106', barcode: '000123' },
    { ...made, name: 'Tea', code: '107', barcode: '456' },
  ])
  const edited: Rows = [
    { name: 'Milk', code: '106', barcode: '123', price: 25_00 },
    { name: 'Tea', code: '107', barcode: '00456' },
    { ...made, name: 'Salt', code: '0107' },
  ]
  expect(await kinds(shop, edited)).toEqual(['changed', 'same', 'made'])
  expect(await byName(shop)).toMatchObject({
    Milk: { code: '00106', barcode: '000123', price: 25_00 },
    Tea: { barcode: '456' },
    Salt: { code: '0107' },
  })
})

test('a barcode distinguishes an item from its namesake; a name that several items have identifies none', async () => {
  const shop = await startShop()
  const namesakes: Rows = [
    { name: 'Milk', price: 60_00, taxType: 'A', barcode: '6161100000024' },
    { name: 'Milk', price: 65_00, taxType: 'A', barcode: '6161100000031' },
  ]
  expect(await kinds(shop, namesakes)).toEqual(['made', 'made'])
  expect(await bring(shop, [{ name: 'Milk', price: 70_00 }])).toMatchObject([
    { outcome: 'failed', failure: { reason: 'item.severalNamed', field: 'name' } },
  ])
})

test('a check says the same and keeps nothing', async () => {
  const shop = await startShop()
  const before = await shop.ok('item.list', {})
  expect(await kinds(shop, list, true)).toEqual(['made', 'made', 'made'])
  expect(await shop.ok('item.list', {})).toEqual(before)
  expect((await shop.ok('queue.list', {})).rows).toEqual([])
  expect(await kinds(shop, list)).toEqual(['made', 'made', 'made'])
  expect((await byName(shop))['Delivery']).toMatchObject({ code: 'KE3NTNO0000003' })
})

test('a row at fault says which field and why, and the others are made', async () => {
  const shop = await startShop()
  await bring(shop, list)
  await shop.settled()
  const rows: Rows = [
    { name: 'No price', taxType: 'B' },
    { price: 10_00, taxType: 'B', barcode: '6161100000048' },
    { name: 'No letter', price: 10_00 },
    { name: 'Bread', price: 65_00, taxType: 'A', quantityUnit: 'XXXX' },
    { code: 'OTHER', name: 'Bar soap', barcode: '6161100000017', price: 195_00 },
    { code: 'SUG-1', type: '1' },
    { name: 'Repair', price: 10_00, taxType: 'B', type: '3', opening: 1_00 },
    { name: 'Salt', price: 30_00, taxType: 'A', opening: 5_00 },
  ]
  const expected = [
    { failure: { reason: 'input.missing', field: 'price' } },
    { failure: { reason: 'input.missing', field: 'name' } },
    { failure: { reason: 'input.missing', field: 'taxType' } },
    { failure: { reason: 'input.invalid', field: 'quantityUnit' } },
    { failure: { reason: 'input.invalid', field: 'code' } },
    { failure: { reason: 'item.fixed', field: 'type' } },
    { failure: { reason: 'stock.service', field: 'opening' } },
    { outcome: 'made' },
  ]
  expect(await bring(shop, rows, true)).toMatchObject(expected)
  expect(await bring(shop, rows)).toMatchObject(expected)
  expect(Object.keys(await byName(shop)).toSorted()).toEqual(['Bar soap', 'Delivery', 'Salt', 'Sugar'])
  expect((await byName(shop))['Salt']).toMatchObject({ onHand: 5_00 })
})

test('a tax letter for all is that of new items whose row names none', async () => {
  const shop = await startShop()
  await bring(shop, list)
  const rows: Rows = [
    { name: 'Sugar', price: 170_00 },
    { name: 'Bread', price: 65_00, taxType: 'A' },
    { name: 'Soda', price: 60_00 },
  ]
  expect(
    (await shop.ok('item.importRows', { rows, taxType: 'B', itemClass: '5313160900', check: false }))
      .outcomes,
  ).toMatchObject([{ outcome: 'changed' }, { outcome: 'made' }, { outcome: 'made' }])
  expect(await byName(shop)).toMatchObject({
    Sugar: { taxType: 'A', price: 170_00 },
    Bread: { taxType: 'A' },
    Soda: { taxType: 'B' },
  })
})
