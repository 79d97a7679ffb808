import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** A till's own document gets a mark of the sending till, which distinguishes it from a cloned folder's. */
export const mark: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`alter table submission add column mark text`.execute(db)
  },
}
