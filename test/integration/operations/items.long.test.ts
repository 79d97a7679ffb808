/** Goods and services at the till: making, changing, finding and scanning them. */
import { describe, expect, test } from 'vitest'
import type { InputOf } from '../../../core/contract/index.ts'
import { checkDigit } from '../../../core/fiscal/barcode.ts'
import { type Shop, shared, startShop } from './shop.ts'

const soap = {
  name: 'Bar soap',
  taxType: 'B',
  price: 195_00,
  barcode: '6161100000017',
  itemClass: '5313160900',
} as const
const ean13 = (digits: string) => digits + checkDigit(digits)

test('a new item gets a code of the authority’s pattern and is registered by itself', async () => {
  const shop = await startShop()
  const item = await shop.ok('item.save', soap)
  expect(item).toMatchObject({ code: 'KE2NTNO0000001', registration: 'waiting', onHand: 0, type: '2' })
  const service = await shop.ok('item.save', {
    name: 'Repair',
    taxType: 'B',
    price: 0,
    type: '3',
    itemClass: '7818150000',
  })
  expect(service).toMatchObject({ code: 'KE3NTNO0000002', onHand: null, lowStock: null })
  await shop.settled()
  expect((await shop.ok('item.get', { id: item.id })).item.registration).toBe('registered')
  expect((await shop.authority.ledger()).items.map(({ itemCd }) => itemCd)).toEqual([
    'KE2NTNO0000001',
    'KE3NTNO0000002',
  ])
})

test('units that the authority refuses are replaced in items, sales and stock alike', async () => {
  const shop = await startShop()
  const item = await shop.stocked({ name: 'Crate', packageUnit: 'BX', quantityUnit: 'EA', onHand: 500 })
  await shop.sell([{ item, quantity: 100 }])
  await shop.settled()
  const { sales, stockRecords } = await shop.authority.ledger()
  for (const { request } of [...sales, ...stockRecords]) {
    expect(request.itemList[0]).toMatchObject({ pkgUnitCd: 'CT', qtyUnitCd: 'NO' })
  }
  expect((await shop.ok('queue.list', { filter: 'needsPerson' })).rows).toEqual([])
  expect(item).toMatchObject({ packageUnit: 'BX', quantityUnit: 'EA' })
})

describe('changing', () => {
  test('a change of the item is sent again; the parts in its code are fixed once the authority knows it', async () => {
    const shop = await startShop()
    const item = await shop.stocked({ ...soap })
    const changed = await shop.ok('item.save', { ...item, name: 'Blue soap', price: 200_00 })
    expect(changed).toMatchObject({ id: item.id, code: item.code, name: 'Blue soap', price: 200_00 })
    await shop.settled()
    expect((await shop.authority.ledger()).items[0]!.request).toMatchObject({
      itemNm: 'Blue soap',
      dftPrc: 200,
    })
    for (const [field, value] of Object.entries({
      type: '1',
      originCountry: 'UG',
      packageUnit: 'BG',
      quantityUnit: 'KG',
    })) {
      expect(await shop.fails('item.save', { ...item, [field]: value })).toMatchObject({
        code: '003',
        reason: 'item.fixed',
        field,
      })
    }
    expect(await shop.fails('item.save', { ...item, code: 'OTHER' })).toMatchObject({ field: 'code' })
    expect(await shop.fails('item.save', { ...item, id: 99 })).toMatchObject({ code: '005', field: 'id' })
  })

  test('before the authority knows it everything may change, and the sent code fits', async () => {
    const shop = await startShop()
    await shop.authority.offline(true)
    const item = await shop.ok('item.save', soap)
    await shop.waitFor(async () => {
      const [row] = (await shop.ok('queue.list', {})).rows
      return row!.state === 'queued' && row!.attempts > 0
    })
    await shop.ok('item.save', { ...item, quantityUnit: 'KG' })
    await shop.authority.offline(false)
    await shop.ok('queue.tryNow')
    await shop.settled()
    const [known] = (await shop.authority.ledger()).items
    expect(known!.itemCd).toMatch(/^KE2NTKG\d{7}$/)
    expect((await shop.ok('queue.list', { filter: 'needsPerson' })).rows).toEqual([])
  })

  test('a sale after a change of the tax letter waits until the authority has heard of it', async () => {
    const shop = await startShop()
    const item = await shop.stocked({ ...soap, onHand: 1000 })
    await shop.authority.control('PUT', 'faults', [{ kind: 'slow', ms: 150, paths: ['/saveItem'] }])
    await shop.ok('item.save', { ...item, taxType: 'A' })
    await shop.sell([{ item, quantity: 100 }])
    await shop.settled()
    const [sale] = (await shop.authority.ledger()).sales
    expect(sale!.request.itemList[0]).toMatchObject({ taxTyCd: 'A' })
    expect((await shop.ok('queue.list', { filter: 'needsPerson' })).rows).toEqual([])
  })

  test('a refused item shows the reason, and is resent when it is saved', async () => {
    const shop = await startShop()
    await shop.authority.control('PUT', 'faults', [
      { kind: 'refuse', code: '910', text: 'Invalid itemClsCd', paths: ['/saveItem'], times: 1 },
    ])
    const item = await shop.ok('item.save', soap)
    await shop.settled()
    const refused = await shop.ok('item.get', { id: item.id })
    expect(refused).toMatchObject({
      item: { registration: 'refused' },
      refusal: { code: '910', text: expect.stringContaining('Invalid itemClsCd') },
    })
    expect((await shop.ok('item.list', { filter: 'notRegistered' })).items).toHaveLength(1)
    const saved = await shop.ok('item.save', { ...refused.item, itemClass: '5313160900' })
    expect(saved.registration).toBe('waiting')
    await shop.settled()
    expect((await shop.ok('item.get', { id: item.id })).item.registration).toBe('registered')
  })
})

const desk = shared((cleanUp) => startShop({ cleanUp }))

describe('identity', () => {
  test('a barcode belongs to one item, active or not', async () => {
    const shop = desk()
    const item = await shop.ok('item.save', soap)
    const twin = { ...soap, name: 'Twin' }
    expect(await shop.fails('item.save', twin)).toMatchObject({
      reason: 'item.barcodeTaken',
      field: 'barcode',
    })
    await shop.ok('item.save', { ...item, active: false })
    expect(await shop.fails('item.save', twin)).toMatchObject({ reason: 'item.barcodeTaken' })
    await shop.ok('item.save', { ...item, active: false, barcode: null })
    await shop.ok('item.save', twin)
  })

  test('a code belongs to one item', async () => {
    const shop = desk()
    await shop.ok('item.save', { ...soap, barcode: null, code: 'SOAP' })
    expect(await shop.fails('item.save', { ...soap, barcode: null, code: 'SOAP' })).toMatchObject({
      field: 'code',
    })
  })
})

describe('finding', () => {
  const stock = async (shop: Shop) => {
    const items: InputOf<'item.save'>[] = [
      {
        name: 'Café crème',
        taxType: 'B',
        price: 250_00,
        barcode: '6161100000024',
        category: 'Drinks',
        favourite: true,
      },
      { name: 'Brown bread 400 g', taxType: 'A', price: 65_00, code: 'BRD-40', category: 'Bakery' },
      { name: 'White bread', taxType: 'A', price: 60_00, category: 'Bakery' },
      { name: '100% juice', taxType: 'B', price: 100_00 },
      { name: 'Gone', taxType: 'B', price: 10_00, active: false },
    ]
    for (const item of items) await shop.ok('item.save', { itemClass: '5059690800', ...item })
  }
  const names = async (shop: Shop, text: string) =>
    (await shop.ok('item.search', { text })).items.map(({ name }) => name)

  test('by words, accents, parts of codes and barcodes, or a price', async () => {
    const shop = await startShop()
    await stock(shop)
    expect(await names(shop, 'cafe creme')).toEqual(['Café crème'])
    expect(await names(shop, 'CRÈ')).toEqual(['Café crème'])
    expect(await names(shop, 'bre bro')).toEqual(['Brown bread 400 g'])
    expect(await names(shop, 'brd-40')).toEqual(['Brown bread 400 g'])
    expect(await names(shop, '61611000')).toEqual(['Café crème'])
    expect(await names(shop, '65')).toEqual(['Brown bread 400 g'])
    expect(await names(shop, '60.00')).toEqual(['White bread'])
    expect(await names(shop, 'gone')).toEqual([])
    expect(await names(shop, '')).toEqual([])
  })

  const setting = shared(async (cleanUp) => {
    const shop = await startShop({ cleanUp })
    await stock(shop)
    return shop
  })
  test.each(['%', '"', "' OR 1=1 --", 'bread AND NOT white', 'name:bread', '*', '(', 'NEAR(a b)', '^', '🥖'])(
    'nothing typed is an instruction: %s',
    async (text) => {
      const shop = setting()
      const { items } = await shop.ok('item.search', { text })
      expect(items.length).toBeLessThanOrEqual(2)
      await shop.ok('item.list', { text })
      await shop.ok('stock.levels', { text })
      await shop.ok('customer.list', { text })
      await shop.ok('invoice.list', { text })
      await shop.ok('reference.itemClasses', { text })
    },
  )

  test('pages show everything once, and no page too many', async () => {
    const shop = await startShop()
    await stock(shop)
    const seen: string[] = []
    const pages: number[] = []
    let cursor: string | undefined
    do {
      const page = await shop.ok('item.list', { limit: 2, ...(cursor ? { cursor } : {}) })
      expect(page.total).toBe(4)
      seen.push(...page.items.map(({ name }) => name))
      pages.push(page.items.length)
      cursor = page.nextCursor
    } while (cursor)
    expect(seen).toEqual(['100% juice', 'Brown bread 400 g', 'Café crème', 'White bread'])
    expect(pages).toEqual([2, 2])
    expect((await shop.ok('item.list', { filter: 'inactive' })).items.map(({ name }) => name)).toEqual([
      'Gone',
    ])
  })
})

describe('scanning', () => {
  const scan = (shop: Shop, code: string) => shop.ok('item.scan', { code })

  test('a barcode, a UPC with and without its zero, and a code', async () => {
    const shop = desk()
    const item = await shop.ok('item.save', { ...soap, barcode: '012345678905', code: 'UPC' })
    for (const code of ['012345678905', '0012345678905', 'UPC', ' UPC ']) {
      expect(await scan(shop, code)).toMatchObject({ kind: 'item', item: { id: item.id } })
    }
    expect(await scan(shop, '6161100000093')).toEqual({ kind: 'unknown', code: '6161100000093' })
    await shop.ok('item.save', { ...item, active: false })
    expect(await scan(shop, '012345678905')).toMatchObject({ kind: 'unknown' })
  })

  test('a scale’s label with a weight gives a quantity, one with a price the total', async () => {
    const shop = desk()
    const tomatoes = await shop.ok('item.save', {
      name: 'Tomatoes',
      taxType: 'A',
      price: 120_00,
      barcode: '00101',
      quantityUnit: 'KG',
      itemClass: '5040650000',
    })
    expect(await scan(shop, ean13('200010101234'))).toMatchObject({
      kind: 'item',
      item: { id: tomatoes.id },
      quantity: 123,
    })
    expect(await scan(shop, ean13('210010100150'))).toMatchObject({ quantity: 125, labelTotal: 150_00 })
    expect(await scan(shop, ean13('200099901234'))).toMatchObject({ kind: 'unknown' })
    const wrong = `${'200010101234'}${(Number(checkDigit('200010101234')) + 1) % 10}`
    expect(await scan(shop, wrong)).toMatchObject({ kind: 'unknown' })
    expect(await scan(shop, ean13('200010100000'))).toMatchObject({ kind: 'unknown' })
  })

  test('a barcode of the shop’s own counts before any reading of it as a label', async () => {
    const shop = desk()
    const own = ean13('200010101234')
    const item = await shop.ok('item.save', { ...soap, barcode: own })
    const found = await scan(shop, own)
    expect(found).toMatchObject({ kind: 'item', item: { id: item.id } })
    expect(found).not.toHaveProperty('quantity')
  })
})
