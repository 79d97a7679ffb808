/** Who writes trails, and how far the hub has each. */
import { type Selectable, sql } from 'kysely'
import type { HubTx } from './postgres.ts'
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
