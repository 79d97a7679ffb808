import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Documents that the authority has and this database lacks. For a few hours this was in 0001, so some shops have it.
 */
export const authorityOnly: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`create table if not exists authority_only (
      trader_number text primary key,
      authority_number integer not null
    ) strict, without rowid`.execute(db)
  },
}
