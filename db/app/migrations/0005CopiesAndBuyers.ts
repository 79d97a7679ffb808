import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The day's report counts copies; a document is found by the buyer's PIN as the authority was told it, too. */
export const copiesAndBuyers: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`create index print_copy on print (printed_at) where life = 'copy'`.execute(db)
    await sql`create index submission_buyer on submission (payload ->> 'buyerPin')
      where invoice_id is not null and payload ->> 'buyerPin' is not null`.execute(db)
  },
}
