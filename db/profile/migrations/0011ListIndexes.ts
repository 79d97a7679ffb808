import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const open = `state in ('queued', 'sending', 'unknown', 'refused')`
/** The text after the last dash of a document's number, which people type. */
const numberEnd = `replace(number, rtrim(number, replace(number, '-', '')), '')`

const indexes = [
  `invoice_number_end on invoice (${numberEnd} collate nocase, id)`,
  `invoice_buyer_name on invoice (buyer_name collate nocase, id) where buyer_name is not null`,
  `submission_invoice_open on submission (invoice_id) where invoice_id is not null and ${open}`,
  `submission_stock_open on submission (stock_record_id) where stock_record_id is not null and ${open}`,
  `item_out on item (name collate nocase, id) where active = 1 and type <> '3' and on_hand <= 0`,
  `item_untold on item (name collate nocase, id) where active = 1 and type <> '3' and on_hand <> authority_on_hand`,
]

/** Lists and their filters read only the rows that they show. */
export const listIndexes: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const index of indexes) await sql.raw(`create index if not exists ${index}`).execute(db)
  },
}
