/** Items to touch on Sell, best sellers first. */
import { sql } from 'kysely'
import { type Db, isOneOf, prepare } from '../engine/sqlite.ts'
import { itemIdOf, leastSold } from './itemSearch.ts'
import { type ShownItem, shownColumns } from './items.ts'
import { profile } from './schema.ts'

const active = () => profile.selectFrom('item').where('active', '=', sql.lit(1))
const nameOrder = sql<string>`name collate nocase`
const bestOrder = sql`sold_count desc, name collate nocase`

const bestPlaces = prepare((p: { most: number }) =>
  profile
    .selectFrom('item_search')
    .select('rowid')
    .where('rowid', '>=', sql.lit(leastSold))
    .orderBy('rowid', 'desc')
    .limit(p.most),
)
/** The ids of the items that sold best, as JSON. The word index is in that order, so no other index is needed. */
const bestSellers = (db: Db, most: number): string =>
  JSON.stringify(db.column(bestPlaces({ most })).map(itemIdOf))

/** Adds items that were not among the best sellers, by name. */
const filledByName = (
  db: Db,
  best: ShownItem[],
  of: ReturnType<typeof active>,
  limit: number,
): ShownItem[] => {
  if (best.length >= limit) return best
  const ids = JSON.stringify(best.map(({ id }) => id))
  const others = of
    .select(shownColumns)
    .where((where) => where.not(isOneOf('item.id', ids)))
    .orderBy(nameOrder)
    .limit(limit - best.length)
  return [...best, ...db.all(others)]
}

export const allForGrid = (db: Db, limit: number): ShownItem[] => {
  const best = active()
    .select(shownColumns)
    .where(isOneOf('item.id', bestSellers(db, limit)))
    .orderBy(bestOrder)
  return filledByName(db, db.all(best), active(), limit)
}

export const favouritesForGrid = (db: Db, limit: number): ShownItem[] =>
  db.all(active().select(shownColumns).where('favourite', '=', sql.lit(1)).orderBy(bestOrder).limit(limit))

/** Reading and sorting more items than this would take too long. */
const sortedAtMost = 2000
/** In a larger category only items among these best sellers of the shop come before the others. */
const bestOfShop = 4000

export const categoryForGrid = (db: Db, category: string, limit: number): ShownItem[] => {
  const ofCategory = active().where('category', '=', category)
  const best = ofCategory.select(shownColumns).orderBy(bestOrder).limit(limit)
  const count = db.all(ofCategory.select(sql.lit(1).as('one')).limit(sortedAtMost + 1)).length
  if (count <= sortedAtMost) return db.all(best)
  const sold = best.where(isOneOf('item.id', bestSellers(db, bestOfShop)))
  return filledByName(db, db.all(sold), ofCategory, limit)
}

export const hasFavourites = (db: Db): boolean =>
  db.first(active().select('id').where('favourite', '=', sql.lit(1)).limit(1)) !== undefined

export const categories = (db: Db): string[] =>
  db
    .all(active().select('category').distinct().where('category', 'is not', null).orderBy('category'))
    .map((row) => row.category as string)

export const categoryColours = (db: Db) => db.all(profile.selectFrom('category_colour').selectAll())

/** null: the category gets the colour that windows choose by its name. */
export const setCategoryColour = (db: Db, category: string, colour: string | null): void => {
  if (colour === null) db.run(profile.deleteFrom('category_colour').where('category', '=', category))
  else
    db.run(
      profile
        .insertInto('category_colour')
        .values({ category, colour })
        .onConflict((conflict) => conflict.column('category').doUpdateSet({ colour })),
    )
}
