/** Queries on what tills share. A wish's transaction holds {@link lockShared}, so no two of them meet. */
import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { type Asking, type Mark, type Told, told } from './feed.ts'
import type { FieldAuthor } from './schema/shared.ts'
import type { HubSchema } from './schema.ts'

export type HubTx = Transaction<HubSchema>
type Queries = Kysely<HubSchema>
export type SharedRow = Selectable<HubSchema['shared']>
export type SharedKind = SharedRow['kind']
export type WishLog = Selectable<HubSchema['wish']>
export type AlikeReason = HubSchema['alike']['reason']
export type { FieldAuthor }

/** Any number that no other lock of the hub has. */
const sharedLock = 4_878_001
/** Until the transaction ends, nobody else changes what tills share. Wishes are few next to sales. */
export const lockShared = async (tx: HubTx): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${sharedLock})`.execute(tx)
}

/** Until the transaction ends, no uid becomes another one. Any number of transactions hold this at once. */
export const holdUids = async (tx: HubTx): Promise<void> => {
  await sql`select pg_advisory_xact_lock_shared(${sharedLock})`.execute(tx)
}

/** Returns a thing by its uid, or by one that a till had given it. */
export const sharedByUid = async (tx: Queries, uid: string): Promise<SharedRow | undefined> =>
  tx
    .selectFrom('shared')
    .selectAll()
    .where(
      'uid',
      '=',
      sql<string>`coalesce((select of_uid from alias where alias.uid = ${uid}::uuid), ${uid}::uuid)`,
    )
    .executeTakeFirst()

/** Returns the uids that the hub uses for those uids of tills. */
export const canonicalUids = async (tx: Queries, uids: readonly string[]): Promise<Map<string, string>> => {
  const rows = await tx
    .selectFrom('alias')
    .select(['uid', 'of_uid'])
    .where('uid', '=', sql<string>`any(${uids}::uuid[])`)
    .execute()
  const known = new Map(rows.map(({ uid, of_uid }) => [uid, of_uid]))
  return new Map(uids.map((uid) => [uid, known.get(uid) ?? uid]))
}

/** Keeps a till's uid of a thing that was here already, and moves the stock that was booked under it. */
export const insertAlias = async (tx: HubTx, uid: string, of_uid: string): Promise<void> => {
  await tx.insertInto('alias').values({ uid, of_uid }).execute()
  await sql`
    insert into stock_level as level (branch, item, on_hand, authority_on_hand, heard)
      select branch, ${of_uid}::uuid, on_hand, authority_on_hand, heard from stock_level where item = ${uid}::uuid
    on conflict (branch, item) do update set on_hand = level.on_hand + excluded.on_hand,
      authority_on_hand = level.authority_on_hand + excluded.authority_on_hand,
      heard = excluded.heard || level.heard, settled = null, contained = null`.execute(tx)
  await sql`update stock_level set on_hand = 0, authority_on_hand = 0 where item = ${uid}::uuid`.execute(tx)
}

export interface SharedChange
  extends Pick<SharedRow, 'uid' | 'kind' | 'scope' | 'versions' | 'body' | 'active'> {
  authors: Record<string, FieldAuthor>
}
export const putShared = async (tx: HubTx, row: SharedChange): Promise<void> => {
  const { versions, authors, body, active, ...rest } = row
  const told = {
    versions: JSON.stringify(versions),
    authors: JSON.stringify(authors),
    body: JSON.stringify(body),
    active,
  }
  await tx
    .insertInto('shared')
    .values({ ...rest, ...told })
    .onConflict((conflict) => conflict.column('uid').doUpdateSet(told))
    .execute()
}

export const customerWithPin = async (tx: Queries, pin: string): Promise<SharedRow | undefined> =>
  tx
    .selectFrom('shared')
    .selectAll()
    .where('kind', '=', sql.lit<SharedKind>('customer'))
    .where(sql<boolean>`body ? 'pin' and body->>'pin' = ${pin}`)
    .executeTakeFirst()

const itemsWith = async (
  tx: Queries,
  field: 'barcode' | 'authority_code',
  value: string,
): Promise<SharedRow[]> =>
  tx
    .selectFrom('shared')
    .selectAll()
    .where('kind', '=', sql.lit<SharedKind>('item'))
    .where(sql<boolean>`body ? ${sql.lit(field)} and body->>${sql.lit(field)} = ${value}`)
    .orderBy('active', 'desc')
    .orderBy('changed')
    .orderBy('uid')
    .limit(mostAlike)
    .execute()

/** So many things of one name, barcode or code are looked at. */
const mostAlike = 10

export const itemsWithBarcode = (tx: Queries, barcode: string): Promise<SharedRow[]> =>
  itemsWith(tx, 'barcode', barcode)
export const itemsWithAuthorityCode = (tx: Queries, code: string): Promise<SharedRow[]> =>
  itemsWith(tx, 'authority_code', code)

/** Active people of a branch. They are few. */
export const sharedPeople = async (tx: Queries, scope: number): Promise<SharedRow[]> =>
  tx
    .selectFrom('shared')
    .selectAll()
    .where('kind', '=', sql.lit<SharedKind>('person'))
    .where('scope', '=', scope)
    .where('active', '=', true)
    .orderBy('uid')
    .execute()

/** Returns the uids of people whose names or documents are in the trail of a till. */
export const peopleOfTill = async (
  tx: Queries,
  { id, branch }: { id: number; branch: number },
): Promise<string[]> => {
  const { rows } = await sql<{ uid: string }>`
    with worked as materialized (select distinct who from fact where origin = ${id}),
      sold as materialized (select distinct author_id from invoice where branch = ${branch} and origin = ${id})
    select uid from shared where kind = 'person' and scope = ${branch}
      and (body->>'name' in (select who from worked) or left(uid::text, 20) in (select author_id from sold))`.execute(
    tx,
  )
  return rows.map(({ uid }) => uid)
}

/** Active things of that kind and name, whatever the case. */
export const namesakes = async (tx: Queries, kind: 'item' | 'customer', name: string): Promise<SharedRow[]> =>
  tx
    .selectFrom('shared')
    .selectAll()
    .where('kind', '=', sql.lit(kind))
    .where(sql<boolean>`kind in ('item', 'customer')`)
    .where(sql<boolean>`lower(body->>'name') = lower(${name})`)
    .where('active', '=', true)
    .limit(mostAlike)
    .execute()

export const listAlike = async (
  tx: HubTx,
  one: string,
  other: string,
  reason: AlikeReason,
): Promise<void> => {
  await tx
    .insertInto('alike')
    .values({ one, other, reason })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export const isWishKnown = async (tx: Queries, uid: string): Promise<boolean> =>
  (await tx.selectFrom('wish').select('uid').where('uid', '=', uid).executeTakeFirst()) !== undefined

export const insertWish = async (tx: HubTx, row: Insertable<HubSchema['wish']>): Promise<void> => {
  await tx.insertInto('wish').values(row).execute()
}

/**
 * Returns the last wish about a field of a thing since then, epoch milliseconds. undefined: none was dealt with. `waits`: a
 * manager decides about the field.
 */
export const lastWishAbout = async (
  db: Queries,
  { uid, field, since }: { uid: string; field: string; since: number },
): Promise<{ waits: boolean } | undefined> =>
  db
    .selectFrom('wish')
    .select(sql<boolean>`${field} = any(offered)`.as('waits'))
    .where('of_uid', '=', uid)
    .where('at', '>=', since)
    .where(sql<boolean>`set::jsonb ? ${field}`)
    .orderBy('at', 'desc')
    .executeTakeFirst()

/** Wishes about a thing with fields that wait for a manager, the oldest first. */
export const openOffers = async (tx: Queries, ofUid: string): Promise<WishLog[]> =>
  tx
    .selectFrom('wish')
    .selectAll()
    .where('of_uid', '=', ofUid)
    .where(sql<boolean>`offered <> '{}'`)
    .orderBy('changed')
    .execute()

/** The fields of a wish that still wait. `by`: a manager answered. */
export const setOffered = async (
  tx: HubTx,
  uid: string,
  offered: string[],
  by?: { who: string; at: number },
): Promise<void> => {
  await tx
    .updateTable('wish')
    .set({ offered, ...(by ? { answered_at: by.at, answered_by: by.who } : {}) })
    .where('uid', '=', uid)
    .execute()
}

/** What all branches share, and what this one does. */
export const sharedTold = (asking: Asking, after: Mark, limit: number) => {
  const { where, end } = told(asking, after, 'uid', limit)
  return sql<Told<Pick<SharedRow, 'kind' | 'versions' | 'body' | 'active'>>>`
    select uid as key, changed::text, kind, versions, body, active from shared
    where scope in (0, ${asking.branch}) and ${where} ${end}`
}

/**
 * The answers to the wishes of this till. One that was paired anew after a fork continues the trail of another, and waits for
 * the answers to its wishes too. It does not know those of after the fork.
 */
export const wishEndsTold = (asking: Asking, after: Mark, limit: number) => {
  const { where, end } = told(asking, after, 'uid', limit)
  return sql<Told<Pick<WishLog, 'outcome' | 'answer'>>>`
    select uid as key, changed::text, outcome, answer from wish
    where origin in (
        with recursive line as (
          select id, parent from origin where id = ${asking.origin}
          union all select above.id, above.parent from origin above join line on above.id = line.parent)
        select id from line)
      and ${where} ${end}`
}
