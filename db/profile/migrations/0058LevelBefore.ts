import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  'alter table hub_level add column code_before text',
  'alter table hub_level add column authority_before integer',
  'create index hub_level_before on hub_level (uid) where code_before is not null',
]

/** A till keeps what the hub before told of the authority's stock until the hub that took over has it. */
export const levelBefore: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
