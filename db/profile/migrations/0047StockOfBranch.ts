import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Tills of the branch. A linked till reads the feed once more, so that it has them, and the stock of the branch. */
export const stockOfBranch: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`create table hub_till (
      uid text primary key,
      name text not null,
      seen_at integer,
      revoked integer not null check (revoked in (0, 1))
    ) strict, without rowid`.execute(db)
    await sql`update hub_link set place = null`.execute(db)
  },
}
