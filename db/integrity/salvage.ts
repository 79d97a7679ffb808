/**
 * Reads what a damaged database still gives, around the pages that cannot be read, and brings it into a whole one that is
 * older: documents with all that belongs to them, what waits to be sent, and the newest state of what changes.
 */
import { closeSync, copyFileSync, existsSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import { isDamage } from '../engine/errors.ts'
import type { OpenDb } from '../engine/sqlite.ts'
import { quoted, sizeOf } from './inspect.ts'

export interface Salvaged {
  /** Sales and credit notes that came back. */
  documents: number
  /** Numbers of those that could be read in part only; they did not come in. */
  inPart: string[]
}

type Row = Record<string, unknown>

/** Rows read at once. */
const stretch = 1000
/** How far beyond the rows of the older database is looked where the end cannot be read. */
const beyond = 20_000

/** A range of rows; one that cannot be read is halved until only the rows on the bad pages are left out. */
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
  /** Rows of a table with row ids above `after`. `known`: the largest that is known from elsewhere; `which`: a condition in SQL. */
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
  /** Rows of a table without row ids, from both ends of its key up to what cannot be read. */
  *keyed(table: string, keys: readonly string[]): Generator<Row> {
    for (const direction of ['asc', 'desc']) {
      const order = keys.map((key) => `${quoted(key)} ${direction}`).join()
      try {
        yield* old.prepare(`select * from ${quoted(table)} order by ${order}`).iterate() as Iterable<Row>
        return
      } catch (error) {
        // A database of an earlier version may not have the table yet.
        if ((error as { code?: string }).code === 'SQLITE_ERROR') return
        if (!isDamage(error)) throw error
      }
    }
  },
  /** Rows that belong to one; null where they cannot be read. */
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
      // A row that breaks a rule of the schema is not whole; the others come in without it.
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
    /** Answers whether the row came in. */
    add: (table: string, row: Row) => write(table, row, 'on conflict do nothing'),
    /** In place of the row with the same key. */
    put: (table: string, keys: readonly string[], row: Row) => {
      const changed = Object.keys(row).filter((name) => !keys.includes(name))
      const set = changed.map((name) => `${quoted(name)} = excluded.${quoted(name)}`).join()
      return write(table, row, `on conflict (${keys.map(quoted).join()}) do update set ${set}`)
    },
  }
}

/** Opens the damaged file; where its first page is the trouble, a copy of it that has the first page of a whole one. */
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
  // As many pages as there are, and the mark that says that this number holds.
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

/** Tables whose rows only ever come to be, in an order in which each finds what it refers to. */
const belongs = [
  ['invoice_line', 'invoice_id'],
  ['invoice_tender', 'invoice_id'],
] as const

/** What changes: the damaged file's state is the newer one. */
const changing = [
  ['device', 'id'],
  ['setting', 'name'],
  ['item', 'id'],
  ['customer', 'pin'],
  ['taxpayer', 'pin'],
  ['insurance', 'code'],
  ['purchase', 'id'],
  ['parked_sale', 'id'],
] as const

/** The same without row ids, after what they refer to: what was learnt, and what must not be done a second time. */
const changingByKey = [
  ['supplier_item', 'supplier_pin', 'supplier_code'],
  ['caller_body', 'kind', 'key'],
  ['idempotency', 'route', 'key'],
  ['authority_only', 'trader_number'],
  ['sale_draft', 'till_window'],
] as const

/** When a database was made, to the millisecond: its copies have the same moment. */
const madeAt = (raw: Sqlite.Database): unknown =>
  first(() => raw.prepare('select min(timestamp) from kysely_migration').pluck().get(), null)

/** Rows of two databases that were never one have the same ids and nothing in common. An empty one takes any. */
const areOfOnePast = (into: Sqlite.Database, old: Sqlite.Database): boolean =>
  madeAt(into) === madeAt(old) || into.prepare('select 1 from item').get() === undefined

/** Brings what `file` gives into `db`, all of it or nothing. Throws when `db` cannot be written. */
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

  const bringAll = (): Salvaged => {
    const result: Salvaged = { documents: 0, inPart: [] }
    for (const [table, key] of changing)
      for (const row of reader.rows(table, 0, lastOf(table))) put(table, [key], row)
    for (const [table, ...keys] of changingByKey)
      for (const row of reader.keyed(table, keys)) put(table, keys, row)
    // The number of one that has been replaced since is that of the one in its place.
    for (const table of ['invoice', 'stock_record'])
      for (const { id } of reader.rows(table, 0, lastOf(table), 'superseded = 1'))
        run(`update ${table} set superseded = 1 where id = ? and superseded = 0`, [id])
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
      if (!add('invoice', invoice)) continue
      result.documents += 1
      for (const { table, rows } of parts) {
        // An item whose own row is lost is known by its name on the line all the same.
        for (const row of rows ?? []) if (!add(table, row)) add(table, { ...row, item_id: null })
      }
    }
    // One may have come for a document that the older database has still waiting.
    for (const row of reader.rows('signature', 0, lastOf('invoice'))) add('signature', row)
    for (const table of ['print', 'stock_record', 'movement']) for (const row of fresh(table)) add(table, row)
    run(
      `update item set on_hand = (select on_hand_after from movement where item_id = item.id order by id desc limit 1)
       where exists (select 1 from movement where item_id = item.id)`,
      [],
    )
    // What was not accepted in the older database may have been sent since, or replaced.
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
    run(
      `update submission set blockers =
         (select count(*) from submission_dependency where submission_id = submission.id and met = 0)
       where state in ('queued', 'sending', 'unknown')`,
      [],
    )
    for (const table of ['attempt', 'audit']) for (const row of fresh(table)) add(table, row)
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
