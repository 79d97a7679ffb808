/**
 * The yardstick of a sale: bare prepared statements that write, into a copy of the database, the very rows that a sale
 * has written, in one transaction.
 */
import Sqlite from 'better-sqlite3'
import type { SecondCopy } from './secondCopy.ts'

/** Tables in the order in which a sale writes them: the columns, and which rows are the sale's. */
const tables = {
  invoice: {
    columns: `kind, number, source, original_id, reason, sold_at, day, author_id, author_name, buyer_pin, buyer_name,
      payment_method, total, taxable, tax, discount, tendered, change, line_count, tax_rates, request_id, body_hash,
      caller_body`,
    ofSale: 'id = @sale',
  },
  invoice_line: {
    columns: `invoice_id, position, item_id, item_code, name, item_class, item_type, barcode, package_unit,
      quantity_unit, quantity, unit_price, discount, total, taxable, tax, tax_type`,
    ofSale: 'invoice_id = @sale order by position',
  },
  invoice_tender: {
    columns: 'invoice_id, position, method, amount, reference',
    ofSale: 'invoice_id = @sale order by position',
  },
  stock_record: {
    columns: `number, type, source, invoice_id, occurred_on, remark, author_name, recorded_at, body_hash, caller_body`,
    ofSale: 'invoice_id = @sale',
  },
  movement: {
    columns: 'item_id, stock_record_id, type, quantity, on_hand_after, moved_at',
    ofSale: 'stock_record_id in (select id from stock_record where invoice_id = @sale) order by id',
  },
  submission: {
    columns: `kind, lane, blockers, title, amount, payload, packed, digest, item_id, invoice_id, stock_record_id, customer_pin,
      author_id, author_name, created_at`,
    ofSale: `invoice_id = @sale or stock_record_id in (select id from stock_record where invoice_id = @sale) order by id`,
  },
  submission_dependency: {
    columns: 'submission_id, depends_on, need',
    ofSale: 'met = 0 and depends_on = (select id from submission where invoice_id = @sale)',
  },
  audit: {
    columns: 'at, kind, subject, row_id, who, content, hash',
    ofSale: `kind = 'sale' and row_id = @sale or kind = 'stockRecord' and row_id in
      (select id from stock_record where invoice_id = @sale) order by seq`,
  },
}

export interface SaleRows {
  inserts: { into: number; values: unknown[] }[]
  movements: { item: number; quantity: number }[]
  nextNumber: number
}

/** Reads back what a sale has written. */
export const rowReader = (file: string) => {
  const db = new Sqlite(file, { readonly: true })
  const rows = Object.entries(tables).map(([table, { columns, ofSale }]) =>
    db.prepare<[{ sale: number }], unknown[]>(`select ${columns} from ${table} where ${ofSale}`).raw(),
  )
  const movements = db.prepare<[{ sale: number }], SaleRows['movements'][number]>(
    `select item_id as item, quantity from movement where ${tables.movement.ofSale}`,
  )
  const counter = db.prepare<[], number>("select next from counter where name = 'till.sale'").pluck()
  return {
    read: (sale: number): SaleRows => ({
      inserts: rows.flatMap((select, into) => select.all({ sale }).map((values) => ({ into, values }))),
      movements: movements.all({ sale }),
      nextNumber: counter.get() ?? 0,
    }),
    close: () => db.close(),
  }
}

const openDurably = (file: string) => {
  const db = new Sqlite(file)
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = FULL')
  db.pragma('foreign_keys = ON')
  const inserts = Object.entries(tables).map(([table, { columns }]) =>
    db.prepare(`insert into ${table} (${columns}) values (${columns.replace(/\w+/g, '?')})`),
  )
  return { db, inserts }
}

interface CallerSale {
  transaction: { invcNo: string }
  lineItems: { itemCd: string }[]
}

/**
 * Writes the rows of one sale of other software again under other numbers, in a transaction each. What comes from the
 * body in every sale is taken from it: the number, the items of the lines, the body itself, and the record for the
 * authority with the number in it. The rest is the first sale's.
 */
export const callerSaleWriter = (
  file: string,
  { inserts: template }: SaleRows,
  { number, secondCopy }: { number: string; secondCopy: SecondCopy | null },
) => {
  const { db, inserts } = openDurably(file)
  const itemId = db.prepare<[string], number>('select id from item where code = ?').pluck()
  const columns = Object.values(tables).map((table) => table.columns.split(/,\s*/))
  const rows = template.map(({ into, values }) => {
    const place = (name: string) => columns[into]?.indexOf(name) ?? -1
    const places = {
      number: values.indexOf(number),
      invoice: place('invoice_id'),
      line: place('item_code') < 0 ? -1 : place('position'),
      item: place('item_id'),
      body: place('caller_body'),
    }
    return { insert: inserts[into], values, places }
  })
  return db.transaction((sale: CallerSale) => {
    const { invcNo } = sale.transaction
    const body = JSON.stringify(sale)
    let invoiceId: number | bigint = 0
    const written: unknown[] = []
    for (const { insert, values, places } of rows) {
      const row = values.slice()
      if (places.number >= 0) row[places.number] = invcNo
      if (places.invoice >= 0) row[places.invoice] = invoiceId
      if (places.line >= 0) {
        const position = row[places.line] as number
        row[places.item] = itemId.get(sale.lineItems[position - 1]?.itemCd ?? '')
      }
      if (places.body >= 0) row[places.body] = body
      const { lastInsertRowid } = insert?.run(...row) ?? { lastInsertRowid: 0 }
      written.push(row)
      if (invoiceId === 0) invoiceId = lastInsertRowid
    }
    secondCopy?.keep(written)
  }).immediate
}

/** Writes such rows into the copy of the database, as durably as the till does. */
export const rowWriter = (file: string, secondCopy: SecondCopy | null) => {
  const { db, inserts } = openDurably(file)
  const sell = db.prepare('update item set on_hand = on_hand + ?, sold_count = sold_count + 1 where id = ?')
  const count = db.prepare(
    "insert into counter (name, next) values ('till.sale', ?) on conflict (name) do update set next = excluded.next",
  )
  const write = db.transaction((rows: SaleRows) => {
    count.run(rows.nextNumber)
    for (const { into, values } of rows.inserts) inserts[into]?.run(...values)
    for (const { item, quantity } of rows.movements) sell.run(quantity, item)
    secondCopy?.keep(rows)
  })
  /** Resolves once it is durable. */
  const writeRows = async (rows: SaleRows): Promise<void> => {
    write.immediate(rows)
    await secondCopy?.kept()
  }
  return { write: writeRows, close: () => db.close() }
}

/** How many rows each table has, and what is on the shelves: two databases with the same answer hold the same sales. */
export const contents = (file: string): string => {
  const db = new Sqlite(file, { readonly: true })
  const counts = Object.keys(tables).map((table) => db.prepare(`select count(*) from ${table}`).pluck().get())
  const shelves = db
    .prepare('select sum(on_hand * id), sum(sold_count * id), max(next) from item, counter')
    .raw()
    .get()
  const payloads = db.prepare('select sum(length(payload)), sum(id * invoice_id) from submission').raw().get()
  db.close()
  return JSON.stringify([counts, shelves, payloads])
}
