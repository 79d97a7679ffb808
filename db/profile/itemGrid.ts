/** Items to touch on Sell. */
import { sql } from 'kysely'
import type { Db } from '../engine/sqlite.ts'
import { type ShownItem, shownColumns } from './items.ts'
import { profile } from './schema.ts'

const nameOrder = sql<string>`name collate nocase`

/** Returns favourites, or one category's items, by name. */
export const gridItems = (db: Db, category: string | undefined, limit: number): ShownItem[] => {
  const active = profile
    .selectFrom('item')
    .select(shownColumns)
    .where('active', '=', sql.lit(1))
    .orderBy(nameOrder)
    .limit(limit)
  return db.all(
    category === undefined
      ? active.where('favourite', '=', sql.lit(1))
      : active.where('category', '=', category),
  )
}

export const categories = (db: Db): string[] =>
  db
    .all(
      profile
        .selectFrom('item')
        .select('category')
        .distinct()
        .where('active', '=', sql.lit(1))
        .where('category', 'is not', null)
        .orderBy('category'),
    )
    .map((row) => row.category as string)
