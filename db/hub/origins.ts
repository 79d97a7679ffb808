/** Who writes trails, and how far the hub has each. */
import { type Selectable, sql } from 'kysely'
import type { HubDb, HubTx } from './postgres.ts'
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
