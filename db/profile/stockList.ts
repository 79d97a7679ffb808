/** The stock list: what is there, how it sells, and how long it lasts. */
import { sql } from 'kysely'
import type { Db } from '../engine/sqlite.ts'
import { countedAtMost, filteredItems, type ItemRow, nameOrder } from './items.ts'
import { profile } from './schema.ts'

const day = 86_400_000

export type StockFilter = 'all' | 'low' | 'out' | 'negative' | 'runsOut' | 'unsold' | 'waiting'
export type StockOrder = 'name' | 'value' | 'lasts' | 'sold'

export interface StockQuery {
  text?: string | undefined
  itemId?: number | undefined
  filter: StockFilter
  /** For runsOut and unsold. */
  days: number
  /** Epoch milliseconds. */
  now: number
}

export interface StockLevel extends ItemRow {
  /** Sold less what credit notes returned; hundredths. */
  sold7: number
  sold30: number
  /** At the rate of the last week or month, whichever is faster; null: nothing was sold. */
  lasts: number | null
}

/** Sold items of the last 30 days. The condition is that of the index `movement_sold`. */
const soldSince = (now: number) =>
  profile
    .selectFrom('movement')
    .select([
      'item_id',
      sql<number>`-sum(iif(moved_at >= ${now - 7 * day}, quantity, 0))`.as('week'),
      sql<number>`-sum(quantity)`.as('month'),
    ])
    .where(sql<boolean>`type in ('11', '03')`)
    .where('moved_at', '>=', now - 30 * day)
    .groupBy('item_id')
    .as('sold')

const perDay = sql<number>`max(sold.week / 7.0, sold.month / 30.0)`
const lasts = sql<number | null>`iif(${perDay} > 0, max(item.on_hand, 0) / ${perDay}, null)`
const value = sql<number>`item.on_hand * coalesce(item.average_cost, item.price)`

const listed = (db: Db, { text, itemId, filter, days, now }: StockQuery) => {
  const known = filter === 'low' || filter === 'out' || filter === 'waiting' ? filter : 'goods'
  let query = filteredItems(db, { text, filter: known }).leftJoin(soldSince(now), 'sold.item_id', 'item.id')
  if (itemId !== undefined) query = query.where('item.id', '=', itemId)
  if (filter === 'negative') return query.where('item.on_hand', '<', sql.lit(0))
  if (filter === 'runsOut') return query.where(sql<boolean>`${lasts} <= ${days}`)
  if (filter === 'unsold')
    return query.where(
      sql<boolean>`item.on_hand > 0 and coalesce(item.last_sold_at, 0) < ${now - days * day}`,
    )
  return query
}

/** Returns a page of the list; rows with the same figure are in order of name. */
export const listStock = (
  db: Db,
  query: StockQuery & { order: StockOrder; skip: number; limit: number },
): StockLevel[] => {
  const rows = listed(db, query)
    .selectAll('item')
    .select((select) => [
      select.fn.coalesce('sold.week', sql.lit(0)).as('sold7'),
      select.fn.coalesce('sold.month', sql.lit(0)).as('sold30'),
      lasts.as('lasts'),
    ])
    .$if(query.order === 'value', (rows) => rows.orderBy(value, 'desc'))
    .$if(query.order === 'sold', (rows) => rows.orderBy(sql`sold30`, 'desc'))
    .$if(query.order === 'lasts', (rows) => rows.orderBy(sql`lasts`, (order) => order.asc().nullsLast()))
    .orderBy(nameOrder)
    .orderBy('item.id')
    .limit(query.limit)
    .offset(query.skip)
  return db.all(rows)
}

/** Returns the number of rows, counted up to one more than {@link countedAtMost}. */
export const countStock = (db: Db, query: StockQuery): number =>
  db.first(
    profile
      .selectFrom(
        listed(db, query)
          .select('item.id')
          .orderBy(nameOrder)
          .orderBy('item.id')
          .limit(countedAtMost + 1)
          .as('found'),
      )
      .select((select) => select.fn.countAll<number>().as('count')),
  )?.count ?? 0

/** Returns the value of what is there, in cents: at average cost, or at the price where no cost is known. */
export const stockValue = (db: Db, query: StockQuery): number =>
  db.first(
    listed(db, query)
      .where('item.on_hand', '>', sql.lit(0))
      .select(sql<number>`cast(round(total(${value}) / 100) as integer)`.as('cents')),
  )?.cents ?? 0
