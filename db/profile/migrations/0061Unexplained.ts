import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** A signer knows which part of the authority's stock no stock record explains yet. */
export const unexplained: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`alter table contained add column unexplained integer not null default 0`.execute(db)
  },
}
