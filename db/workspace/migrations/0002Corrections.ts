import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** A mistyped taxpayer or branch can be corrected until a device is initialised with it. The caller checks that. */
export const corrections: Migration = {
  up: async (db) => {
    await sql`drop trigger app_is_fixed`.execute(db)
    await sql`create trigger app_is_fixed before update of id, environment, practice on app
      begin select raise(abort, 'an app never changes its environment'); end`.execute(db)
  },
}
