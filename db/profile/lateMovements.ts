/** Movements of this till that a count of another till did not know. */
import { sql } from 'kysely'
import { type Db, prepare } from '../engine/sqlite.ts'
import { type ProfileSchema, profile } from './schema.ts'

export type HubCount = Omit<ProfileSchema['hub_count'], 'pending'>

const putQuery = prepare((p: HubCount) => {
  const told = { origin: p.origin, seq: p.seq, at: p.at, heard: p.heard, pending: 1 as const }
  return profile
    .insertInto('hub_count')
    .values({ item: p.item, ...told })
    .onConflict((conflict) => conflict.column('item').doUpdateSet(told))
})
/** Keeps the last count of an item, as the hub told it. */
export const putCount = (db: Db, count: HubCount): void => {
  db.run(putQuery(count))
}

const pendingQuery = prepare((p: { limit: number }) =>
  profile.selectFrom('hub_count').selectAll().where('pending', '=', sql.lit(1)).limit(p.limit),
)
export const pendingCounts = (db: Db, limit: number): HubCount[] => db.all(pendingQuery({ limit }))

const endQuery = prepare((p: { item: string }) =>
  profile.updateTable('hub_count').set({ pending: 0 }).where('item', '=', p.item),
)
export const endPending = (db: Db, item: string): void => {
  db.run(endQuery({ item }))
}

const noteQuery = prepare((p: { itemId: number; at: number }) =>
  profile
    .insertInto('own_count')
    .values({ item_id: p.itemId, at: p.at })
    .onConflict((conflict) =>
      conflict.column('item_id').doUpdateSet({ at: sql<number>`max(own_count.at, excluded.at)` }),
    ),
)
/** This till counted an item at that moment. */
export const noteOwnCount = (db: Db, itemId: number, at: number): void => {
  db.run(noteQuery({ itemId, at }))
}

const ownQuery = prepare((p: { itemId: number }) =>
  profile.selectFrom('own_count').select('at').where('item_id', '=', p.itemId),
)
/** When this till counted an item last; undefined: never. */
export const ownCountAt = (db: Db, itemId: number): number | undefined => db.first(ownQuery({ itemId }))?.at

const momentQuery = prepare((p: ProfileSchema['movement_moment']) =>
  profile.insertInto('movement_moment').values({
    ...{ stock_record_id: p.stock_record_id, item_id: p.item_id, at: p.at },
    ...{ origin: p.origin, seq: p.seq },
  }),
)
/** A movement belongs to an earlier moment: that of a count. */
export const keepMoment = (db: Db, row: ProfileSchema['movement_moment']): void => {
  db.run(momentQuery(row))
}

interface Late {
  itemId: number
  count: HubCount
  /** The last own record that the count knew. */
  record: number
  /** The pairing. What moved before came to the hub with the till's stock. */
  since: number
}

const lateQuery = prepare((p: Late) =>
  profile
    .selectFrom('movement')
    .innerJoin('stock_record', 'stock_record.id', 'movement.stock_record_id')
    .leftJoin('invoice', 'invoice.id', 'stock_record.invoice_id')
    .leftJoin('movement_moment as moment', (join) =>
      join
        .onRef('moment.stock_record_id', '=', 'movement.stock_record_id')
        .onRef('moment.item_id', '=', 'movement.item_id'),
    )
    .select((row) => [
      'movement.quantity',
      row.fn.coalesce('invoice.number', 'stock_record.number').as('number'),
      row.fn.coalesce('moment.at', 'movement.moved_at').as('at'),
      'moment.origin',
      'moment.seq',
    ])
    .where('movement.item_id', '=', p.itemId)
    .where('movement.stock_record_id', '>', p.record)
    .where('movement.moved_at', '>=', p.since)
    .orderBy('movement.id'),
)
/**
 * Returns what of this till a count did not know, hundredths: the sum of movements from before it, less what was booked
 * back for it. `numbers`: of their documents.
 */
export const lateQuantity = (db: Db, late: Late): { quantity: number; numbers: string[] } => {
  const { at, origin, seq } = late.count
  const rows = db.all(lateQuery(late))
  const before = rows.filter((row) => row.at < at)
  const back = rows.filter((row) => row.origin === origin && row.seq === seq)
  const sum = (of: typeof rows) => of.reduce((total, { quantity }) => total + quantity, 0)
  return { quantity: sum(before) + sum(back), numbers: [...new Set(before.map(({ number }) => number))] }
}
