import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** A signer knows which part of the authority's stock no stock record explains yet. */
export const unexplained: Migration = {
  up: async (db: Kysely<unknown>) => {
    const { rows } = await sql`select 1 from pragma_table_info('contained') where name = 'heard'`.execute(db)
    // The first form of 0060 made the table without it.
    if (rows.length === 0) await sql`alter table contained add column heard text`.execute(db)
    await sql`alter table contained add column unexplained integer not null default 0`.execute(db)
  },
}
