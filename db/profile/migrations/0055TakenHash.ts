import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** A signer knows a till's facts by their hash: a copied till may have others under the same numbers. null: taken before. */
export const takenHash: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const table of ['taken', 'taken_from'])
      await sql`alter table ${sql.table(table)} add column hash text`.execute(db)
    await sql`alter table taken_from add column split_off integer references taken_from (id)`.execute(db)
  },
}
