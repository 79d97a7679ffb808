import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The delivery and the transfer of a movement, and the orders of an item. */
export const movementDocuments: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const table of ['delivery', 'transfer'])
      await sql.raw(`create index ${table}_record on ${table} (stock_record_id)`).execute(db)
    await sql`create index purchase_order_line_item on purchase_order_line (item_id, order_id)`.execute(db)
  },
}
