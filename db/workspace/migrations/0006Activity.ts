import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** As in a profile's database. Without it, each kind of act that a manager looks for reads the whole trail. */
export const activity: Migration = {
  up: async (db) => {
    await sql`create index audit_activity on audit (kind, seq)
      where kind not in ('sale', 'stockRecord', 'signed', 'unsigned')`.execute(db)
  },
}
