import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The day's report counts copies. A document can also be found by the buyer's PIN as sent to the authority. */
export const copiesAndBuyers: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`create index print_copy on print (printed_at) where life = 'copy'`.execute(db)
    // A damaged payload must not prevent the upgrade. A sale without a buyer is not indexed.
    await sql`create index submission_buyer on submission (case when json_valid(payload) then payload ->> 'buyerPin' end)
      where invoice_id is not null and instr(payload, '"buyerPin":"') > 0`.execute(db)
  },
}
