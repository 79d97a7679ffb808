import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Finds what was set aside and may be at the authority under its number all the same. */
export const maybeThere: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`create index submission_maybe_there on submission (lane)
      where may_have_arrived = 1 and authority_number is null`.execute(db)
  },
}
