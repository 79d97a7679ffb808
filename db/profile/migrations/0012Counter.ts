import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Looks up M-PESA codes, stores whether an original printed, and keeps an open sale over a power cut. */
export const counter: Migration = {
  up: async (db: Kysely<unknown>) => {
    // Earlier versions stored references as typed, and a paid document never changes.
    await sql`create index invoice_tender_reference on invoice_tender (upper(replace(reference, ' ', '')))
      where reference is not null`.execute(db)
    await sql`alter table print add column answered_by text`.execute(db)
    await sql`create table sale_draft (
      till_window text primary key,
      request_id text not null,
      content text not null,
      author_name text not null,
      kept_at integer not null
    ) strict, without rowid`.execute(db)
  },
}
