/**
 * Reads the readable parts of a damaged database, around unreadable pages, into an older intact one: documents with
 * everything that belongs to them, pending submissions, and the newest state of changing tables.
 */
import { closeSync, copyFileSync, existsSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import { isDamage } from '../engine/errors.ts'
import type { OpenDb } from '../engine/sqlite.ts'
import { type ItemOfBefore, uidOfItem } from '../profile/migrations/0062ItemUid.ts'
import { quoted, sizeOf } from './inspect.ts'
import { aheadOfCustomer, owedBeforeOthers, owedOfSale } from './owed.ts'

export interface Salvaged {
  /** Sales and credit notes that were recovered. */
  documents: number
  /** Numbers of documents that could be read only in part. They were not recovered. */
  inPart: string[]
}

type Row = Record<string, unknown>

/** Rows per read. */
const stretch = 1000
/** Row ids beyond the older database's to try if the end cannot be read. */
const beyond = 20_000

/** Reads a range of rows. An unreadable range is halved until only the rows on damaged pages are left out. */
const readRange = function* (select: Sqlite.Statement, from: number, to: number): Generator<Row> {
  let rows: Row[]
  try {
    rows = select.all(from, to) as Row[]
  } catch (error) {
    if (!isDamage(error)) throw error
    if (from === to) return
    const middle = Math.floor((from + to) / 2)
    yield* readRange(select, from, middle)
    yield* readRange(select, middle + 1, to)
    return
  }
  yield* rows
}

const first = <T>(work: () => T, otherwise: T): T => {
  try {
    return work()
  } catch (error) {
    if (isDamage(error)) return otherwise
    throw error
  }
}

const createReader = (old: Sqlite.Database) => ({
  /**
   * Reads rows with row ids above `after`. `known`: the largest one known from elsewhere; `which`: a condition in
   * SQL.
   */
  *rows(table: string, after: number, known: number, which = '1'): Generator<Row> {
    const select = first(
      () => old.prepare(`select * from ${quoted(table)} where rowid between ? and ? and ${which}`),
      null,
    )
    if (!select) return
    const last = first(
      () =>
        Number(
          old
            .prepare(`select max(rowid) from ${quoted(table)}`)
            .pluck()
            .get() ?? 0,
        ),
      Math.max(after, known) + beyond,
    )
    for (let from = after + 1; from <= last; from += stretch)
      yield* readRange(select, from, Math.min(last, from + stretch - 1))
  },
  /** Reads rows of a table without row ids, from both ends of its key to the first unreadable row. */
  *keyed(table: string, keys: readonly string[]): Generator<Row> {
    for (const direction of ['asc', 'desc']) {
      const order = keys.map((key) => `${quoted(key)} ${direction}`).join()
      try {
        yield* old.prepare(`select * from ${quoted(table)} order by ${order}`).iterate() as Iterable<Row>
        return
      } catch (error) {
        // A database of an earlier version may lack the table.
        if ((error as { code?: string }).code === 'SQLITE_ERROR') return
        if (!isDamage(error)) throw error
      }
    }
  },
  /** Returns the rows of one document; null if they cannot be read. */
  of(table: string, column: string, id: unknown): Row[] | null {
    return first(
      () => old.prepare(`select * from ${quoted(table)} where ${quoted(column)} = ?`).all(id) as Row[],
      null,
    )
  },
})

const createWriter = (raw: Sqlite.Database) => {
  const prepared = new Map<string, Sqlite.Statement>()
  const run = (sql: string, values: unknown[]): boolean => {
    const statement = prepared.get(sql) ?? raw.prepare(sql)
    prepared.set(sql, statement)
    try {
      return statement.run(...values).changes > 0
    } catch (error) {
      // A row that violates the schema is damaged. The others are recovered without it.
      if (/^SQLITE_(CONSTRAINT|MISMATCH)/.test((error as { code?: string }).code ?? '')) return false
      throw error
    }
  }
  const write = (table: string, row: Row, ending: string): boolean => {
    const columns = Object.keys(row)
    const names = columns.map((name) => `${quoted(name)}`).join()
    const marks = columns.map(() => '?').join()
    return run(`insert into ${quoted(table)} (${names}) values (${marks}) ${ending}`, Object.values(row))
  }
  return {
    run,
    /** Returns whether the row was added. */
    add: (table: string, row: Row) => write(table, row, 'on conflict do nothing'),
    /** Replaces the row with the same key. */
    put: (table: string, keys: readonly string[], row: Row) => {
      // A trigger refuses another number of a customer, also the same one.
      const kept = table === 'customer' ? [...keys, 'number'] : keys
      const changed = Object.keys(row).filter((name) => !kept.includes(name))
      const set = changed.map((name) => `${quoted(name)} = excluded.${quoted(name)}`).join()
      return write(table, row, `on conflict (${keys.map(quoted).join()}) do update set ${set}`)
    },
  }
}

/** Opens the damaged file. If its first page is damaged, opens a copy with the first page of an intact database. */
const openOld = (file: string, whole: string): { old: Sqlite.Database; end(): void } | null => {
  const open = (name: string): Sqlite.Database | null => {
    let old: Sqlite.Database | undefined
    try {
      old = new Sqlite(name, { readonly: true, fileMustExist: true })
      old.prepare('select count(*) from sqlite_master').get()
      old.prepare('select rowid from invoice limit 1').get()
      return old
    } catch (error) {
      old?.close()
      const { code = '' } = error as { code?: string }
      if (isDamage(error) || code === 'SQLITE_ERROR') return null
      throw error
    }
  }
  const asItIs = open(file)
  if (asItIs) return { old: asItIs, end: () => asItIs.close() }
  const copy = `${whole}.patched`
  const remove = () => {
    for (const part of ['', '-wal', '-shm']) rmSync(`${copy}${part}`, { force: true })
  }
  copyFileSync(file, copy)
  if (existsSync(`${file}-wal`)) copyFileSync(`${file}-wal`, `${copy}-wal`)
  const page = firstPageOf(whole)
  // The real number of pages, and the mark that this number is valid.
  page.writeUInt32BE(Math.floor((sizeOf(copy) ?? 0) / page.length), 28)
  page.copy(page, 92, 24, 28)
  const fd = openSync(copy, 'r+')
  try {
    writeSync(fd, page, 0, page.length, 0)
  } finally {
    closeSync(fd)
  }
  const patched = open(copy)
  if (!patched) {
    remove()
    return null
  }
  const end = () => {
    patched.close()
    remove()
  }
  return { old: patched, end }
}

const firstPageOf = (file: string): Buffer => {
  const fd = openSync(file, 'r')
  try {
    const header = Buffer.alloc(100)
    readSync(fd, header, 0, 100, 0)
    const size = header.readUInt16BE(16)
    const page = Buffer.alloc(size === 1 ? 65_536 : size)
    readSync(fd, page, 0, page.length, 0)
    return page
  } finally {
    closeSync(fd)
  }
}

/** Tables whose rows are only added, in an order in which each finds its references. */
const belongs = [
  ['invoice_line', 'invoice_id'],
  ['invoice_tender', 'invoice_id'],
] as const

/** Changing tables: the damaged file's state is newer. */
const changing = [
  ['device', 'id'],
  ['setting', 'name'],
  ['item', 'id'],
  ['customer', 'id'],
  ['taxpayer', 'pin'],
  ['insurance', 'code'],
  ['purchase', 'id'],
  ['arrival', 'id'],
  ['parked_sale', 'id'],
  ['other_sale', 'id'],
] as const

/** The same without row ids, after their references: learnt data, and requests that must not run twice. */
const changingByKey = [
  ['supplier_item', 'supplier_pin', 'supplier_code'],
  ['caller_body', 'kind', 'key'],
  ['idempotency', 'route', 'key'],
  ['authority_only', 'trader_number'],
  ['sale_draft', 'till_window'],
  ['automatic_resend', 'submission_id', 'cause'],
  ['other_note', 'sale_id', 'uid'],
  ['credit_claim', 'uid'],
] as const

/** When a database was created, to the millisecond. Its copies have the same time. */
const madeAt = (raw: Sqlite.Database): unknown =>
  first(() => raw.prepare('select min(timestamp) from kysely_migration').pluck().get(), null)

/** Rows of unrelated databases have the same ids and nothing in common. An empty database accepts any. */
const areOfOnePast = (into: Sqlite.Database, old: Sqlite.Database): boolean =>
  madeAt(into) === madeAt(old) || into.prepare('select 1 from item').get() === undefined

/** Recovers the content of `file` into `db`, completely or not at all. Throws if `db` cannot be written. */
export const salvage = (db: OpenDb, file: string): Salvaged => {
  db.raw.pragma('wal_checkpoint(TRUNCATE)')
  const opened = openOld(file, db.file)
  if (!opened) return { documents: 0, inPart: [] }
  const { old, end } = opened
  const reader = createReader(old)
  const { raw } = db
  if (!areOfOnePast(raw, old)) {
    end()
    return { documents: 0, inPart: [] }
  }
  const { add, put, run } = createWriter(raw)
  const lastOf = (table: string): number =>
    Number(
      raw
        .prepare(`select max(rowid) from ${quoted(table)}`)
        .pluck()
        .get() ?? 0,
    )
  const fresh = function* (table: string): Generator<Row> {
    const last = lastOf(table)
    yield* reader.rows(table, last, last)
  }

  const has = (table: string) => raw.prepare('select 1 from sqlite_master where name = ?').get(table)

  /** An older database may be from before items had uids. */
  const giveUids = (): void => {
    const first = raw.prepare('select hash from audit order by seq limit 1').pluck().get()
    const without = raw.prepare('select id, code, created_at from item where uid is null').all()
    for (const item of without as ItemOfBefore[])
      run('update item set uid = ? where id = ?', [uidOfItem(String(first ?? ''), item), item.id])
  }

  const bringAll = (): Salvaged => {
    const result: Salvaged = { documents: 0, inPart: [] }
    for (const [table, key] of changing)
      for (const row of reader.rows(table, 0, lastOf(table))) put(table, [key], row)
    for (const [table, ...keys] of changingByKey)
      for (const row of reader.keyed(table, keys)) put(table, keys, row)
    // If a document was superseded since, its number belongs to the new one.
    for (const table of ['invoice', 'stock_record'])
      for (const { id } of reader.rows(table, 0, lastOf(table), 'superseded = 1'))
        run(`update ${table} set superseded = 1 where id = ? and superseded = 0`, [id])
    for (const table of ['shift', 'cash_movement', 'shift_close', 'shift_review', 'approval', 'unofficial'])
      for (const row of fresh(table)) add(table, row)
    for (const invoice of fresh('invoice')) {
      const parts = belongs.map(([table, column]) => ({
        table,
        rows: reader.of(table, column, invoice['id']),
      }))
      const [lines] = parts
      if (lines?.rows?.length !== invoice['line_count'] || parts.some(({ rows }) => rows === null)) {
        result.inPart.push(String(invoice['number']))
        continue
      }
      // If its shift's own row is lost, the document still counts.
      if (!add('invoice', invoice) && !add('invoice', { ...invoice, shift_id: null })) continue
      result.documents += 1
      for (const { table, rows } of parts) {
        // If an item's own row is lost, its name on the line is still known.
        for (const row of rows ?? []) if (!add(table, row)) add(table, { ...row, item_id: null })
      }
    }
    // A signature may belong to a document that is pending in the older database.
    for (const row of reader.rows('signature', 0, lastOf('invoice'))) add('signature', row)
    const accounts = ['customer_sale', 'account_entry', 'account_allocation']
    for (const table of accounts) for (const row of fresh(table)) add(table, row)
    for (const table of ['payment_change', 'payment_change_tender', 'print', 'stock_record', 'movement'])
      for (const row of fresh(table)) add(table, row)
    for (const table of [
      'stock_count',
      'stock_count_item',
      'stock_count_entry',
      'stock_count_end',
      'stock_count_line',
    ])
      for (const row of fresh(table)) add(table, row)
    for (const table of ['delivery', 'purchase_decision']) for (const row of fresh(table)) add(table, row)
    for (const table of ['purchase_order', 'purchase_order_end', 'transfer', 'arrival_decision'])
      for (const row of fresh(table)) add(table, row)
    for (const table of ['item_import', 'item_import_part']) for (const row of fresh(table)) add(table, row)
    for (const table of ['delivery_line', 'purchase_order_line', 'transfer_line', 'item_import_line'])
      for (const row of fresh(table)) if (!add(table, row)) add(table, { ...row, item_id: null })
    for (const row of fresh('customs_entry')) add('customs_entry', row)
    for (const row of reader.rows('customs_status', 0, lastOf('customs_entry')))
      put('customs_status', ['customs_entry_id'], row)
    // An entry whose goods came in must not be approved again, even if the row of its item or delivery is lost.
    for (const row of fresh('customs_decision'))
      if (!add('customs_decision', row)) add('customs_decision', { ...row, item_id: null, delivery_id: null })
    // A paper that waits in the older database may have printed since.
    const unprinted = raw
      .prepare("select id from print_job where state in ('waiting', 'sending')")
      .pluck()
      .all()
    for (const id of unprinted as number[]) {
      const rows = reader.of('print_job', 'id', id) ?? []
      for (const row of rows) put('print_job', ['id'], row)
    }
    for (const row of fresh('print_job')) add('print_job', row)
    run(
      `update item set on_hand = (select on_hand_after from movement where item_id = item.id order by id desc limit 1)
       where exists (select 1 from movement where item_id = item.id)`,
      [],
    )
    // A linked till has the stock of its branch (db/profile/hubLevels.ts).
    if (has('hub_level'))
      run(
        `update item set on_hand = (select on_hand from hub_level where uid = item.uid)
           + (select coalesce(sum(quantity), 0) from movement
              where item_id = item.id and stock_record_id > (select record from hub_level where uid = item.uid))
         where uid in (select uid from hub_level)`,
        [],
      )
    // A document that is pending in the older database may have been sent or replaced since.
    const waiting = raw
      .prepare("select id from submission where state <> 'accepted' or without_signature = 1")
      .pluck()
      .all() as number[]
    for (const id of waiting)
      for (const row of reader.of('submission', 'id', id) ?? []) put('submission', ['id'], row)
    const came = new Set<unknown>(waiting)
    for (const row of fresh('submission')) if (add('submission', row)) came.add(row['id'])
    for (const id of came) {
      for (const row of reader.of('submission_dependency', 'submission_id', id) ?? []) {
        run('delete from submission_dependency where submission_id = ? and depends_on = ?', [
          id,
          row['depends_on'],
        ])
        add('submission_dependency', row)
      }
    }
    if (has('customer_sale'))
      run(`update customer_sale set owed = ${has('other_note') ? owedOfSale : owedBeforeOthers}`, [])
    // Only such a file has payments for other tills.
    if (raw.prepare("select 1 from pragma_table_info('customer') where name = 'ahead'").get())
      run(`update customer set ahead = ${aheadOfCustomer}`, [])
    run(
      `update submission set blockers =
         (select count(*) from submission_dependency where submission_id = submission.id and met = 0)
       where state in ('queued', 'sending', 'unknown')`,
      [],
    )
    for (const table of ['attempt', 'audit']) for (const row of fresh(table)) add(table, row)
    giveUids()
    for (const row of reader.rows('counter', 0, lastOf('counter')))
      run(
        'insert into counter (name, next) values (?, ?) on conflict do update set next = max(next, excluded.next)',
        [row['name'], row['next']],
      )
    return result
  }

  try {
    return db.transaction(bringAll)
  } finally {
    end()
  }
}
