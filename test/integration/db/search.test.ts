/** Finding goods by words: the best sellers among any number of matches, and active items before inactive ones. */
import { expect, it, onTestFinished } from 'vitest'
import { migrate } from '../../../db/engine/migrate.ts'
import { type OpenDb, openDb } from '../../../db/engine/sqlite.ts'
import { searchCorrected, searchItems } from '../../../db/profile/itemSearch.ts'
import { countItems, listItems, moveOnHand, updateItem } from '../../../db/profile/items.ts'
import { profileMigrations } from '../../../db/profile/migrations/index.ts'
import { randomFrom } from '../../bench/measure.ts'

const openShop = async (): Promise<OpenDb> => {
  const db = openDb(':memory:')
  onTestFinished(db.close)
  await migrate(db, profileMigrations)
  return db
}

let codes = 0
/** In SQL, so that a database of any version takes it. */
const add = (db: OpenDb, item: { name: string; sold?: number; active?: 0 | 1 }): number => {
  codes += 1
  const code = `KE2NTU${String(codes).padStart(7, '0')}`
  const { name, sold = 0, active = 1 } = item
  const { lastInsertRowid } = db.raw
    .prepare(`insert into item (code, name, active, sold_count, type, tax_type, price, item_class, origin_country,
      package_unit, quantity_unit, created_at, updated_at)
      values (?, ?, ?, ?, '2', 'B', 100, '5059690800', 'KE', 'NT', 'U', 0, 0)`)
    .run(code, name, active, sold)
  return Number(lastInsertRowid)
}
const names = (db: OpenDb, text: string, limit = 40) => searchItems(db, text, limit).map(({ name }) => name)

it('finds an active item behind any number of inactive ones', async () => {
  const db = await openShop()
  for (let count = 0; count < 500; count += 1) add(db, { name: `Sugar ${count}`, active: 0, sold: 900 })
  add(db, { name: 'Sugar brown 1kg' })
  expect(names(db, 'sug')).toEqual(['Sugar brown 1kg'])
  expect(countItems(db, { text: 'sugar', filter: 'inactive' })).toBe(500)
  expect(listItems(db, { text: 'sugar', filter: 'all', limit: 50 })).toHaveLength(1)
})

it('finds the best seller behind any number of others, wherever the word stands in its name', async () => {
  const db = await openShop()
  for (let count = 0; count < 3000; count += 1) add(db, { name: `Brown sugar ${count}`, sold: count % 7 })
  add(db, { name: 'Kabras sugar 2kg', sold: 8 })
  expect(names(db, 'sugar')[0]).toBe('Kabras sugar 2kg')
  add(db, { name: 'Sugarcane', sold: 0 })
  expect(names(db, 'suga').slice(0, 2)).toEqual(['Sugarcane', 'Kabras sugar 2kg'])
})

it('keeps up with what is sold, renamed, switched off and on again', async () => {
  const db = await openShop()
  const items = Array.from({ length: 50 }, (_, at) => add(db, { name: `Milk ${at}` }))
  const [first = 0, second = 0] = items.slice(30)
  for (let count = 0; count < 300; count += 1) {
    moveOnHand(db, [{ item_id: first, quantity: -100, sold: 1 }])
    if (count % 2 === 0) moveOnHand(db, [{ item_id: second, quantity: -100, sold: 1 }])
  }
  expect(searchItems(db, 'milk', 2).map(({ id }) => id)).toEqual([first, second])
  updateItem(db, first, { active: 0 })
  expect(searchItems(db, 'milk', 1).map(({ id }) => id)).toEqual([second])
  updateItem(db, first, { active: 1, name: 'Maziwa' })
  expect(searchItems(db, 'maziwa', 5).map(({ id }) => id)).toEqual([first])
  expect(searchItems(db, 'milk', 50)).toHaveLength(49)
  expect(countItems(db, { text: 'milk', filter: 'all' })).toBe(49)
})

it('answers what sorting all matches would, for shops of every kind of sales', async () => {
  const random = randomFrom(7)
  const kinds: [string, () => number][] = [
    ['nothing sold yet', () => 0],
    ['all sold alike', () => 100_000 + random(50)],
    ['a few sell most', () => Math.floor(10_000 / (1 + random(3000)))],
    ['anything', () => random(5_000_000)],
  ]
  const words = ['sugar', 'salt', 'soap', 'soda', 'tea']
  for (const [kind, sold] of kinds) {
    const db = await openShop()
    const rows = Array.from({ length: 1000 }, (_, at) => {
      const name = `${words[random(5)]} ${words[random(5)]} ${String(at).padStart(4, '0')}`
      return { name, sold: sold(), active: random(10) === 0 ? (0 as const) : (1 as const) }
    })
    for (const row of rows) add(db, row)
    for (const text of ['s', 'so', 'tea', 'sugar s', 'salt tea', 'x']) {
      const typed = text.split(' ')
      const best = rows
        .filter(({ name, active }) => {
          const own = name.split(' ')
          return active === 1 && typed.every((word) => own.some((each) => each.startsWith(word)))
        })
        .toSorted(
          (a, b) =>
            Number(b.name.startsWith(text)) - Number(a.name.startsWith(text)) ||
            b.sold - a.sold ||
            (a.name < b.name ? -1 : 1),
        )
        .slice(0, 40)
      expect(names(db, text), `${kind}: ${text}`).toEqual(best.map(({ name }) => name))
    }
  }
})

it('finds a number and its unit, whether a space stands between them or not', async () => {
  const db = await openShop()
  const goods = ['Sugar 2 kg', 'Sugar 2kg', 'Sugar 20kg', 'Soda 500 ml', 'Juice 500ml', 'Oil 1.5 l', '7 Up']
  for (const name of goods) add(db, { name })
  for (const [text, expected] of [
    ['2kg', ['Sugar 2 kg', 'Sugar 2kg']],
    ['2 kg', ['Sugar 2 kg', 'Sugar 2kg']],
    ['sugar 2k', ['Sugar 2 kg', 'Sugar 2kg']],
    ['2kg sug', ['Sugar 2 kg', 'Sugar 2kg']],
    ['500ml', ['Juice 500ml', 'Soda 500 ml']],
    ['500 ml', ['Juice 500ml', 'Soda 500 ml']],
    ['1.5l', ['Oil 1.5 l']],
    ['7up', ['7 Up']],
    ['7 up', ['7 Up']],
    ['2', ['Sugar 2 kg', 'Sugar 20kg', 'Sugar 2kg']],
  ] as const) {
    expect(names(db, text).toSorted(), text).toEqual(expected)
    expect(countItems(db, { text, filter: 'all' }), text).toBe(expected.length)
  }
  expect(names(db, 'sugar 2 kg'), 'both begin with it').toEqual(['Sugar 2 kg', 'Sugar 2kg'])
})

it('corrects one typing error, or reads a shortened word, where nothing matches as typed', async () => {
  const db = await openShop()
  add(db, { name: 'Brookside milk 500 ml', sold: 9 })
  add(db, { name: 'Milk powder' })
  add(db, { name: 'Tea leaves' })
  add(db, { name: 'Sugar 1 kg', active: 0 })
  add(db, { name: 'Bar soap 800 g' })
  add(db, { name: 'Bar stool', sold: 1 })
  const corrected = (text: string) => searchCorrected(db, text, 40).map(({ name }) => name)
  const milk = ['Brookside milk 500 ml', 'Milk powder']
  for (const [text, expected] of [
    ['mlik', milk],
    ['mikl', milk],
    ['MLIK', milk],
    ['millk', milk],
    ['mulk', milk],
    ['mlk', milk],
    ['mlik 500ml', milk.slice(0, 1)],
    ['brokside', milk.slice(0, 1)],
    ['mlk powder', milk.slice(1)],
    ['tae', ['Tea leaves']],
    ['suagr', []],
    ['mmiilk', []],
    ['mulk sgar', []],
    ['bar sp', ['Bar soap 800 g']],
    ['SP bar', ['Bar soap 800 g']],
    ['sp', []],
    ['bar q', []],
    ['12345', []],
    ['"mulk" OR', []],
    ['x'.repeat(100), []],
    ['', []],
  ] as const)
    expect(corrected(text), text).toEqual(expected)
})

it.each(['0010', '0018'])('takes over the goods of a shop from before %s', async (next) => {
  const db = openDb(':memory:')
  onTestFinished(db.close)
  const before = Object.keys(profileMigrations).findLast((name) => name < next) ?? ''
  await migrate(db, profileMigrations, { upTo: before })
  const id = add(db, { name: 'Uji mix', sold: 40 })
  add(db, { name: 'Uji', active: 0 })
  await migrate(db, profileMigrations)
  expect(searchItems(db, 'uji', 5).map((item) => item.id)).toEqual([id])
  moveOnHand(db, [{ item_id: id, quantity: -100, sold: 1 }])
  updateItem(db, id, { name: 'Unga' })
  expect(names(db, 'uji')).toEqual([])
  expect(names(db, 'unga')).toEqual(['Unga'])
})
