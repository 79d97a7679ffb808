import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** A column for the compressed payload of an accepted document. `payload` keeps what SQL queries. */
export const packedPayloads: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`alter table submission add column packed blob`.execute(db)
    await sql`create index submission_unpacked on submission (settled_at)
      where state = 'accepted' and without_signature = 0 and packed is null
      and kind in ('sale', 'creditNote', 'stockRecord', 'purchase')`.execute(db)
  },
}
