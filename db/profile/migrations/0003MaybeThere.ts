import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Finds rows that were set aside and that the authority may have under their number. */
export const maybeThere: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`create index submission_maybe_there on submission (lane)
      where may_have_arrived = 1 and authority_number is null`.execute(db)
  },
}
