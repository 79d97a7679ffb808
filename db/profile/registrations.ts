/** Submissions of items, customers and stock masters. */
import { sql } from 'kysely'
import { type Db, prepare } from '../engine/sqlite.ts'
import { profile } from './schema.ts'
import type { Submission } from './submissions.ts'

const latestOfItem = prepare((p: { id: number }) =>
  profile
    .selectFrom('submission')
    .selectAll()
    .where('item_id', '=', p.id)
    .where('kind', '=', sql.lit('item'))
    .orderBy('id', 'desc')
    .limit(1),
)
/** Returns the newest registration of an item, in any state. */
export const registrationOf = (db: Db, itemId: number): Submission | undefined =>
  db.first(latestOfItem({ id: itemId }))

const lettersSince = prepare((p: { id: number }) =>
  profile
    .selectFrom('submission')
    // An unreadable payload names no letter. The sale is stored anyway.
    .select(sql<string | null>`case when json_valid(payload) then payload ->> 'taxType' end`.as('letter'))
    .where('item_id', '=', p.id)
    .where('kind', '=', sql.lit('item'))
    .where(
      'id',
      '>=',
      sql<number>`(select max(id) from submission where item_id = ${p.id} and kind = 'item' and state = 'accepted')`,
    ),
)
/** True if every version of the item that the authority may have, since it last accepted one, has this tax letter. */
export const isTaxTypeSent = (db: Db, { id, tax_type }: { id: number; tax_type: string }): boolean => {
  const letters = db.all(lettersSince({ id }))
  return letters.length > 0 && letters.every(({ letter }) => letter === tax_type)
}

const refusedOfItem = prepare((p: { id: number; before: number }) =>
  profile
    .selectFrom('submission')
    .selectAll()
    .where('item_id', '=', p.id)
    .where('kind', '=', sql.lit('item'))
    .where('state', '=', sql.lit('refused'))
    .where('id', '<', p.before),
)
/** Returns an item's rejected registrations before that submission. */
export const refusedRegistrations = (db: Db, itemId: number, before: number): Submission[] =>
  db.all(refusedOfItem({ id: itemId, before }))

const openOfItem = prepare((p: { id: number }) =>
  profile
    .selectFrom('submission')
    .selectAll()
    .where('item_id', '=', p.id)
    .where('kind', '=', sql.lit('item'))
    .where(sql<boolean>`state in ('queued', 'sending', 'unknown')`)
    .orderBy('id'),
)
/** Returns an item's registrations that have no outcome yet, in order. */
export const openRegistrations = (db: Db, itemId: number): Submission[] => db.all(openOfItem({ id: itemId }))

const latestOfCustomer = prepare((p: { pin: string }) =>
  profile
    .selectFrom('submission')
    .selectAll()
    .where('customer_pin', '=', p.pin)
    .orderBy('id', 'desc')
    .limit(1),
)
/** Returns the newest submission of a customer, in any state. */
export const submissionOfCustomer = (db: Db, pin: string): Submission | undefined =>
  db.first(latestOfCustomer({ pin }))

const newestMaster = (itemId: number) =>
  profile
    .selectFrom('submission')
    .selectAll()
    .where('item_id', '=', itemId)
    .where('kind', '=', sql.lit('stockMaster'))
    .orderBy('id', 'desc')
    .limit(1)
const lastMaster = prepare((p: { id: number }) => newestMaster(p.id))
/** Returns the newest stock master of an item, in any state. */
export const lastStockMaster = (db: Db, itemId: number): Submission | undefined =>
  db.first(lastMaster({ id: itemId }))

const waitingMaster = prepare((p: { id: number }) =>
  newestMaster(p.id).where('state', '=', sql.lit('queued')).where('attempts', '=', sql.lit(0)),
)
/** Returns a pending stock master of this item. */
export const waitingStockMaster = (db: Db, itemId: number): Submission | undefined =>
  db.first(waitingMaster({ id: itemId }))

const anyAccepted = prepare((p: { id: number; after: number }) =>
  profile
    .selectFrom('submission')
    .select('id')
    .where('item_id', '=', p.id)
    .where('kind', '=', sql.lit('item'))
    .where('state', '=', sql.lit('accepted'))
    .where('id', '>', p.after)
    .limit(sql.lit(1)),
)
/** True if the authority accepted a registration of this item after that submission. */
export const hasAccepted = (db: Db, itemId: number, after: number): boolean =>
  db.first(anyAccepted({ id: itemId, after })) !== undefined

const lastQuery = prepare(() =>
  profile.selectFrom('submission').select('id').orderBy('id', 'desc').limit(sql.lit(1)),
)
/** Returns the id of the newest submission; 0: there is none. */
export const lastSubmission = (db: Db): number => db.first(lastQuery({}))?.id ?? 0
