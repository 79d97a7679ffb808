import { type Kysely, sql } from 'kysely'

/** A hub has few people and settings beside a hundred thousand items. Each request of its screens looks for some. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`create index shared_few on shared (kind, scope) where kind in ('person', 'setting')`.execute(db)
}
