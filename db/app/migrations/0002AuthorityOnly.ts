import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What the authority was found to have, and this database has not. */
export const authorityOnly: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`create table authority_only (
      trader_number text primary key,
      authority_number integer not null
    ) strict, without rowid`.execute(db)
  },
}
