/** Counts of the stock. The functions that start and end one also add its audit row. */
import { type Insertable, type Selectable, sql } from 'kysely'
import { type Db, isOneOf } from '../engine/sqlite.ts'
import { audit } from './audit.ts'
import { digestOf } from './books.ts'
import type { ItemRow } from './items.ts'
import { countedAtMost, filteredItems, nameOrder } from './items.ts'
import { type ProfileSchema, profile } from './schema.ts'

type Row<T extends keyof ProfileSchema> = Required<Insertable<ProfileSchema[T]>>
export type CountRow = Selectable<ProfileSchema['stock_count']>
export type CountEnd = Selectable<ProfileSchema['stock_count_end']>
export type CountReason = ProfileSchema['stock_count_item']['reason']

/** Returns the id. */
export const insertCount = (
  db: Db,
  row: Omit<Row<'stock_count'>, 'id'>,
  items: readonly { item_id: number; reason: CountReason }[],
): number => {
  const { id } = db.run(profile.insertInto('stock_count').values(row))
  for (const item of items) db.run(profile.insertInto('stock_count_item').values({ count_id: id, ...item }))
  audit(db, {
    at: row.started_at,
    kind: 'countStarted',
    subject: String(row.number),
    row_id: id,
    who: row.author_name,
    content: digestOf('stock_count', { ...row, id }),
  })
  return id
}

/** Returns false if the entry is there already: the window repeated its request. */
export const insertEntry = (db: Db, row: Omit<Row<'stock_count_entry'>, 'id'>): boolean => {
  const known = db.first(profile.selectFrom('stock_count_entry').select('id').where('uid', '=', row.uid))
  if (!known) db.run(profile.insertInto('stock_count_entry').values(row))
  return !known
}

export const insertCountEnd = (
  db: Db,
  count: CountRow,
  end: Omit<Row<'stock_count_end'>, 'count_id' | 'line_count'>,
  lines: readonly Omit<Row<'stock_count_line'>, 'count_id'>[],
): void => {
  const row = { ...end, count_id: count.id, line_count: lines.length }
  db.run(profile.insertInto('stock_count_end').values(row))
  for (const line of lines)
    db.run(profile.insertInto('stock_count_line').values({ count_id: count.id, ...line }))
  audit(db, {
    at: row.ended_at,
    kind: row.act === 'booked' ? 'countBooked' : 'countDropped',
    subject: String(count.number),
    row_id: count.id,
    who: row.author_name,
    content: digestOf(
      'stock_count_end',
      row,
      lines.toSorted((one, other) => one.item_id - other.item_id),
    ),
  })
}

export const countById = (db: Db, id: number): CountRow | undefined =>
  db.first(profile.selectFrom('stock_count').selectAll().where('id', '=', id))

export const countByRequest = (db: Db, requestId: string): CountRow | undefined =>
  db.first(profile.selectFrom('stock_count').selectAll().where('request_id', '=', requestId))

export const endOfCount = (db: Db, id: number): CountEnd | undefined =>
  db.first(profile.selectFrom('stock_count_end').selectAll().where('count_id', '=', id))

/** Returns counts, the newest first. */
export const countsBefore = (db: Db, query: { before: number | undefined; limit: number }): CountRow[] =>
  db.all(
    profile
      .selectFrom('stock_count')
      .selectAll()
      .$if(query.before !== undefined, (rows) => rows.where('id', '<', query.before ?? 0))
      .orderBy('id', 'desc')
      .limit(query.limit),
  )

export const openCounts = (db: Db): number =>
  db.first(
    profile
      .selectFrom('stock_count')
      .select((select) => select.fn.countAll<number>().as('count'))
      .where(sql<boolean>`not exists (select 1 from stock_count_end where count_id = stock_count.id)`),
  )?.count ?? 0

/** What was counted of an item, in one session. */
interface Tally {
  item_id: number
  counted: number
  /** On hand when it was counted first and last. */
  first_on_hand: number
  expected: number
  /** Its newest movement when it was counted last. */
  last_movement: number
  heard: string | null
  entered_at: number
  last_entry: number
}
export interface CountedItem extends ItemRow, Tally {}

/** Entries of a count since the newest recount of each item; of these items, or of all. */
const tallies = (countId: number, itemIds?: number[]) =>
  profile
    .selectFrom((inner) =>
      inner
        .selectFrom('stock_count_entry as entry')
        .select([
          'entry.item_id',
          sql<number>`sum(entry.quantity)`.as('counted'),
          sql<number>`min(entry.id)`.as('first_entry'),
          sql<number>`max(entry.id)`.as('last_entry'),
        ])
        .where('entry.count_id', '=', countId)
        .$if(itemIds !== undefined, (rows) =>
          rows.where(isOneOf('entry.item_id', JSON.stringify(itemIds ?? []))),
        )
        .where(
          sql<boolean>`entry.id >= coalesce((select max(id) from stock_count_entry as again
            where again.count_id = ${countId} and again.item_id = entry.item_id and again.recount = 1), 0)`,
        )
        .groupBy('entry.item_id')
        .as('sums'),
    )
    .innerJoin('stock_count_entry as first', 'first.id', 'sums.first_entry')
    .innerJoin('stock_count_entry as last', 'last.id', 'sums.last_entry')
    .select([
      'sums.item_id',
      'sums.counted',
      'sums.last_entry',
      'first.on_hand as first_on_hand',
      'last.on_hand as expected',
      'last.last_movement',
      'last.heard',
      'last.entered_at',
    ])

/** Returns the items that were counted last, so many. */
const lastEntered = (db: Db, countId: number, { skip, limit }: { skip: number; limit: number }): number[] =>
  db
    .all(
      profile
        .selectFrom('stock_count_entry')
        .select('item_id')
        .where('count_id', '=', countId)
        .groupBy('item_id')
        .orderBy(sql`max(id)`, 'desc')
        .limit(limit)
        .offset(skip),
    )
    .map(({ item_id }) => item_id)

/** Returns what was counted of these items, or of all; the last counted first. */
export const countedItems = (
  db: Db,
  countId: number,
  { itemIds, differs = false }: { itemIds?: number[]; differs?: boolean } = {},
): CountedItem[] =>
  db.all(
    profile
      .selectFrom(tallies(countId, itemIds).as('tally'))
      .innerJoin('item', 'item.id', 'tally.item_id')
      .selectAll('item')
      .selectAll('tally')
      .$if(differs, (rows) => rows.where(sql<boolean>`tally.counted <> tally.expected`))
      .orderBy('tally.last_entry', 'desc'),
  )

/** Returns a page of what was counted, the last counted first. The items are chosen before anything is summed up. */
export const countedPage = (db: Db, countId: number, page: { skip: number; limit: number }): CountedItem[] =>
  countedItems(db, countId, { itemIds: lastEntered(db, countId, page) })

/** Goods of a count's scope that nobody has counted. */
const missing = (db: Db, { id, scope, category }: CountRow) => {
  const query = filteredItems(db, { filter: 'goods' }).where(
    sql<boolean>`not exists (select 1 from stock_count_entry where count_id = ${id} and item_id = item.id)`,
  )
  if (scope === 'all') return query
  if (scope === 'category') return query.where('category', '=', category)
  return query.where(sql<boolean>`item.id in (select item_id from stock_count_item where count_id = ${id})`)
}
export const itemsNotCounted = (
  db: Db,
  count: CountRow,
  page: { skip?: number; limit?: number } = {},
): ItemRow[] =>
  db.all(
    missing(db, count)
      .selectAll('item')
      .orderBy(nameOrder)
      .orderBy('item.id')
      .limit(page.limit ?? 1_000_000)
      .offset(page.skip ?? 0),
  )

/** Returns how many items were counted. */
export const countedSoFar = (db: Db, countId: number): number =>
  db.first(
    profile
      .selectFrom('stock_count_entry')
      .select(sql<number>`count(distinct item_id)`.as('count'))
      .where('count_id', '=', countId),
  )?.count ?? 0

/** Returns how many items differ, as counted so far or as booked. */
export const differingItems = (db: Db, countId: number, isBooked: boolean): number => {
  const lines = isBooked
    ? profile.selectFrom('stock_count_line').select(['counted', 'expected']).where('count_id', '=', countId)
    : profile.selectFrom(tallies(countId).as('tally')).select(['tally.counted', 'tally.expected'])
  return (
    db.first(
      profile
        .selectFrom(lines.as('line'))
        .select(sql<number>`coalesce(sum(line.counted <> line.expected), 0)`.as('count')),
    )?.count ?? 0
  )
}

/** Returns the number of items that nobody counted, up to one more than {@link countedAtMost}. */
export const missingItems = (db: Db, count: CountRow): number =>
  db.first(
    profile
      .selectFrom(
        missing(db, count)
          .select('item.id')
          .limit(countedAtMost + 1)
          .as('found'),
      )
      .select((select) => select.fn.countAll<number>().as('count')),
  )?.count ?? 0

/** Returns why each item of a rolling count was proposed. */
export const reasonsOf = (db: Db, countId: number): Map<number, CountReason> =>
  new Map(
    db
      .all(profile.selectFrom('stock_count_item').selectAll().where('count_id', '=', countId))
      .map(({ item_id, reason }) => [item_id, reason]),
  )

export interface BookedLine extends ItemRow {
  counted: number
  expected: number
  unit_value: number
}

/** Returns what was booked, the largest difference first. */
export const bookedLines = (
  db: Db,
  countId: number,
  page: { skip: number; limit: number; differs?: boolean },
): BookedLine[] =>
  db.all(
    profile
      .selectFrom('stock_count_line')
      .innerJoin('item', 'item.id', 'stock_count_line.item_id')
      .selectAll('item')
      .select(['counted', 'expected', 'unit_value'])
      .where('count_id', '=', countId)
      .$if(page.differs === true, (rows) => rows.where(sql<boolean>`counted <> expected`))
      .orderBy(sql`abs((counted - expected) * unit_value)`, 'desc')
      .orderBy('item.id')
      .limit(page.limit)
      .offset(page.skip),
  )

/** Returns the differences that were booked. */
export const bookedDifferences = (
  db: Db,
  countId: number,
): Pick<BookedLine, 'name' | 'category' | 'counted' | 'expected'>[] =>
  db.all(
    profile
      .selectFrom('stock_count_line')
      .innerJoin('item', 'item.id', 'stock_count_line.item_id')
      .select(['item.name', 'item.category', 'counted', 'expected'])
      .where('count_id', '=', countId)
      .where(sql<boolean>`counted <> expected`),
  )

/** Cents of what is missing (below zero) and of what is too many. */
export const bookedDifferenceSums = (
  db: Db,
  countId: number,
): { differing: number; missing: number; more: number } => {
  const cents = sql`round((counted - expected) * unit_value / 100.0)`
  return (
    db.first(
      profile
        .selectFrom('stock_count_line')
        .select([
          sql<number>`count(*)`.as('differing'),
          sql<number>`cast(total(min(${cents}, 0)) as integer)`.as('missing'),
          sql<number>`cast(total(max(${cents}, 0)) as integer)`.as('more'),
        ])
        .where('count_id', '=', countId)
        .where(sql<boolean>`counted <> expected`),
    ) ?? { differing: 0, missing: 0, more: 0 }
  )
}

/** Returns when each of these items was counted last in a booked count; epoch milliseconds. */
export const lastCounted = (db: Db, itemIds: number[]): Map<number, number> =>
  new Map(
    db
      .all(
        profile
          .selectFrom('stock_count_line')
          .innerJoin('stock_count_end', 'stock_count_end.count_id', 'stock_count_line.count_id')
          .select(['stock_count_line.item_id', sql<number>`max(ended_at)`.as('at')])
          .where(isOneOf('stock_count_line.item_id', JSON.stringify(itemIds)))
          .groupBy('stock_count_line.item_id'),
      )
      .map(({ item_id, at }) => [item_id, at]),
  )

const proposed = (db: Db, order: ReturnType<typeof sql>, most: number): number[] =>
  db
    .all(
      filteredItems(db, { filter: 'goods' })
        .leftJoin(
          profile
            .selectFrom('stock_count_line')
            .innerJoin('stock_count_end', 'stock_count_end.count_id', 'stock_count_line.count_id')
            .select(['stock_count_line.item_id', sql<number>`max(ended_at)`.as('at')])
            .groupBy('stock_count_line.item_id')
            .as('last'),
          'last.item_id',
          'item.id',
        )
        .select('item.id')
        // An item that is gone and never sold needs no count.
        .where(sql<boolean>`(item.on_hand <> 0 or item.last_sold_at > coalesce(last.at, 0))`)
        .orderBy(order)
        .orderBy('item.id')
        .limit(most),
    )
    .map(({ id }) => id)

/** For each reason, the items to count next; each takes tens of milliseconds in a large shop. */
export const proposals: Record<NonNullable<CountReason>, (db: Db, most: number) => number[]> = {
  value: (db, most) =>
    proposed(db, sql`abs(item.on_hand) * coalesce(item.average_cost, item.price) desc`, most),
  longAgo: (db, most) => proposed(db, sql`coalesce(last.at, 0), item.on_hand desc`, most),
  sold: (db, most) => proposed(db, sql`item.sold_count desc`, most),
}
