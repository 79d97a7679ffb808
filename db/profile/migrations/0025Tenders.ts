import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const columns = 'tender_id, tender_name'

/**
 * The owner's own ways to pay. A payment keeps the id and the name that its tender had then. Both are null for one that
 * Kaunta ships under its shipped name. So rows of before stay as they are.
 */
export const tenders: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`drop view paid`.execute(db)
    for (const table of ['invoice_tender', 'payment_change_tender', 'account_entry'])
      for (const column of ['tender_id', 'tender_name'])
        await sql.raw(`alter table ${table} add column ${column} text`).execute(db)
    await sql
      .raw(`create view paid as
      select invoice_id, position, method, amount, reference, ${columns} from invoice_tender
        where not exists (select 1 from payment_change where payment_change.invoice_id = invoice_tender.invoice_id)
      union all
      select payment_change.invoice_id, tender.id, tender.method, tender.amount, tender.reference,
          tender.tender_id, tender.tender_name
        from payment_change join payment_change_tender tender on tender.change_id = payment_change.id
        where not exists (select 1 from payment_change later
          where later.invoice_id = payment_change.invoice_id and later.id > payment_change.id)`)
      .execute(db)
  },
}
