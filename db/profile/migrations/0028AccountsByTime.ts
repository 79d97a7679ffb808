import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** A statement reads only its time. A payment on account read every sale of the customer, with its document. */
export const accountsByTime: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`drop index customer_sale_customer`.execute(db)
    await sql`create index customer_sale_time on customer_sale (customer_id, sold_at, invoice_id)`.execute(db)
    await sql`create index submission_withdrawn_invoice on submission (invoice_id) where state = 'withdrawn'`.execute(
      db,
    )
  },
}
