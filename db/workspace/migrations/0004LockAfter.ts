import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Windows lock after ten idle minutes. An existing shop has no such lock until it sets one. */
export const lockAfter: Migration = {
  up: async (db) => {
    await sql`insert into setting (name, value)
      select 'lockAfterMinutes', '0' where exists (select 1 from user)`.execute(db)
  },
}
