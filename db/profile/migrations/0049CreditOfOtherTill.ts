import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const noRepair = 'not exists (select 1 from repair)'
const lessOwed = (row: 'new' | 'old', sign: '+' | '-') =>
  `update customer_sale set owed = owed ${sign} ${row}.less_owed
     where invoice_id = ${row}.sale_id and ${row}.state in ('waiting', 'accepted', 'refused')`
/** A sale of this till that another till credits is owed less. A row that changes is put anew. */
const owedTriggers = {
  other_note_owed: ['insert', lessOwed('new', '-')],
  other_note_owed_no_more: ['delete', lessOwed('old', '+')],
}

/**
 * A till credits sales of other tills. `original_uid` names such a sale; `original_id` is then the credit note's own id,
 * because each credit note must have one.
 */
export const creditOfOtherTill: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`alter table invoice add column original_uid text`.execute(db)
    await sql`create index invoice_original_uid on invoice (original_uid) where original_uid is not null`.execute(
      db,
    )
    await sql
      .raw(`create trigger invoice_keeps_original before update of original_uid on invoice when ${noRepair}
        begin select raise(abort, 'a paid document never changes'); end`)
      .execute(db)
    await sql`create table other_sale (
      id integer primary key,
      uid text not null unique,
      body text not null,
      told_at integer not null
    ) strict`.execute(db)
    await sql`create table other_note (
      sale_id integer not null,
      uid text not null,
      number text,
      till text not null,
      author_name text not null,
      made_at integer not null,
      state text not null check (state in ('claimed', 'waiting', 'accepted', 'refused', 'withdrawn')),
      total integer not null,
      less_owed integer not null,
      tenders text not null,
      lines text not null,
      primary key (sale_id, uid)
    ) strict, without rowid`.execute(db)
    await sql`create table credit_claim (
      uid text primary key,
      sale text not null,
      note_id integer unique
    ) strict, without rowid`.execute(db)
    await sql`create index credit_claim_open on credit_claim (sale) where note_id is null`.execute(db)
    for (const [name, [event, act]] of Object.entries(owedTriggers))
      await sql
        .raw(`create trigger ${name} after ${event} on other_note when ${noRepair} begin ${act}; end`)
        .execute(db)
  },
}
