import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * A deputy knows which escrow it has; the escrow is among its secrets. A till knows the highest epoch of its hub and the
 * computer that began it, the last row that it ever sent to its hub, and the last row that an earlier hub may have. It knows the
 * codes of items at the authority that other tills made.
 */
export const deputy: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const column of [
      'escrow text',
      'epoch integer not null default 1',
      'epoch_by text',
      'offered_seq integer not null default 0',
      'before_seq integer not null default 0',
    ])
      await sql.raw(`alter table hub_link add column ${column}`).execute(db)
    await sql`alter table hub_level add column authority_code text`.execute(db)
    // What was sent before this version is not known row by row.
    await sql`update hub_link set offered_seq = (select coalesce(max(seq), 0) from audit)`.execute(db)
  },
}
