import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** A document of the till's own bears a mark of the sending till, by which it is told from that of a cloned folder. */
export const mark: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`alter table submission add column mark text`.execute(db)
  },
}
