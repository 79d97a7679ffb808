/** Finding active items by words or by price. */
import { sql } from 'kysely'
import { type Db, isOneOf, prepare } from '../engine/sqlite.ts'
import { type ShownItem, shownColumns } from './items.ts'
import { profile } from './schema.ts'
import { beginExpression, correctedExpression, matchExpression } from './searchText.ts'

/**
 * Returns an item's id from its number in the word index (`0018SecondNameAndLook.ts`): below its rank, or negative.
 */
export const itemIdOf = (place: number): number => (place < 0 ? -place : place % leastSold)
/** Items with a number from here on were sold at least once. */
export const leastSold = 2 ** 32
const rankOf = (place: number): number => Math.floor(place / leastSold)

/** How many matches are read first. Eight times as many until they contain the best ones. */
const firstMatches = 4

const activeMatches = prepare((p: { match: string; most: number }) =>
  profile
    .selectFrom('item_search')
    .select('rowid')
    .where(sql<boolean>`item_search match ${p.match}`)
    .where('rowid', '>', sql.lit(0))
    .orderBy('rowid', 'desc')
    .limit(p.most),
)
const namedPlaces = prepare((p: { match: string; most: number }) =>
  profile
    .selectFrom('item_search')
    .select('rowid')
    .where(sql<boolean>`item_search match ${p.match}`)
    .orderBy('rowid', 'desc')
    .limit(p.most),
)
const bestFirst = prepare((p: { ids: string; limit: number }) =>
  profile
    .selectFrom('item')
    .select(shownColumns)
    .where(isOneOf('item.id', p.ids))
    .orderBy('item.sold_count', 'desc')
    .orderBy('item.name')
    .limit(p.limit),
)

/** Returns the matching active items that sell best, however many match. */
const bestMatches = (db: Db, match: string, limit: number): ShownItem[] => {
  for (let most = firstMatches * limit; ; most *= 8) {
    const places = db.column(activeMatches({ match, most }))
    // Among items of this rank and above, `limit` are the best. A lower rank shows that all of them were read.
    const least = rankOf(places[limit - 1] ?? 0)
    if (places.length === most && rankOf(places.at(-1) ?? 0) === least) continue
    const ids = places.filter((place) => rankOf(place) >= least).map(itemIdOf)
    return db.all(bestFirst({ ids: JSON.stringify(ids), limit }))
  }
}

/** Returns items with such a name, deleted ones too: those that sell best, at most `most`. */
export const itemsNamed = (db: Db, text: string, most: number): number[] => {
  const match = matchExpression(text)
  return match ? db.column(namedPlaces({ match: `{name second_name} : (${match})`, most })).map(itemIdOf) : []
}

const byPrice = prepare((p: { price: number; limit: number }) =>
  profile
    .selectFrom('item')
    .select(shownColumns)
    .where('price', '=', p.price)
    .where('active', '=', sql.lit(1))
    .limit(p.limit),
)

/**
 * Returns active items whose name, code or barcode has every word as a prefix: names that begin with the text first,
 * then best sellers.
 */
export const searchItems = (db: Db, text: string, limit: number): ShownItem[] => {
  const match = matchExpression(text)
  if (!match) return []
  const beginning = bestMatches(db, beginExpression(text), limit)
  if (beginning.length === limit) return beginning
  const known = new Set(beginning.map(({ id }) => id))
  const others = bestMatches(db, match, limit).filter(({ id }) => !known.has(id))
  return [...beginning, ...others].slice(0, limit)
}

/** Best sellers among which a shortened word is looked for. */
const namesRead = 500

/** Returns what {@link searchItems} finds with one word read otherwise. For a search that found nothing. */
export const searchCorrected = (db: Db, text: string, limit: number): ShownItem[] => {
  const isKnown = (match: string) => db.first(activeMatches({ match, most: 1 })) !== undefined
  const meant = correctedExpression(text, isKnown)
  if (!meant) return []
  const { match, fits } = meant
  if (!fits) return bestMatches(db, match, limit)
  const named = bestMatches(db, match, namesRead)
  return named.filter((item) => fits(`${item.name} ${item.second_name ?? ''}`)).slice(0, limit)
}

/** Returns active items with exactly this price, cents. */
export const itemsByPrice = (db: Db, price: number, limit: number): ShownItem[] =>
  db.all(byPrice({ price, limit }))
