import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What the authority was found to have, and this database has not. For a few hours it was in 0001: some shops have it. */
export const authorityOnly: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`create table if not exists authority_only (
      trader_number text primary key,
      authority_number integer not null
    ) strict, without rowid`.execute(db)
  },
}
