/** Stock movements for windows and other software. */
import { sql } from 'kysely'
import type { Db } from '../engine/sqlite.ts'
import { profile } from './schema.ts'
import { numbersOfCaller } from './stock.ts'

const movements = () =>
  profile
    .selectFrom('movement')
    .innerJoin('item', 'item.id', 'movement.item_id')
    .innerJoin('stock_record', 'stock_record.id', 'movement.stock_record_id')
    .leftJoin('submission', 'submission.stock_record_id', 'stock_record.id')
    .leftJoin('invoice', 'invoice.id', 'stock_record.invoice_id')
    .select([
      'movement.id',
      'movement.item_id',
      'movement.type',
      'movement.quantity',
      'movement.on_hand_after',
      'movement.moved_at',
      'item.code',
      'item.name',
      'item.quantity_unit',
      'stock_record.number',
      'stock_record.source',
      'stock_record.occurred_on',
      'stock_record.remark',
      'stock_record.author_name',
      'invoice.id as invoice_id',
      'invoice.number as invoice_number',
      'submission.state',
      'submission.authority_number',
    ])

/** Returns a page of movements, newest first. */
export const listMovements = (
  db: Db,
  page: { itemId?: number | undefined; before?: number | undefined; limit: number },
) => {
  let query = movements()
    .leftJoin('delivery', 'delivery.stock_record_id', 'stock_record.id')
    .leftJoin('transfer', 'transfer.stock_record_id', 'stock_record.id')
    .select([
      'delivery.id as delivery_id',
      'delivery.number as delivery_number',
      'transfer.id as transfer_id',
      'transfer.number as transfer_number',
    ])
    .orderBy('movement.id', 'desc')
    .limit(page.limit)
  if (page.itemId !== undefined) query = query.where('movement.item_id', '=', page.itemId)
  if (page.before !== undefined) query = query.where('movement.id', '<', page.before)
  return db.all(query)
}

/**
 * Returns what was on hand at the end of each day since `since` on which the item moved. `day` counts days of
 * `dayMs` from 1970 in a time zone that is `offset` milliseconds ahead.
 */
export const stockByDay = (
  db: Db,
  query: { itemId: number; since: number; dayMs: number; offset: number },
): { day: number; on_hand: number }[] =>
  db.all(
    profile
      .selectFrom('movement')
      .select([
        sql<number>`(moved_at + ${query.offset}) / ${query.dayMs}`.as('day'),
        'on_hand_after as on_hand',
        // With max() SQLite takes the other columns from the row that has it.
        sql<number>`max(id)`.as('last'),
      ])
      .where('item_id', '=', query.itemId)
      .where('id', '>', lastBefore(db, query.itemId, query.since)?.id ?? 0)
      .groupBy('day')
      .orderBy('day'),
  )

/** Returns an item's last movement before a moment; the movements since are read backwards, so not all of them. */
export const lastBefore = (
  db: Db,
  itemId: number,
  moment: number,
): { id: number; on_hand: number } | undefined =>
  db.first(
    profile
      .selectFrom('movement')
      .select(['id', 'on_hand_after as on_hand'])
      .where('item_id', '=', itemId)
      .where('moved_at', '<', moment)
      .orderBy('id', 'desc')
      .limit(1),
  )

/** True if the stock on hand was corrected since that movement, by a count or otherwise (types 06 and 16). */
export const isCorrectedSince = (db: Db, itemId: number, movementId: number): boolean =>
  db.first(
    profile
      .selectFrom('movement')
      .select('id')
      .where('item_id', '=', itemId)
      .where('id', '>', movementId)
      .where('type', 'in', ['06', '16'])
      .limit(1),
  ) !== undefined

/** Returns a page of movements in the order of recording. */
export const findMovements = (
  db: Db,
  page: {
    itemId: number | undefined
    type: string | undefined
    /** `YYYYMMDD`, both included. */
    from: string | undefined
    to: string | undefined
    sarNo: number | undefined
    /** Recorded, or settled at the authority, since then. */
    since: number | undefined
    after: number | undefined
    limit: number
  },
) => {
  let query = movements().orderBy('movement.id').limit(page.limit)
  const { itemId, type, from, to, sarNo, since, after } = page
  if (itemId !== undefined) query = query.where('movement.item_id', '=', itemId)
  if (type !== undefined) query = query.where('movement.type', '=', type)
  if (from !== undefined) query = query.where('stock_record.occurred_on', '>=', from)
  if (to !== undefined) query = query.where('stock_record.occurred_on', '<=', to)
  if (after !== undefined) query = query.where('movement.id', '>', after)
  if (sarNo !== undefined)
    query = query.where('movement.stock_record_id', 'in', (inner) =>
      inner
        .selectFrom('stock_record')
        .select('id')
        .where('source', '=', sql.lit('software'))
        .where((where) => numbersOfCaller(where, sarNo)),
    )
  if (since !== undefined)
    query = query.where((where) =>
      where.or([
        where('movement.moved_at', '>=', since),
        where('movement.stock_record_id', 'in', (inner) =>
          inner
            .selectFrom('submission')
            .select((select) => select.ref('stock_record_id').$notNull().as('id'))
            .where('stock_record_id', 'is not', null)
            .where('settled_at', '>=', since),
        ),
      ]),
    )
  return db.all(query)
}
