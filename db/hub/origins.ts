/** Who writes trails, and how far the hub has each. */
import { type Selectable, sql } from 'kysely'
import type { HubDb, HubTx } from './postgres.ts'
import { asOwner } from './roles.ts'
import type { HubSchema } from './schema.ts'

export type OriginRow = Selectable<HubSchema['origin']>

/** Returns an origin, and lets nobody else write to its trail until the transaction ends. undefined: it is unknown. */
export const lockOrigin = (tx: HubTx, id: number): Promise<(OriginRow & { durable: string }) | undefined> =>
  tx
    .selectFrom('origin')
    .selectAll()
    .select(sql<string>`current_setting('synchronous_commit')`.as('durable'))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

/** A till whose trail another one continues. */
export interface Ancestor {
  id: number
  uid: string
  /** The other one's trail is the same up to this row. */
  upTo: number
  /** How far the hub has it. */
  seq: number
  hash: string
}

/** Returns the tills whose trails this one continues, the oldest first. */
export const ancestorsOf = async (db: HubDb | HubTx, id: number): Promise<Ancestor[]> => {
  const { rows } = await sql<Ancestor>`with recursive line as (
      select parent, start_seq as up_to, 1 as depth from origin where id = ${id} and parent is not null
      union all select origin.parent, least(line.up_to, origin.start_seq), depth + 1
        from line join origin on origin.id = line.parent where origin.parent is not null)
    select origin.id, origin.uid, up_to as "upTo", acked_seq as seq, acked_hash as hash
    from line join origin on origin.id = line.parent order by depth desc`.execute(db)
  return rows
}

/** What a till that was paired anew has in its own file too: rows of an earlier till, up to these ids. */
export interface Inherited {
  origin: number
  uid: string
  /** The last document. */
  document: number
  /** The last payment on account, or mark that something was paid before. */
  payment: number
}

/** Returns what a till has of the tills whose trail it continues. A till numbers its rows in the order of its trail. */
export const inheritedBy = async (tx: HubTx, id: number): Promise<Inherited[]> => {
  const ancestors = await ancestorsOf(tx, id)
  const inherited: Inherited[] = []
  if (ancestors.length === 0) return inherited
  await asOwner(tx, async () => {
    for (const { id: origin, uid, upTo } of ancestors) {
      const { rows } = await sql<{ document: number; payment: number }>`select
        coalesce((select row_id from fact where origin = ${origin} and seq <= ${upTo}
          and kind in ('sale', 'creditNote') order by seq desc limit 1), 0) as document,
        coalesce((select row_id from fact where origin = ${origin} and seq <= ${upTo}
          and kind in ('accountPaid', 'paidBefore') order by seq desc limit 1), 0) as payment`.execute(tx)
      inherited.push(...rows.map((last) => ({ origin, uid, ...last })))
    }
  })
  return inherited
}

/** True for a document that a till has in its own file, although an earlier till made it. */
export const isInherited = (
  inherited: readonly Inherited[],
  { till, id }: { till: string; id: number },
): boolean => inherited.some(({ uid, document }) => uid === till && id <= document)

/** No facts of that till are taken until the transaction ends. */
export const holdOrigin = async (tx: HubTx, uid: string): Promise<void> => {
  await tx.selectFrom('origin').select('id').where('uid', '=', uid).forShare().execute()
}

/** The hub has its trail up to this row. */
export const moveOrigin = async (
  tx: HubTx,
  id: number,
  place: { seq: number; hash: string },
): Promise<void> => {
  await tx
    .updateTable('origin')
    .set({
      acked_seq: place.seq,
      acked_hash: place.hash,
      seen_at: sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`,
    })
    .where('id', '=', id)
    .execute()
}
