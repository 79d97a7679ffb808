/** Lists answer what reading everything would, and read no whole table for it. */
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { migrate } from '../../../db/engine/migrate.ts'
import { type Db, type OpenDb, openDb } from '../../../db/engine/sqlite.ts'
import { invoiceIds } from '../../../db/profile/invoiceList.ts'
import { itemsNamed } from '../../../db/profile/itemSearch.ts'
import { countItems, listItems } from '../../../db/profile/items.ts'
import { profileMigrations } from '../../../db/profile/migrations/index.ts'
import { movementFigures, waitingAtMost } from '../../../db/profile/stock.ts'
import { fillCatalogue } from '../../bench/catalogue.ts'
import { writeSales } from '../../bench/history.ts'
import { temporaryFolder } from '../../support/folder.ts'

const items = 300
const sales = 2000

/** A shop of some years, most of it accepted; every 50th document waits, every 70th was refused. */
const openShop = async (): Promise<OpenDb> => {
  const folder = temporaryFolder()
  const file = join(folder.path, 'till.db')
  const made = openDb(file)
  await migrate(made, profileMigrations)
  made.close()
  fillCatalogue(file, items)
  writeSales(file, { last: sales, sent: true })
  const db = openDb(file)
  onTestFinished(() => {
    db.close()
    folder.remove()
  })
  db.raw.exec(`
    update submission set state = 'queued' where coalesce(invoice_id, stock_record_id) % 50 = 0;
    update submission set state = 'refused' where coalesce(invoice_id, stock_record_id) % 70 = 0;
    update item set on_hand = 0 where id % 9 = 0;
    update item set authority_on_hand = on_hand;
    update item set on_hand = on_hand - 100 where id % 11 = 0`)
  return db
}

/** A database that reports which tables a query reads completely. */
const watched = (db: OpenDb): { db: Db; scans: string[] } => {
  const scans: string[] = []
  const look = (query: Parameters<Db['all']>[0]) => {
    const { sql, parameters } = 'compile' in query ? query.compile() : query
    const plan = db.raw.prepare(`explain query plan ${sql}`).all(...parameters) as { detail: string }[]
    scans.push(
      ...plan
        .map(({ detail }) => detail)
        .filter((detail) => /^SCAN (?!json_each|item_search|found|\()/.test(detail)),
    )
  }
  return {
    scans,
    db: {
      ...db,
      all: (query) => {
        look(query)
        return db.all(query)
      },
      first: (query) => {
        look(query)
        return db.first(query)
      },
    },
  }
}

it('says of each item when it moved last and how many of its movements wait', async () => {
  const shop = await openShop()
  const { db, scans } = watched(shop)
  const naive = shop.raw
    .prepare(`select movement.item_id, max(movement.id) as last,
      sum(submission.state in ('queued', 'sending', 'unknown', 'refused')) as waiting from movement
      left join submission on submission.stock_record_id = movement.stock_record_id group by movement.item_id`)
    .all() as { item_id: number; last: number; waiting: number }[]
  const ids = naive.map(({ item_id }) => item_id)
  const movedAt = shop.raw.prepare('select moved_at from movement where id = ?').pluck()
  const expected = naive.map(({ item_id, last, waiting }) => ({
    item_id,
    last_moved_at: movedAt.get(last),
    waiting: Math.min(waiting, waitingAtMost),
  }))
  const found = movementFigures(db, ids).toSorted((a, b) => a.item_id - b.item_id)
  expect(found).toEqual(expected)
  expect(found.some(({ waiting }) => waiting > 0)).toBe(true)
  expect(scans).toEqual([])
  shop.raw.exec("update submission set state = 'queued' where state = 'accepted'")
  expect(movementFigures(db, ids).every(({ waiting }) => waiting <= waitingAtMost)).toBe(true)
  shop.raw.exec("update submission set state = 'accepted'")
  expect(movementFigures(db, ids).every(({ waiting }) => waiting === 0)).toBe(true)
})

it('lists receipts by state without reading those of all years', async () => {
  const shop = await openShop()
  const { db, scans } = watched(shop)
  const naive = (where: string, before = sales + 1) =>
    shop.raw
      .prepare(`select invoice.id from invoice join submission on submission.invoice_id = invoice.id
        where ${where} and invoice.id < ? order by invoice.id desc limit 20`)
      .pluck()
      .all(before)
  const day = shop.raw.prepare('select day from invoice where id = 1000').pluck().get() as string
  for (const [state, where] of [
    ['waiting', "submission.state in ('queued', 'sending', 'unknown')"],
    ['refused', "submission.state = 'refused'"],
  ] as const) {
    const first = invoiceIds(db, { state, limit: 20 })
    expect(first, state).toEqual(naive(where))
    const before = first.at(-1) ?? 0
    expect(invoiceIds(db, { state, before, limit: 20 })).toEqual(naive(where, before))
    const ofDay = invoiceIds(db, { state, day, limit: 20 })
    expect(ofDay).toEqual(naive(`${where} and invoice.day = '${day}'`))
  }
  expect(scans).toEqual([])
})

it('finds receipts by what was typed, each way by an index', async () => {
  const shop = await openShop()
  shop.raw.exec(`drop trigger invoice_is_final;
    update invoice set number = 'T1-CN-7' where id = 40;
    update invoice set buyer_name = 'Mama Njeri', buyer_pin = 'A000000001Z' where id = 41;
    update invoice set total = 77700 where id in (42, 43)`)
  const { db, scans } = watched(shop)
  const find = (text: string, more = {}) =>
    invoiceIds(db, { find: { text, reference: text.toUpperCase(), ...more }, state: 'all', limit: 50 })
  expect(find('T1-15')).toEqual([15])
  expect(find('15')).toEqual([15])
  expect(find('cn-7')).toEqual([40])
  expect(find('7')).toEqual([40, 7])
  expect(find('mama n')).toEqual([41])
  expect(find('a000000001z')).toEqual([41])
  expect(find('777', { cents: 77_700 })).toEqual([777, 43, 42])
  expect(find('x', { receiptNumber: 12 })).toEqual([12])
  for (const nothing of ['%', '_', '-', 'T1-', 'T1-_', 'T1-99999', 'Nobody'])
    expect(find(nothing), nothing).toEqual([])
  expect(scans).toEqual([])
})

it('finds receipts by the goods in them and by how they were paid, a part of the years at a time', async () => {
  const shop = await openShop()
  shop.raw.exec(`drop trigger invoice_is_final; drop trigger invoice_tender_is_final; drop trigger invoice_tender_stays;
    update item set name = 'Unga wa dona', second_name = 'Maize flour', active = 0 where id = 5;
    update invoice_tender set method = 'mobileMoney' where invoice_id in (30, 1000);
    update invoice set payment_method = '04' where id = 31;
    delete from invoice_tender where invoice_id = 31`)
  const { db, scans } = watched(shop)
  const naive = shop.raw
    .prepare('select distinct invoice_id from invoice_line where item_id = 5 order by 1 desc')
    .pluck()
    .all() as number[]
  expect(naive.length).toBeGreaterThan(10)
  const list = (page: Partial<Parameters<typeof invoiceIds>[1]>) =>
    invoiceIds(db, { state: 'all', limit: 500, ...page })
  for (const text of ['unga', 'maize fl']) {
    expect(itemsNamed(db, text, 10), text).toEqual([5])
    const find = { text, reference: text, items: itemsNamed(db, text, 10) }
    expect(list({ find }), text).toEqual(naive)
    const [from, before] = [500, 1500]
    expect(list({ find, from, before })).toEqual(naive.filter((id) => id >= from && id < before))
  }
  const find = { text: '195.00', reference: '195.00', cents: 19_500 }
  expect(list({ find, from: 500, before: 1000 })).toEqual(list({ from: 500, before: 1000 }))
  expect(list({ methods: ['mobileMoney', '06'] })).toEqual([1000, 30])
  expect(list({ methods: ['cheque', '04'] })).toEqual([31])
  expect(list({ methods: ['mobileMoney', '06'], from: 31 })).toEqual([1000])
  // Filters by payment read the documents of one turn, newest first, and nothing by a table's whole length.
  expect(scans.filter((scan) => !/^SCAN invoice$/.test(scan))).toEqual([])
})

it('lists and counts items by filter and word, and counts no further than a little over a thousand', async () => {
  const shop = await openShop()
  const names = shop.raw.prepare('select name, on_hand, authority_on_hand from item').all() as {
    name: string
    on_hand: number
    authority_on_hand: number
  }[]
  const { db } = watched(shop)
  const word = names[0]?.name.split(' ')[0] ?? ''
  const having = names.filter(({ name }) => name.split(' ').includes(word))
  expect(countItems(db, { filter: 'all', text: word })).toBe(having.length)
  expect(listItems(db, { filter: 'all', text: word, limit: 500 })).toHaveLength(having.length)
  expect(countItems(db, { filter: 'out' })).toBe(names.filter(({ on_hand }) => on_hand <= 0).length)
  expect(countItems(db, { filter: 'waiting' })).toBe(
    names.filter(({ on_hand, authority_on_hand }) => on_hand !== authority_on_hand).length,
  )
  const more =
    shop.raw.prepare(`with recursive n (i) as (select 1 union all select i + 1 from n where i < 4000)
    insert into item (code, name, type, tax_type, price, item_class, origin_country, package_unit, quantity_unit,
      active, created_at, updated_at) select 'KE2NTU9' || i, 'Zabibu ' || i, '2', 'B', 1, '1', 'KE', 'NT', 'U', 1, 0, 0 from n`)
  more.run()
  expect(countItems(db, { filter: 'all' })).toBe(1001)
  expect(countItems(db, { filter: 'all', text: 'zabibu' })).toBe(1001)
  const broad = listItems(db, { filter: 'all', text: 'z', limit: 5000 })
  const sorted = broad.map(({ name }) => name.toLowerCase())
  expect(sorted).toEqual(sorted.toSorted((a, b) => (a < b ? -1 : 1)))
  expect(broad.filter(({ name }) => name.startsWith('Zabibu'))).toHaveLength(4000)
})
