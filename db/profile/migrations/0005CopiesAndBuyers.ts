import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The day's report counts copies; a document is found by the buyer's PIN as the authority was told it, too. */
export const copiesAndBuyers: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`create index print_copy on print (printed_at) where life = 'copy'`.execute(db)
    // What is damaged keeps nobody from opening the shop, and a sale without a buyer is not read for one.
    await sql`create index submission_buyer on submission (case when json_valid(payload) then payload ->> 'buyerPin' end)
      where invoice_id is not null and instr(payload, '"buyerPin":"') > 0`.execute(db)
  },
}
