import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const unlessRepair = 'when not exists (select 1 from repair)'

/**
 * How a sale was really paid, where its payments were entered wrongly. The first payments stay as they are; the last
 * change of a sale counts. `paid` has the payments that count: read it for one document at a time.
 */
export const paymentChanges: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`create table payment_change (
      id integer primary key,
      invoice_id integer not null references invoice (id),
      change integer not null,
      changed_at integer not null,
      author_name text not null
    ) strict`.execute(db)
    await sql`create table payment_change_tender (
      id integer primary key,
      change_id integer not null references payment_change (id),
      method text not null,
      amount integer not null,
      reference text
    ) strict`.execute(db)
    await sql`create index payment_change_invoice on payment_change (invoice_id, id)`.execute(db)
    await sql`create index payment_change_tender_change on payment_change_tender (change_id)`.execute(db)
    await sql`create index payment_change_tender_reference
      on payment_change_tender (upper(replace(reference, ' ', ''))) where reference is not null`.execute(db)
    for (const table of ['payment_change', 'payment_change_tender']) {
      await sql
        .raw(`create trigger ${table}_is_final before update on ${table} ${unlessRepair}
          begin select raise(abort, 'a change of payment never changes'); end`)
        .execute(db)
      await sql
        .raw(`create trigger ${table}_stays before delete on ${table} ${unlessRepair}
          begin select raise(abort, 'a change of payment is never deleted'); end`)
        .execute(db)
    }
    await sql`create view paid as
      select invoice_id, position, method, amount, reference from invoice_tender
        where not exists (select 1 from payment_change where payment_change.invoice_id = invoice_tender.invoice_id)
      union all
      select payment_change.invoice_id, tender.id, tender.method, tender.amount, tender.reference
        from payment_change join payment_change_tender tender on tender.change_id = payment_change.id
        where not exists (select 1 from payment_change later
          where later.invoice_id = payment_change.invoice_id and later.id > payment_change.id)`.execute(db)
  },
}
