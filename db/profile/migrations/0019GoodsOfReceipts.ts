import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** A receipt is found by the goods in it. */
export const goodsOfReceipts: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`create index invoice_line_item on invoice_line (item_id, invoice_id) where item_id is not null`.execute(
      db,
    )
  },
}
