/** The goods that Sell shows: their order, pages, second names, colours and pictures. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pictures } from '../../../core/contract/bounds.ts'
import { migrate } from '../../../db/engine/migrate.ts'
import { openDb } from '../../../db/engine/sqlite.ts'
import { allForGrid, categoryForGrid } from '../../../db/profile/itemGrid.ts'
import { moveOnHand } from '../../../db/profile/items.ts'
import { profileMigrations } from '../../../db/profile/migrations/index.ts'
import { openShop } from '../../support/shop.ts'
import { type Shop, startShop } from './shop.ts'

const goods = { taxType: 'B', price: 100_00, itemClass: '5313160900', opening: 100_00 } as const
const fill = async (shop: Shop, names: string[], category = 'Drinks') => {
  const items = []
  for (const name of names) items.push(await shop.ok('item.save', { ...goods, name, category }))
  return items
}
type View = Parameters<typeof shown>[1]
const shown = async (
  shop: Shop,
  view?:
    | { kind: 'all' | 'favourites' }
    | { kind: 'category'; category: string }
    | { kind: 'page'; page: number },
) => {
  const grid = await shop.ok('item.grid', view ? { view } : {})
  return { view: grid.view, names: grid.items.map(({ name }) => name) }
}

test('without a choice all items are shown, best sellers first, then by name', async () => {
  const shop = await startShop()
  expect(await shown(shop)).toEqual({ view: { kind: 'all' }, names: [] })
  const [cola, , ale] = await fill(shop, ['cola', 'Beer', 'Ale', 'Water'])
  await fill(shop, ['Bread'], 'Bakery')
  const all = ['Ale', 'Beer', 'Bread', 'cola', 'Water']
  expect(await shown(shop)).toEqual({ view: { kind: 'all' }, names: all })
  for (const item of [cola!, cola!, ale!]) await shop.sell([{ item, quantity: 100 }])
  expect((await shown(shop)).names).toEqual(['cola', 'Ale', 'Beer', 'Bread', 'Water'])
  expect((await shown(shop, { kind: 'category', category: 'Drinks' })).names).toEqual([
    'cola',
    'Ale',
    'Beer',
    'Water',
  ])
  await shop.ok('item.favourite', { id: ale!.id, favourite: true })
  await shop.ok('item.favourite', { id: cola!.id, favourite: true })
  expect(await shown(shop)).toEqual({ view: { kind: 'favourites' }, names: ['cola', 'Ale'] })
})

test('a page has its items in the order that a manager gave them, without those that are not sold', async () => {
  const shop = await startShop()
  const [cola, beer, ale] = await fill(shop, ['Cola', 'Beer', 'Ale'])
  const pages = [
    { name: 'Counter', items: [ale!.id, cola!.id, beer!.id, 999] },
    { name: 'Night', items: [] },
  ]
  await shop.ok('item.arrange', { pages })
  const page = { kind: 'page', page: 0 } as const
  expect(await shown(shop)).toEqual({ view: page, names: ['Ale', 'Cola', 'Beer'] })
  await shop.ok('item.save', { ...goods, id: cola!.id, opening: undefined, name: 'Cola', active: false })
  expect((await shown(shop, page)).names).toEqual(['Ale', 'Beer'])
  expect((await shop.ok('item.grid', {})).pages).toEqual(['Counter', 'Night'])
  expect((await shown(shop, { kind: 'page', page: 1 })).names).toEqual([])
  const gone: View[] = [
    { kind: 'page', page: 2 },
    { kind: 'category', category: 'None' },
    { kind: 'favourites' },
  ]
  for (const view of gone) expect(await shown(shop, view)).toMatchObject({ view: page })
  expect((await shown(shop, { kind: 'all' })).names).toEqual(['Ale', 'Beer'])
  const trail = await shop.ok('audit.list', {})
  expect(trail.entries.some(({ subject }) => subject === 'sellPages')).toBe(true)
})

test('a category of many thousands shows the best sellers of the shop first, and reads few of the others', async () => {
  const db = openDb(':memory:')
  await migrate(db, profileMigrations)
  const insert =
    db.raw.prepare(`insert into item (code, name, category, active, type, tax_type, price, item_class,
    origin_country, package_unit, quantity_unit, created_at, updated_at)
    values (?, ?, ?, 1, '2', 'B', 100, '5059690800', 'KE', 'NT', 'U', 0, 0)`)
  for (let at = 0; at < 3000; at += 1)
    insert.run(`A${at}`, `Soap ${String(at).padStart(4, '0')}`, at % 2 === 0 || at < 2900 ? 'Soap' : 'Other')
  for (const [id, sold] of [
    [2500, 40],
    [7, 30],
    [2960, 90],
  ] as const)
    for (let count = 0; count < sold; count += 1) moveOnHand(db, [{ item_id: id, quantity: -100, sold: 1 }])
  const names = (items: { name: string }[]) => items.map(({ name }) => name)
  expect(names(categoryForGrid(db, 'Soap', 4))).toEqual(['Soap 2499', 'Soap 0006', 'Soap 0000', 'Soap 0001'])
  expect(names(categoryForGrid(db, 'Other', 2))).toEqual(['Soap 2959', 'Soap 2901'])
  expect(names(allForGrid(db, 4))).toEqual(['Soap 2959', 'Soap 2499', 'Soap 0006', 'Soap 0000'])
  db.close()
})

test('a second name is found and shown, and neither the authority nor a receipt has it', async () => {
  const shop = await startShop()
  const milk = await shop.ok('item.save', { ...goods, name: 'Milk 500 ml', secondName: 'Maziwa ya ng’ombe' })
  expect(milk.secondName).toBe('Maziwa ya ng’ombe')
  await shop.settled()
  const before = (await shop.authority.ledger()).items.length
  await shop.ok('item.save', {
    ...goods,
    id: milk.id,
    opening: undefined,
    name: 'Milk 500 ml',
    secondName: 'Maziwa',
  })
  for (const text of ['maziwa', 'mazi', 'maziwa 500ml', 'mazwia', 'milk'])
    expect(
      (await shop.ok('item.search', { text })).items.map(({ id }) => id),
      text,
    ).toEqual([milk.id])
  expect((await shop.ok('stock.levels', { text: 'maziwa' })).levels).toMatchObject([{ secondName: 'Maziwa' }])
  const { outcomes } = await shop.ok('item.importRows', {
    rows: [
      { name: 'Milk 500 ml', secondName: 'Maziwa mabichi' },
      { name: 'Bread', secondName: 'Mkate', price: 70_00, taxType: 'A', itemClass: '5018190100' },
      { name: 'Bread', price: 75_00 },
    ],
    check: false,
  })
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(['changed', 'made', 'changed'])
  const found = await shop.ok('item.list', { text: 'mkate' })
  expect(found.items).toMatchObject([{ name: 'Bread', secondName: 'Mkate', price: 75_00 }])
  const { invoiceId } = await shop.sell([{ item: milk, quantity: 100 }])
  await shop.settled()
  const paper = JSON.stringify(await shop.ok('receipt.preview', { invoiceId, paper: '80mm' }))
  expect(paper).toContain('Milk 500 ml')
  const ledger = await shop.authority.ledger()
  expect(ledger.items.filter(({ request }) => request['itemNm'] === 'Milk 500 ml')).toHaveLength(before)
  expect(JSON.stringify(ledger) + paper).not.toMatch(/maziwa|mkate/i)
})

const webp = (bytes: number) => {
  const image = Buffer.alloc(bytes, 'x')
  image.write('RIFF')
  image.write('WEBP', 8)
  return image.toString('base64')
}
const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(500, 1)]).toString('base64')

test('a picture is stored with its item and survives the loss of the database; what is no small picture is rejected', async () => {
  const shop = await openShop()
  const { id } = await shop.goods()
  const item = async () => (await shop.call('item.getMany', { ids: [id] })).items[0]
  const picture = async (at: number) => (await shop.call('picture.get', { id, at })).picture
  expect(await item()).toMatchObject({ picture: null, colour: null })
  const largest = webp(pictures.bytes)
  const saved = await shop.call('picture.set', { id, image: largest })
  const at = saved.picture ?? 0
  expect(await picture(at)).toBe(`data:image/webp;base64,${largest}`)
  expect(await picture(at + 1)).toBeNull()
  for (const [image, reason] of [
    [webp(pictures.bytes + 1), 'input.invalid'],
    [Buffer.from('<svg onload="alert(1)"/>').toString('base64'), 'input.invalid'],
    ['not base64!', 'input.invalid'],
  ] as const)
    expect(await shop.reply('picture.set', { id, image })).toMatchObject({ error: { reason } })
  expect(await shop.reply('picture.set', { id: 999, image: jpeg })).toMatchObject({ ok: false })

  await shop.close()
  for (const ending of ['', '-wal', '-shm'])
    rmSync(join(shop.dataDir, 'apps', shop.appId, `till.db${ending}`), { force: true })
  await shop.open()
  expect(await picture(at)).toBe(`data:image/webp;base64,${largest}`)

  const next = (await shop.call('picture.set', { id, image: jpeg })).picture ?? 0
  expect(await picture(next)).toMatch(/^data:image\/jpeg;base64,/)
  await shop.call('picture.set', { id, image: null })
  expect(await item()).toMatchObject({ picture: null })
  expect(await picture(next)).toBeNull()
})

test('a shop stores a thousand pictures and says so before one more', async () => {
  const shop = await openShop()
  const { id } = await shop.goods()
  const other = await shop.goods({ name: 'Other' })
  await shop.close()
  shop.tamper(`with recursive n (i) as (select 100 union all select i + 1 from n where i < ${99 + pictures.most})
    insert into item (id, code, name, active, type, tax_type, price, item_class, origin_country, package_unit,
      quantity_unit, picture_at, created_at, updated_at)
      select i, 'P' || i, 'P' || i, 1, '2', 'B', 100, '5059690800', 'KE', 'NT', 'U', 1, 0, 0 from n;
    insert into item_picture (item_id, image) select id, x'ffd8ff' from item where picture_at is not null`)
  await shop.open()
  expect(await shop.reply('picture.set', { id, image: jpeg })).toMatchObject({
    error: { reason: 'item.picturesFull', params: { most: pictures.most } },
  })
  await shop.call('picture.set', { id: 100, image: jpeg })
  await shop.call('picture.set', { id: 100, image: null })
  await shop.call('picture.set', { id: other.id, image: jpeg })
})

test('a manager chooses the colours of items and categories', async () => {
  const shop = await startShop()
  const [cola] = await fill(shop, ['Cola'])
  const coloured = { ...goods, id: cola!.id, opening: undefined, name: 'Cola', category: 'Drinks' }
  expect((await shop.ok('item.save', { ...coloured, colour: 'red' })).colour).toBe('red')
  expect((await shop.ok('item.save', coloured)).colour).toBeNull()
  expect(await shop.fails('item.save', { ...coloured, colour: 'beige' })).toMatchObject({ field: 'colour' })
  const colours = async () => (await shop.ok('item.grid', {})).colours
  await shop.ok('item.categoryColour', { category: 'Drinks', colour: 'teal' })
  await shop.ok('item.categoryColour', { category: 'Drinks', colour: 'blue' })
  expect(await colours()).toEqual({ Drinks: 'blue' })
  await shop.ok('item.categoryColour', { category: 'Drinks', colour: null })
  expect(await colours()).toEqual({})
})
