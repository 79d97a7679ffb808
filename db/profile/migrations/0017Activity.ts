import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** A few acts of people among a hundred thousand rows of sales, stock records and signatures (`audit.ts`). */
export const activity: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`create index audit_activity on audit (kind, seq)
      where kind not in ('sale', 'stockRecord', 'signed', 'unsigned')`.execute(db)
  },
}
