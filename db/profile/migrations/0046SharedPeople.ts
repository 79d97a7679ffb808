import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Shows that the people of the installation were put back from a copy, so that old ones do not go to the hub as news. */
export const sharedPeople: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`alter table hub_shares add column people_seen integer not null default -1`.execute(db)
  },
}
