import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** How far a signer took over what a till had registered. */
export const handed: Migration = {
  up: async (db: Kysely<unknown>) => {
    // null: it took over all of it. Else the uid of the last item.
    await sql`alter table taken_from add column handed text`.execute(db)
  },
}
