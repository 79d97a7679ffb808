import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The price changes of one item among all acts. Rows from before name the item; later ones have its id. */
export const priceHistory: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`create index audit_price on audit (coalesce(row_id, subject), seq) where kind = 'itemPriced'`.execute(
      db,
    )
  },
}
