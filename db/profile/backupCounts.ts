/** Row counts that a copy must reach. */
import type { Db } from '../engine/sqlite.ts'
import { profile } from './schema.ts'

const tables = ['invoice', 'submission', 'item', 'stock_record', 'attempt'] as const

/** Returns the rows of each table that only grows. */
export const countRows = (db: Pick<Db, 'first'>): Record<string, number> =>
  Object.fromEntries(
    tables.map((table) => [
      table,
      Number(
        db.first(profile.selectFrom(table).select((select) => select.fn.max('id').as('last')))?.last ?? 0,
      ),
    ]),
  )
