/** The rules of the database after any request: nothing half-written, and nothing written for a refused request. */
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect } from 'vitest'

/** Written for a call that is refused as well: tries of the queue. */
const ofNoDocument = new Set(['attempt'])

export interface Wholeness {
  /** Call after every answer; a refused request must have added no row. */
  after(refused: boolean, what: () => string): void
  /** Everything belongs together. */
  check(): void
  close(): void
}

export const watchDatabase = (dataDir: string, appId: string): Wholeness => {
  const file = join(dataDir, 'apps', appId, 'till.db')
  const db = new Sqlite(file, { readonly: true })
  const tables = db
    .prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite_%'")
    .pluck()
    .all() as string[]
  const counted = tables.filter((name) => !ofNoDocument.has(name) && !name.startsWith('item_search'))
  // The highest row is found at once, and no document is ever deleted.
  const rows = db.prepare(
    `select ${counted.map((name) => `(select ${hasRowId(db, name) ? 'max(rowid)' : 'count(*)'} from ${name}) as ${name}`).join(', ')}`,
  )
  const version = () => db.pragma('data_version', { simple: true })
  let seen = version()
  let before = rows.get()
  const none = (sql: string) => expect(db.prepare(sql).all(), sql).toEqual([])
  return {
    after: (refused, what) => {
      const now = version()
      if (now === seen) return
      seen = now
      const after = rows.get()
      if (refused) expect(after, what()).toEqual(before)
      before = after
    },
    check: () => {
      expect(db.pragma('foreign_key_check')).toEqual([])
      // The full-text index of a connection that is open already is checked against what it remembers of it.
      const fresh = new Sqlite(file, { readonly: true })
      expect(fresh.pragma('quick_check', { simple: true })).toBe('ok')
      fresh.close()
      none('select id from invoice where id not in (select invoice_id from invoice_line)')
      none(
        'select id from invoice where id not in (select invoice_id from submission where invoice_id is not null)',
      )
      none(
        `select item.id, item.on_hand, sum(movement.quantity) as moved from item left join movement on item_id = item.id
         group by item.id having coalesce(item.on_hand, 0) <> coalesce(moved, 0)`,
      )
      none(
        `select invoice.id from invoice join invoice_line on invoice_id = invoice.id
         group by invoice.id having sum(invoice_line.total) <> invoice.total`,
      )
      none(
        'select id from stock_record where id not in (select stock_record_id from submission where stock_record_id is not null)',
      )
    },
    close: () => db.close(),
  }
}

const hasRowId = (db: Sqlite.Database, table: string): boolean => {
  try {
    db.prepare(`select rowid from ${table} limit 1`)
    return true
  } catch {
    return false
  }
}
