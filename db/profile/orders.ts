/** What is to be ordered, and orders. Each function that adds a row also adds its audit row. */
import { type Insertable, type Selectable, sql } from 'kysely'
import { type Db, isOneOf, prepare } from '../engine/sqlite.ts'
import { audit } from './audit.ts'
import { digestOf } from './books.ts'
import { filteredItems } from './items.ts'
import { type ProfileSchema, profile } from './schema.ts'

export { orderLines } from './books.ts'

type Row<T extends keyof ProfileSchema> = Required<Insertable<ProfileSchema[T]>>
export type OrderRow = Selectable<ProfileSchema['purchase_order']>
export type OrderEnd = Selectable<ProfileSchema['purchase_order_end']>
export type OrderLineRow = Selectable<ProfileSchema['purchase_order_line']>

/** Returns the id. */
export const insertOrder = (
  db: Db,
  row: Omit<Row<'purchase_order'>, 'id' | 'line_count'>,
  lines: readonly Omit<Row<'purchase_order_line'>, 'id' | 'order_id'>[],
): number => {
  const stored = { ...row, line_count: lines.length }
  const { id } = db.run(profile.insertInto('purchase_order').values(stored))
  for (const line of lines)
    db.run(profile.insertInto('purchase_order_line').values({ ...line, order_id: id }))
  audit(db, {
    at: row.ordered_at,
    kind: 'ordered',
    subject: row.supplier_name,
    row_id: id,
    who: row.author_name,
    content: digestOf('purchase_order', { ...stored, id }, lines),
  })
  return id
}

export const insertOrderEnd = (
  db: Db,
  order: OrderRow,
  end: Omit<Row<'purchase_order_end'>, 'id' | 'order_id'>,
): void => {
  const row = { ...end, order_id: order.id }
  const { id } = db.run(profile.insertInto('purchase_order_end').values(row))
  audit(db, {
    at: row.ended_at,
    kind: row.act === 'received' ? 'orderReceived' : 'orderCancelled',
    subject: String(order.number),
    row_id: id,
    who: row.author_name,
    content: digestOf('purchase_order_end', { ...row, id }),
  })
}

const all = () => profile.selectFrom('purchase_order').selectAll()
export const orderById = (db: Db, id: number): OrderRow | undefined => db.first(all().where('id', '=', id))
export const orderByRequest = (db: Db, requestId: string): OrderRow | undefined =>
  db.first(all().where('request_id', '=', requestId))

export const endOfOrder = (db: Db, id: number): OrderEnd | undefined =>
  db.first(profile.selectFrom('purchase_order_end').selectAll().where('order_id', '=', id))

const isOpen = sql<boolean>`not exists (select 1 from purchase_order_end where order_id = purchase_order.id)`

/** Newest first. */
export const ordersBefore = (
  db: Db,
  query: { before: number | undefined; itemId: number | undefined; open: boolean; limit: number },
): OrderRow[] =>
  db.all(
    all()
      .$if(query.before !== undefined, (rows) => rows.where('id', '<', query.before ?? 0))
      .$if(query.open, (rows) => rows.where(isOpen))
      .$if(query.itemId !== undefined, (rows) =>
        rows.where('id', 'in', (inner) =>
          inner
            .selectFrom('purchase_order_line')
            .select('order_id')
            .where('item_id', '=', query.itemId ?? 0),
        ),
      )
      .orderBy('id', 'desc')
      .limit(query.limit),
  )

/** Returns the newest delivery. */
export const lastDelivery = (db: Db): number =>
  db.first(profile.selectFrom('delivery').select('id').orderBy('id', 'desc').limit(1))?.id ?? 0

/** Returns the newest delivery of an order's supplier since the order. A supplier without a PIN is known by its name. */
export const deliverySince = (
  db: Db,
  { after_delivery, supplier_pin, supplier_name }: OrderRow,
): { id: number; number: number } | undefined =>
  db.first(
    profile
      .selectFrom('delivery')
      .select(['id', 'number'])
      .where('id', '>', after_delivery)
      .where(
        sql<boolean>`(supplier_pin = ${supplier_pin} or lower(trim(supplier_name)) = lower(trim(${supplier_name})))`,
      )
      .orderBy('id', 'desc')
      .limit(1),
  )

/** Returns what open orders will bring, by item. */
export const onOrder = (db: Db): Map<number | null, number> =>
  new Map(
    db
      .all(
        profile
          .selectFrom('purchase_order_line as line')
          .innerJoin('purchase_order', 'purchase_order.id', 'line.order_id')
          .select(['line.item_id', sql<number>`sum(line.quantity)`.as('quantity')])
          .where(isOpen)
          .groupBy('line.item_id'),
      )
      .map(({ item_id, quantity }) => [item_id, quantity]),
  )

// The condition is that of the index `movement_sold`.
const soldQuery = prepare((p: { from: number; to: number }) =>
  profile
    .selectFrom('movement')
    .select(['item_id', sql<number>`-sum(quantity)`.as('quantity')])
    .where(sql<boolean>`type in ('11', '03')`)
    .where('moved_at', '>=', p.from)
    .where('moved_at', '<', p.to)
    .groupBy('item_id'),
)
/** Returns what was sold of each item, less what came back, hundredths. `to` is not included. */
export const soldBetween = (db: Db, from: number, to: number): { item_id: number; quantity: number }[] =>
  db.all(soldQuery({ from, to }))

const shelves = (db: Db) =>
  filteredItems(db, { filter: 'goods' }).select([
    'item.id',
    'item.code',
    'item.name',
    'item.second_name',
    'item.barcode',
    'item.quantity_unit',
    'item.on_hand',
    'item.low_stock',
    'item.last_cost',
  ])
export type ShelfRow = ReturnType<typeof shelvesOf>[number]

export const shelvesOf = (db: Db, itemIds: number[]) =>
  db.all(shelves(db).where(isOneOf('item.id', JSON.stringify(itemIds))))

/** Returns what is below its alert, or below zero. */
export const shortShelves = (db: Db): ShelfRow[] =>
  db.all(shelves(db).where(sql<boolean>`(item.on_hand <= item.low_stock or item.on_hand < 0)`))

/** Returns the newest delivery of each of these items. */
export const lastDeliveries = (db: Db, itemIds: number[]): Map<number, number> =>
  new Map(
    db
      .all(
        profile
          .selectFrom('item')
          .select([
            'id',
            sql<number | null>`(select delivery_id from delivery_line where item_id = item.id
              order by delivery_line.id desc limit 1)`.as('delivery_id'),
          ])
          .where(isOneOf('id', JSON.stringify(itemIds))),
      )
      .flatMap(({ id, delivery_id }): [number, number][] =>
        delivery_id === null ? [] : [[id, delivery_id]],
      ),
  )

/** Returns the suppliers of deliveries, by delivery. */
export const suppliersOfDeliveries = (db: Db, ids: number[]) =>
  new Map(
    db
      .all(
        profile
          .selectFrom('delivery')
          .select(['id', 'supplier_name', 'supplier_pin'])
          .where(isOneOf('id', JSON.stringify(ids))),
      )
      .map((row) => [row.id, row]),
  )

/** Returns suppliers' codes and units for items, the newest first. */
export const linksOfItems = (db: Db, itemIds: number[]) =>
  db.all(
    profile
      .selectFrom('supplier_item')
      .select(['item_id', 'supplier_pin', 'supplier_code', 'units'])
      .where(isOneOf('item_id', JSON.stringify(itemIds)))
      .orderBy('linked_at', 'desc'),
  )

/** Returns a supplier's name on its newest invoice. */
export const supplierNamed = (db: Db, pin: string): string | undefined =>
  db.first(
    profile
      .selectFrom('purchase')
      .select(sql<string>`content ->> '$.supplierName'`.as('name'))
      .where('supplier_pin', '=', pin)
      .orderBy('id', 'desc')
      .limit(1),
  )?.name
