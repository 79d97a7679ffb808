import { type Kysely, sql } from 'kysely'

const statements = [
  // By a till's uid: its last fact that the signer had taken when nothing of the item waited for the authority.
  'alter table stock_level add column settled jsonb',
]

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
