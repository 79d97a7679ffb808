/** The stock list: figures of what sells, filters and orders, from movements at known moments. */
import { expect, it, onTestFinished } from 'vitest'
import { migrate } from '../../../db/engine/migrate.ts'
import { type OpenDb, openDb } from '../../../db/engine/sqlite.ts'
import { profileMigrations } from '../../../db/profile/migrations/index.ts'
import { lastBefore, stockByDay } from '../../../db/profile/movements.ts'
import { insertStockRecord } from '../../../db/profile/stock.ts'
import {
  countStock,
  goodsRunningOut,
  listStock,
  type StockFilter,
  stockValue,
} from '../../../db/profile/stockList.ts'

const day = 86_400_000
const now = 40_000 * day

const openShop = async (): Promise<OpenDb> => {
  const db = openDb(':memory:')
  onTestFinished(db.close)
  await migrate(db, profileMigrations)
  return db
}

let numbers = 0
const addItem = (
  db: OpenDb,
  name: string,
  { price = 100_00, cost = null as number | null, type = '2' } = {},
): number =>
  Number(
    db.raw
      .prepare(`insert into item (code, name, active, type, tax_type, price, average_cost, item_class, origin_country,
        package_unit, quantity_unit, created_at, updated_at)
        values (?, ?, 1, ?, 'B', ?, ?, '5059690800', 'KE', 'NT', 'U', 0, 0)`)
      .run(name, name, type, price, cost).lastInsertRowid,
  )
/** Hundredths, in or out, so many days ago. */
const moved = (db: OpenDb, item_id: number, type: string, quantity: number, daysAgo: number): void => {
  numbers += 1
  insertStockRecord(
    db,
    {
      number: `r${numbers}`,
      type,
      source: 'till',
      invoice_id: null,
      occurred_on: '20260101',
      remark: null,
      author_name: 'Asha',
      recorded_at: now - daysAgo * day,
      body_hash: null,
      caller_body: null,
    },
    'Asha',
    [{ item_id, quantity }],
  )
}

const shopOfFive = async () => {
  const db = await openShop()
  const bread = addItem(db, 'Bread', { price: 70_00, cost: 50_00 })
  moved(db, bread, '06', 100_00, 60)
  // Faster in the last week than in the month: 28 in 7 days, 58 in 30.
  moved(db, bread, '11', -30_00, 20)
  moved(db, bread, '11', -29_00, 2)
  moved(db, bread, '03', 1_00, 1)
  const milk = addItem(db, 'Milk', { price: 60_00 })
  moved(db, milk, '06', 30_00, 60)
  moved(db, milk, '11', -15_00, 10)
  const rice = addItem(db, 'Rice', { price: 200_00 })
  moved(db, rice, '06', 5_00, 300)
  moved(db, rice, '11', -1_00, 200)
  const soap = addItem(db, 'Soap')
  moved(db, soap, '11', -2_00, 40)
  addItem(db, 'Delivery', { type: '3' })
  return { db, bread, rice }
}

it('says what sold in a week and a month, what is left for how many days, and what it is worth', async () => {
  const { db } = await shopOfFive()
  const query = { filter: 'all', days: 14, now } as const
  const rows = listStock(db, { ...query, order: 'name', skip: 0, limit: 10 })
  expect(
    rows.map(({ name, on_hand, sold7, sold30, lasts }) => [name, on_hand, sold7, sold30, lasts]),
  ).toEqual([
    ['Bread', 42_00, 28_00, 58_00, 10.5],
    ['Milk', 15_00, 0, 15_00, 30],
    ['Rice', 4_00, 0, 0, null],
    ['Soap', -2_00, 0, 0, null],
  ])
  // At cost where it is known, at the price otherwise; nothing below zero.
  expect(stockValue(db, query)).toBe(42 * 50_00 + 15 * 60_00 + 4 * 200_00)
})

it('filters and orders by those figures, page by page', async () => {
  const { db } = await shopOfFive()
  const asked = (filter: StockFilter, days: number) => {
    const runningOut = filter === 'runsOut' ? goodsRunningOut(db, days, now) : undefined
    return { filter, days, now, runningOut }
  }
  const names = (filter: StockFilter, days = 14) =>
    listStock(db, { ...asked(filter, days), order: 'name', skip: 0, limit: 10 }).map(({ name }) => name)
  for (const [filter, days, expected] of [
    ['runsOut', 14, ['Bread']],
    ['runsOut', 30, ['Bread', 'Milk']],
    ['runsOut', 10, []],
    ['unsold', 90, ['Rice']],
    ['unsold', 9, ['Milk', 'Rice']],
    ['unsold', 250, []],
    ['neverCounted', 14, ['Bread', 'Milk', 'Rice', 'Soap']],
    ['negative', 14, ['Soap']],
    ['out', 14, ['Soap']],
  ] as const) {
    expect(names(filter, days), `${filter} ${days}`).toEqual(expected)
    expect(countStock(db, asked(filter, days))).toBe(expected.length)
  }
  const page = (order: 'name' | 'value' | 'lasts' | 'sold', skip: number) =>
    listStock(db, { filter: 'all', days: 14, now, order, skip, limit: 2 }).map(({ name }) => name)
  expect([...page('value', 0), ...page('value', 2)]).toEqual(['Bread', 'Milk', 'Rice', 'Soap'])
  expect([...page('lasts', 0), ...page('lasts', 2)]).toEqual(['Bread', 'Milk', 'Rice', 'Soap'])
  expect(page('sold', 1)).toEqual(['Milk', 'Rice'])
  expect(
    listStock(db, { text: 'ric', filter: 'unsold', days: 90, now, order: 'value', skip: 0, limit: 2 }),
  ).toMatchObject([{ name: 'Rice' }])
})

it('says what was there at the end of each day on which it moved', async () => {
  const { db, bread } = await shopOfFive()
  const days = stockByDay(db, { itemId: bread, since: now - 30 * day, dayMs: day, offset: 0 })
  expect(days.map((row) => [row.day, row.on_hand])).toEqual([
    [39_980, 70_00],
    [39_998, 41_00],
    [39_999, 42_00],
  ])
  expect(lastBefore(db, bread, now - 30 * day)?.on_hand).toBe(100_00)
  expect(lastBefore(db, bread, now - 90 * day)).toBeUndefined()
})

it('a shop from before knows when each item was last sold', async () => {
  const db = openDb(':memory:')
  onTestFinished(db.close)
  await migrate(db, profileMigrations, { upTo: '0029_costs' })
  const bread = addItem(db, 'Bread')
  const soap = addItem(db, 'Soap')
  db.raw.exec(`insert into stock_record (number, type, source, occurred_on, author_name, recorded_at)
      values ('1', '11', 'till', '20260101', 'Asha', 5), ('2', '06', 'till', '20260101', 'Asha', 6);
    insert into movement (item_id, stock_record_id, type, quantity, on_hand_after, moved_at)
      values (${bread}, 1, '11', -100, -100, 5), (${soap}, 2, '06', 100, 100, 6)`)
  await migrate(db, profileMigrations)
  expect(db.raw.prepare('select id, last_sold_at from item order by id').raw().all()).toEqual([
    [bread, 5],
    [soap, null],
  ])
})
