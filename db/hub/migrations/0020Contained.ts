import { type Kysely, sql } from 'kysely'

const statements = [
  // Which stock records the authority's stock contains.
  'alter table stock_level add column contained jsonb',
  'alter table handed add column contained jsonb',
]

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
