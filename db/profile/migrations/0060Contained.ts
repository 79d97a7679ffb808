import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  'alter table hub_level add column contained text',
  'alter table hub_level add column contained_before text',
  `create table contained (
    uid text primary key,
    first text,
    newest text,
    heard text,
    own text
  ) strict, without rowid`,
]

/** Tills and signers know which stock records the authority's stock of an item contains. */
export const contained: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
