import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** A taxpayer or branch that was mistyped can be put right for as long as no device was initialised with it; who asks sees to that. */
export const corrections: Migration = {
  up: async (db) => {
    await sql`drop trigger app_is_fixed`.execute(db)
    await sql`create trigger app_is_fixed before update of id, environment, practice on app
      begin select raise(abort, 'an app never changes its environment'); end`.execute(db)
  },
}
