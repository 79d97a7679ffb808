import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** A signer registers a changed tax letter once every till of the branch has it. */
export const letterWaits: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`create table letter_wait (
      submission_id integer primary key references submission (id),
      item_id integer not null references item (id),
      since integer not null
    ) strict`.execute(db)
  },
}
