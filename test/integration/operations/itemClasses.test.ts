/** The authority's class of an item: asked once for a category, never chosen without a word. */
import { expect, test } from 'vitest'
import type { InputOf } from '../../../core/contract/index.ts'
import { startSoftware } from '../rest/software.ts'
import { type Shop, startShop } from './shop.ts'

const soapClass = '5313160900'
const goods = (name: string, changes: Partial<InputOf<'item.save'>> = {}): InputOf<'item.save'> => ({
  name,
  taxType: 'B',
  price: 195_00,
  ...changes,
})
const reported = async (shop: Shop) =>
  Object.fromEntries(
    (await shop.authority.ledger()).items.map(({ request }) => [request['itemNm'], request['itemClsCd']]),
  )
const notChosen = async (shop: Shop) =>
  (await shop.ok('item.list', { filter: 'classNotChosen' })).items.map(({ name }) => name)

test('a class is asked for once in a category, and its next items have it', async () => {
  const shop = await startShop()
  expect(await shop.fails('item.save', goods('Bar soap', { category: 'Soap' }))).toMatchObject({
    code: '002',
    field: 'itemClass',
  })
  await shop.ok('item.save', goods('Bar soap', { category: 'Soap', itemClass: soapClass }))
  await shop.ok('item.save', goods('Blue soap', { category: 'Soap' }))
  await shop.ok('item.save', goods('Bath soap', { category: 'Soap', itemClass: '5313160800' }))
  await shop.ok('item.save', goods('Soap of a guest', { category: 'Soap' }))
  expect(await shop.fails('item.save', goods('Salt'))).toMatchObject({ code: '002', field: 'itemClass' })
  await shop.settled()
  expect(await reported(shop)).toEqual({
    'Bar soap': soapClass,
    'Blue soap': soapClass,
    'Bath soap': '5313160800',
    'Soap of a guest': soapClass,
  })
  expect((await shop.ok('item.categoryClasses')).classes).toMatchObject([
    { category: 'Soap', code: soapClass },
  ])
  expect(await notChosen(shop)).toEqual([])
})

test('a list is asked before its first row, by category, and what it was answered is remembered', async () => {
  const shop = await startShop()
  const rows = [
    { name: 'Bar soap', taxType: 'B' as const, price: 100, category: 'Soap' },
    { name: 'Buns', taxType: 'A' as const, price: 100, itemClass: '5059690800', opening: 100 },
    { name: 'Salt', taxType: 'B' as const, price: 100 },
    { name: 'Repair', taxType: 'B' as const, price: 100, type: '3' as const },
  ]
  const made = (lacksClass: boolean, lacksStock: boolean) => ({ outcome: 'made', lacksClass, lacksStock })
  const { outcomes } = await shop.ok('item.importRows', { rows, check: true })
  expect(outcomes).toEqual([made(true, true), made(false, false), made(true, true), made(true, false)])
  const unasked = await shop.ok('item.importRows', { rows: rows.slice(0, 1), check: false })
  expect(unasked.outcomes).toMatchObject([
    { outcome: 'failed', failure: { code: '002', field: 'itemClass' } },
  ])

  const classes = [{ category: 'Soap', itemClass: soapClass }]
  await shop.ok('item.importRows', { rows, classes, itemClass: '5017155100', check: false })
  await shop.settled()
  expect(await reported(shop)).toEqual({
    'Bar soap': soapClass,
    Buns: '5059690800',
    Salt: '5017155100',
    Repair: '5017155100',
  })
  expect(await notChosen(shop)).toEqual([])
  await shop.ok('item.save', goods('Blue soap', { category: 'Soap' }))
})

test('GD over REST keeps the usual class, is listed as not chosen, and is registered again in one act', async () => {
  const software = await startSoftware()
  const register = (itemNm: string, itemClsCd = 'GD') =>
    software.hurry('POST', '/items', {
      ...{ itemClsCd, itemTyCd: '2', itemNm, itemCd: itemNm, pkgUnitCd: 'NT', qtyUnitCd: 'U' },
      ...{ taxTyCd: 'B', useYn: 'Y', dftPrc: 195 },
    })
  const names = Array.from({ length: 60 }, (_, index) => `Soap ${String(index).padStart(2, '0')}`)
  for (const name of names) await register(name)
  await register('Buns', '5059690800')
  await software.settled()
  expect(await notChosen(software)).toEqual(names)
  expect((await reported(software))['Soap 00']).toBe('5059690800')
  const { categories } = await software.ok('item.classesNotChosen')
  expect(categories.map(({ category, count, names }) => ({ category, count, names }))).toEqual(
    names.map((name) => ({ category: null, count: 1, names: [name] })),
  )
  // Goods of no category may be anything: one is chosen without the others.
  const [first] = categories
  const one = { category: null, itemId: first!.itemId, itemClass: '5313160800' }
  expect(await software.ok('item.chooseClass', one)).toEqual({ changed: 1, left: 0 })
  expect(await notChosen(software)).toEqual(names.slice(1))

  // A sale waits for no class: it is signed before, between and after.
  const [soap] = (await software.ok('item.list', {})).items.filter(({ name }) => name === 'Soap 59')
  await software.ok('stock.adjust', { kind: 'opening', lines: [{ itemId: soap!.id, quantity: 300 }] })
  const choice = { category: null, itemClass: soapClass }
  expect(await software.ok('item.chooseClass', choice)).toEqual({ changed: 50, left: 9 })
  const { invoiceId } = await software.sell([{ item: soap!, quantity: 100 }])
  expect(await software.ok('item.chooseClass', choice)).toEqual({ changed: 9, left: 0 })
  expect(await software.ok('item.chooseClass', choice)).toEqual({ changed: 0, left: 0 })
  await software.settled()
  expect((await software.ok('invoice.get', { id: invoiceId })).state).toBe('signed')
  expect(await notChosen(software)).toEqual([])
  const now = await reported(software)
  expect(names.map((name) => now[name])).toEqual(['5313160800', ...names.slice(1).map(() => soapClass)])

  // Its caller's next call changes what it says, and does not undo the choice.
  await register('Soap 00')
  await software.settled()
  expect(await software.gets('GET', '/items?itemCd=Soap%2000')).toMatchObject({
    items: [{ itemClsCd: 'GD' }],
  })
  expect((await reported(software))['Soap 00']).toBe('5313160800')
})

test('a class is proposed by what the goods and their category are called', async () => {
  const shop = await startShop()
  await shop.ok('reference.sync', {})
  const proposed = async (text: string) =>
    (await shop.ok('reference.itemClasses', { text, propose: true, limit: 4 })).classes.map(
      ({ name }) => name,
    )
  for (const [text, name] of [
    ['Bar soap 800 g Soap & cleaning', 'Bar soap'],
    ['White bread 400 g Bread & milk', 'Ordinary bread'],
    ['Sabuni ya kipande', 'Bar soap'],
    ['Unga wa ngano, wheat', 'Wheat flour'],
    ['Tomatoes (nyanya), loose', 'Tomatoes, fresh'],
    ['Batteries AA, pair', 'Dry cell batteries'],
    ['Photocopy, one page', 'Photocopying services'],
    ['Exercise book, 96 pages Stationery', 'Exercise books'],
  ] as const) {
    expect(await proposed(text), text).toContain(name)
  }
  // A colour chooses among goods of one kind, and never the kind.
  for (const [text, first] of [
    ['Bar soap 800 g Soap & cleaning', 'Bar soap'],
    ['White bread 400 g', 'Ordinary bread'],
    ['Sugar, white 1 kg', 'Sugar, white'],
    ['Blue soap, a bar', 'Bar soap'],
  ] as const)
    expect(await proposed(text), text).toMatchObject({ 0: first })
  for (const text of ['', '500 ml', '☕', "%' or 1=1", 'qwzx']) expect(await proposed(text), text).toEqual([])
})
