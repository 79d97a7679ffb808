/** Goods, services, and stock on hand. */
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { type Db, isOneOf, prepare, prepareColumns } from '../engine/sqlite.ts'
import { hubLinkRow } from './hubLink.ts'
import { type ProfileSchema, profile } from './schema.ts'
import { matchExpression } from './searchText.ts'

export type ItemRow = Selectable<ProfileSchema['item']>
export type NewItem = Insertable<ProfileSchema['item']>

const byId = prepare((p: { id: number }) => profile.selectFrom('item').selectAll().where('id', '=', p.id))
export const itemById = (db: Db, id: number): ItemRow | undefined => db.first(byId({ id }))

const soldColumns = [
  'id',
  'code',
  'name',
  'barcode',
  'type',
  'tax_type',
  'price',
  'item_class',
  'package_unit',
  'quantity_unit',
  'active',
  'on_hand',
  'registration',
  'last_stock_in_id',
] as const
/** The columns that a sale needs of an item: half of them, read in half the time. */
export type SoldItem = Pick<ItemRow, (typeof soldColumns)[number]>
const soldByIds = prepare((p: { ids: string }) =>
  profile.selectFrom('item').select(soldColumns).where(isOneOf('id', p.ids)),
)
/** Returns items by id. */
export const itemsToSell = (db: Db, ids: number[]): Map<number, SoldItem> =>
  new Map(db.all(soldByIds({ ids: JSON.stringify(ids) })).map((item) => [item.id, item]))

const namedColumns = [
  'id',
  'code',
  'price',
  'barcode',
  'type',
  'tax_type',
  'item_class',
  'package_unit',
  'quantity_unit',
  'registration',
  'last_stock_in_id',
] as const
/**
 * The columns that another program's sale needs of an item. Name and price are the program's; ours limit a cashier.
 */
export type NamedItem = Pick<ItemRow, (typeof namedColumns)[number]>
const byCodes = prepare((p: { codes: string }) =>
  profile.selectFrom('item').select(namedColumns).where(isOneOf('code', p.codes)),
)
/** Returns the existing items, by code. */
export const itemsByCodes = (db: Db, codes: string[]): Map<string, NamedItem> =>
  new Map(db.all(byCodes({ codes: JSON.stringify(codes) })).map((item) => [item.code, item]))

/** The columns of {@link ShownItem}. */
export const shownColumns = [
  'item.id',
  'item.code',
  'item.name',
  'item.second_name',
  'item.barcode',
  'item.category',
  'item.type',
  'item.tax_type',
  'item.price',
  'item.item_class',
  'item.class_chosen',
  'item.origin_country',
  'item.package_unit',
  'item.quantity_unit',
  'item.active',
  'item.favourite',
  'item.on_hand',
  'item.low_stock',
  'item.registration',
  'item.colour',
  'item.picture_at',
  'item.updated_at',
] as const
type Unqualified<C> = C extends `item.${infer Name extends keyof ItemRow}` ? Name : never
/** The columns of an item that a window shows. */
export type ShownItem = Pick<ItemRow, Unqualified<(typeof shownColumns)[number]>>

const shownByIds = prepare((p: { ids: string }) =>
  profile.selectFrom('item').select(shownColumns).where(isOneOf('item.id', p.ids)),
)
/** Returns the existing ones of these items. */
export const itemsByIds = (db: Db, ids: number[]): ShownItem[] =>
  db.all(shownByIds({ ids: JSON.stringify(ids) }))

const byBarcode = prepare((p: { barcode: string }) =>
  profile
    .selectFrom('item')
    .select(shownColumns)
    .where('barcode', '=', p.barcode)
    .where('active', '=', sql.lit(1))
    .orderBy('id')
    .limit(sql.lit(1)),
)
export const itemByBarcode = (db: Db, barcode: string): ShownItem | undefined =>
  db.first(byBarcode({ barcode }))

const byCode = prepare((p: { code: string }) =>
  profile.selectFrom('item').selectAll().where('code', '=', p.code),
)
export const itemByCode = (db: Db, code: string): ItemRow | undefined => db.first(byCode({ code }))

const byName = prepare((p: { name: string }) =>
  profile
    .selectFrom('item')
    .selectAll()
    .where(sql<boolean>`name collate nocase = +${p.name}`)
    .limit(sql.lit(2)),
)
/** Returns the item of this name, ignoring case; null if several have it. */
export const itemByName = (db: Db, name: string): ItemRow | null | undefined => {
  const [first, ...others] = db.all(byName({ name }))
  return others.length > 0 ? null : first
}

const withBarcode = prepare((p: { barcode: string }) =>
  profile.selectFrom('item').selectAll().where('barcode', '=', p.barcode).orderBy('id').limit(sql.lit(1)),
)
/** Returns the item with this barcode, active or not: the first, where tills of a hub made several. */
export const itemWithBarcode = (db: Db, barcode: string): ItemRow | undefined =>
  db.first(withBarcode({ barcode }))

const allWithBarcode = prepare((p: { barcode: string }) =>
  profile.selectFrom('item').select(['id', 'uid', 'name']).where('barcode', '=', p.barcode).orderBy('id'),
)
/** Two tills of a hub may give one barcode to two items. A manager merges them. */
export const itemsWithBarcode = (db: Db, barcode: string): Pick<ItemRow, 'id' | 'uid' | 'name'>[] =>
  db.all(allWithBarcode({ barcode }))

const byUid = prepare((p: { uid: string }) =>
  profile.selectFrom('item').select('id').where('uid', '=', p.uid),
)
/** Returns the id of the item that the hub knows by this uid. */
export const itemByUid = (db: Db, uid: string): number | undefined => db.first(byUid({ uid }))?.id

const byAuthorityCode = prepare((p: { code: string }) =>
  profile.selectFrom('item').selectAll().where('authority_code', '=', p.code),
)
export const itemByAuthorityCode = (db: Db, code: string): ItemRow | undefined =>
  db.first(byAuthorityCode({ code }))

const insert = prepareColumns((row: NewItem) => profile.insertInto('item').values(row))
export const insertItem = (db: Db, row: NewItem): number => db.run(insert(row)).id

type ItemChange = Updateable<ProfileSchema['item']>
const update = prepareColumns(({ id, ...change }: ItemChange & { id: number }) =>
  profile.updateTable('item').set(change).where('id', '=', id),
)
/** Each column that it names costs its indexes, and the words of a search, even if the value stays. */
export const updateItem = (db: Db, id: number, change: ItemChange): void => {
  db.run(update({ ...change, id }))
}

const onHandQuery = prepare((p: { ids: string }) =>
  profile
    .selectFrom('item')
    .select(['id', 'on_hand'])
    .where(sql<boolean>`id in (select value from json_each(${p.ids}))`),
)
/** All items at once: a statement for each of twenty lines takes a tenth of a sale's time. */
const moveQuery = prepare((p: { moves: string; soldAt: number | null }) =>
  profile
    .updateTable('item')
    .from(
      sql<Record<'item' | 'quantity' | 'sold', number>>`(select value ->> 0 as item, value ->> 1 as quantity,
        value ->> 2 as sold from json_each(${p.moves}))`.as('moved'),
    )
    .set((set) => ({
      on_hand: set('on_hand', '+', set.ref('moved.quantity')),
      sold_count: set('sold_count', '+', set.ref('moved.sold')),
      last_sold_at: sql<number | null>`coalesce(${p.soldAt}, last_sold_at)`,
    }))
    .whereRef('item.id', '=', 'moved.item'),
)
/** Quantities are hundredths, positive in. `sold`: 1 for a line of a sale of this till. */
export interface Move {
  item_id: number
  quantity: number
  sold?: 0 | 1 | undefined
}
/**
 * Changes the stock on hand. Returns the new quantity after each move, in order. `soldAt`: when the goods were sold,
 * anywhere; null: they were not. Throws if an item does not exist.
 */
export const moveOnHand = (db: Db, moves: readonly Move[], soldAt: number | null = null): number[] => {
  const items = new Map<number, { quantity: number; sold: number }>()
  for (const { item_id, quantity, sold = 0 } of moves) {
    const item = items.get(item_id) ?? { quantity: 0, sold: 0 }
    items.set(item_id, { quantity: item.quantity + quantity, sold: item.sold + sold })
  }
  const before = db.all(onHandQuery({ ids: JSON.stringify([...items.keys()]) }))
  if (before.length !== items.size) throw new Error(`One of the items ${[...items.keys()]} does not exist`)
  const all = [...items].map(([id, { quantity, sold }]) => [id, quantity, sold])
  db.run(moveQuery({ moves: JSON.stringify(all), soldAt }))
  const onHand = new Map(before.map(({ id, on_hand }) => [id, on_hand]))
  return moves.map(({ item_id, quantity }) => {
    const after = (onHand.get(item_id) ?? 0) + quantity
    onHand.set(item_id, after)
    return after
  })
}

const moveAuthority = prepare((p: { id: number; quantity: number }) =>
  profile
    .updateTable('item')
    .set((set) => ({ authority_on_hand: set('authority_on_hand', '+', p.quantity) }))
    .where('id', '=', p.id),
)
/** The authority accepted a movement. */
export const moveAuthorityOnHand = (db: Db, id: number, quantity: number): void => {
  db.run(moveAuthority({ id, quantity }))
}

/** Nobody needs the exact number of thousands, and counting takes as long as reading. */
export const countedAtMost = 1000

export const nameOrder = sql<string>`name collate nocase`

export type ItemFilter =
  | 'all'
  | 'goods'
  | 'services'
  | 'low'
  | 'out'
  | 'waiting'
  | 'notRegistered'
  | 'classNotChosen'
  | 'inactive'

export interface ItemPage {
  text?: string | undefined
  filter: ItemFilter
  /** Name and id of the last row of the previous page. */
  after?: { name: string; id: number } | undefined
  limit: number
}

/** An item's id from its number in the word index (`itemSearch.ts`), for a list in order of change. */
const matchedId = sql<number>`iif(rowid < 0, -rowid, rowid & 4294967295)`.as('id')

/** With more matches than this, rows are read by name and looked up in the matches. */
const manyMatches = 2000
const matchCount = prepare((p: { match: string }) =>
  profile
    .selectFrom((inner) =>
      inner
        .selectFrom('item_search')
        .select('rowid')
        .where(sql<boolean>`item_search match ${p.match}`)
        .limit(sql.lit(manyMatches))
        .as('found'),
    )
    .select((select) => select.fn.countAll<number>().as('count')),
)

const matching = (db: Db, match: string) => {
  const isBroad = (db.first(matchCount({ match }))?.count ?? 0) === manyMatches
  // As an expression the id uses no index. SQLite then reads rows in the requested order until there are enough.
  const id = isBroad ? sql<number>`+item.id` : sql<number>`item.id`
  return sql<boolean>`${id} in (select iif(rowid < 0, -rowid, rowid & 4294967295) from item_search where item_search match ${match})`
}

/** Items with such a text, in this filter; the caller selects columns, order and limit. */
export const filteredItems = (db: Db, page: Pick<ItemPage, 'text' | 'filter'>) => {
  let query = profile.selectFrom('item')
  const match = page.text ? matchExpression(page.text) : null
  if (page.text && !match) query = query.where('id', '=', -1)
  if (match) query = query.where(matching(db, match))
  if (page.filter === 'inactive') return query.where('active', '=', sql.lit(0))
  query = query.where('active', '=', sql.lit(1))
  if (page.filter === 'goods') return query.where('type', '<>', sql.lit('3'))
  if (page.filter === 'services') return query.where('type', '=', sql.lit('3'))
  if (page.filter === 'notRegistered') return query.where('registration', '<>', sql.lit('registered'))
  if (page.filter === 'classNotChosen') return query.where('class_chosen', '=', sql.lit(0))
  if (page.filter === 'low') {
    return query.where(sql<boolean>`type <> '3' and low_stock is not null and on_hand <= low_stock`)
  }
  if (page.filter === 'out') return query.where(sql<boolean>`type <> '3' and on_hand <= 0`)
  if (page.filter === 'waiting')
    return hubLinkRow(db)
      ? query.where(
          sql<boolean>`type <> '3' and uid in (select uid from hub_level where settled = 1 and on_hand <> authority_on_hand)`,
        )
      : query.where(sql<boolean>`type <> '3' and on_hand <> authority_on_hand`)
  return query
}

/** Returns a page of items by name. */
export const listItems = (db: Db, page: ItemPage): ItemRow[] => {
  let query = filteredItems(db, page).selectAll().orderBy(nameOrder).orderBy('id').limit(page.limit)
  const { after } = page
  if (after) query = query.where(sql<boolean>`(name collate nocase, id) > (${after.name}, ${after.id})`)
  return db.all(query)
}

/** Returns the number of items, counted up to one more than {@link countedAtMost}. */
export const countItems = (db: Db, page: Pick<ItemPage, 'text' | 'filter'>): number =>
  db.first(
    profile
      .selectFrom(
        filteredItems(db, page)
          .select('item.id')
          // Without an order SQLite reads all items instead of the index of this filter's list.
          .orderBy(nameOrder)
          .orderBy('id')
          .limit(countedAtMost + 1)
          .as('found'),
      )
      .select((select) => select.fn.countAll<number>().as('count')),
  )?.count ?? 0

/** Returns a page of items for other software, in order of change. */
export const itemsChanged = (
  db: Db,
  page: {
    code?: string | undefined
    barcode?: string | undefined
    text?: string | undefined
    active?: 0 | 1 | undefined
    since?: number | undefined
    after?: { at: number; id: number } | undefined
    limit: number
  },
): ItemRow[] => {
  let query = profile.selectFrom('item').selectAll().orderBy('updated_at').orderBy('id').limit(page.limit)
  if (page.code !== undefined) query = query.where('code', '=', page.code)
  if (page.barcode !== undefined) query = query.where('barcode', '=', page.barcode)
  if (page.active !== undefined) query = query.where('active', '=', page.active)
  if (page.since !== undefined) query = query.where('updated_at', '>=', page.since)
  if (page.text) {
    const match = matchExpression(page.text)
    query = match
      ? query.where('id', 'in', (inner) =>
          inner.selectFrom('item_search').select(matchedId).where(sql<boolean>`item_search match ${match}`),
        )
      : query.where('id', '=', -1)
  }
  const { after } = page
  if (after) query = query.where(sql<boolean>`(updated_at, id) > (${after.at}, ${after.id})`)
  return db.all(query)
}
