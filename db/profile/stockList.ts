/** The stock list: what is there, how it sells, and how long it lasts. */
import { type SelectQueryBuilder, sql } from 'kysely'
import { type Db, isOneOf } from '../engine/sqlite.ts'
import { countedAtMost, filteredItems, type ItemFilter, type ItemRow, nameOrder } from './items.ts'
import { type ProfileSchema, profile } from './schema.ts'

const day = 86_400_000

export type StockFilter =
  | 'all'
  | 'low'
  | 'out'
  | 'negative'
  | 'runsOut'
  | 'unsold'
  | 'neverCounted'
  | 'waiting'
export type StockOrder = 'name' | 'value' | 'lasts' | 'sold'

export interface StockQuery {
  text?: string | undefined
  itemId?: number | undefined
  filter: StockFilter
  /** For runsOut: {@link goodsRunningOut}. */
  runningOut?: number[] | undefined
  /** For unsold. */
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

/**
 * Sold items of the last 30 days; of these, or of all. The condition is that of the index `movement_sold`. As an
 * expression the item uses no index of its own, which SQLite would otherwise read from its beginning.
 */
const soldSince = (now: number, itemIds?: number[]) =>
  profile
    .selectFrom('movement')
    .select([
      'item_id',
      sql<number>`-sum(iif(moved_at >= ${now - 7 * day}, quantity, 0))`.as('week'),
      sql<number>`-sum(quantity)`.as('month'),
    ])
    .where(sql<boolean>`type in ('11', '03')`)
    .where('moved_at', '>=', now - 30 * day)
    .$if(itemIds !== undefined, (rows) =>
      rows.where(sql<boolean>`+item_id in (select value from json_each(${JSON.stringify(itemIds)}))`),
    )
    .groupBy(sql`+item_id`)

const perDay = sql<number>`max(sold.week / 7.0, sold.month / 30.0)`
const lasts = sql<number | null>`iif(${perDay} > 0, max(item.on_hand, 0) / ${perDay}, null)`
const value = sql<number>`item.on_hand * coalesce(item.average_cost, item.price)`

/** Returns the goods that last at most that many days. The page, the number and the value each need them. */
export const goodsRunningOut = (db: Db, days: number, now: number): number[] =>
  db.column(
    profile
      .selectFrom(soldSince(now).as('sold'))
      .innerJoin('item', 'item.id', 'sold.item_id')
      .select('item.id')
      .where(sql<boolean>`${perDay} > 0 and max(item.on_hand, 0) <= ${days} * ${perDay}`),
  )

/** The filter of the item list that has these goods, and an index. */
const amongItems = (filter: StockFilter): ItemFilter => {
  if (filter === 'negative') return 'out'
  return filter === 'low' || filter === 'out' || filter === 'waiting' ? filter : 'goods'
}

const matching = (db: Db, { text, itemId, filter, runningOut, days, now }: StockQuery) => {
  let query = filteredItems(db, { text, filter: amongItems(filter) })
  if (itemId !== undefined) query = query.where('item.id', '=', itemId)
  if (runningOut !== undefined) query = query.where(isOneOf('item.id', JSON.stringify(runningOut)))
  if (filter === 'negative') return query.where('item.on_hand', '<', sql.lit(0))
  if (filter === 'unsold')
    return query.where(
      sql<boolean>`item.on_hand > 0 and coalesce(item.last_sold_at, 0) < ${now - days * day}`,
    )
  if (filter === 'neverCounted')
    return query.where(
      sql<boolean>`not exists (select 1 from stock_count_line where stock_count_line.item_id = item.id)`,
    )
  return query
}

/**
 * The goods of a list. SQLite reads all items for a sum or for an order by another figure. In a subquery with the order
 * of its index and a limit it reads only that index.
 */
const listed = (db: Db, query: StockQuery) =>
  amongItems(query.filter) === 'goods'
    ? matching(db, query)
    : profile
        .selectFrom('item')
        .where(
          'item.id',
          'in',
          matching(db, query).select('item.id').orderBy(nameOrder).orderBy('item.id').limit(sql.lit(-1)),
        )

type Listing = StockQuery & { order: StockOrder; skip: number; limit: number }

/** What was not sold for a month has no figure of its sales. */
const isByName = ({ filter, order, days }: Listing): boolean =>
  order === 'name' || (filter === 'unsold' && days >= 30 && order !== 'value')

/** Sales of the month are read only for an order by them. What sells comes first, and is a part of all goods. */
const itemsInOrder = (db: Db, query: Listing): ItemRow[] => {
  const page = <Q extends SelectQueryBuilder<ProfileSchema, 'item', ItemRow>>(items: Q) =>
    db.all(items.orderBy(nameOrder).orderBy('item.id').limit(query.limit).offset(query.skip))
  const { order } = query
  const items = (isByName(query) ? matching : listed)(db, query).selectAll('item')
  if (isByName(query)) return page(items)
  if (order === 'value') return page(items.orderBy(value, 'desc'))
  const month = soldSince(query.now).as('sold')
  const figure = order === 'sold' ? sql`coalesce(sold.month, 0)` : lasts
  const ordered = (selling: typeof items) =>
    page(selling.orderBy(figure, (by) => (order === 'sold' ? by.desc() : by.asc().nullsLast())))
  const all = items.leftJoin(month, 'sold.item_id', 'item.id') as never
  const selling = items.innerJoin(month, 'sold.item_id', 'item.id')
  const first = ordered(selling.where(order === 'sold' ? sql`sold.month` : perDay, '>', sql.lit(0)) as never)
  return first.length === query.limit ? first : ordered(all)
}

/** Returns a page of the list; rows with the same figure are in order of name. */
export const listStock = (db: Db, query: Listing): StockLevel[] => {
  const items = itemsInOrder(db, query)
  const itemIds = items.map(({ id }) => id)
  const sales = new Map(db.all(soldSince(query.now, itemIds)).map((row) => [row.item_id, row]))
  return items.map((item) => {
    const { week = 0, month = 0 } = sales.get(item.id) ?? {}
    const rate = Math.max(week / 7, month / 30)
    return { ...item, sold7: week, sold30: month, lasts: rate > 0 ? Math.max(item.on_hand, 0) / rate : null }
  })
}

/** Returns the number of rows, counted up to one more than {@link countedAtMost}. */
export const countStock = (db: Db, query: StockQuery): number =>
  db.first(
    profile
      .selectFrom(
        matching(db, query)
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
