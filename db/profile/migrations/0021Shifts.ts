import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const unlessRepair = 'when not exists (select 1 from repair)'

/** Adds a document to the grand total, or takes it out. */
const count = (sign: '+' | '-', id: string) =>
  `update document_sum set documents = documents ${sign} 1,
     total = total ${sign} (select total from invoice where id = ${id})
   where kind = (select kind from invoice where id = ${id})`
/** A withdrawn document may still arrive at the authority; then it counts again. */
const sumTriggers = {
  invoice_summed: ['insert on invoice', unlessRepair, count('+', 'new.id')],
  submission_withdrawn_at_once: [
    'insert on submission',
    "when (new.state = 'withdrawn' and new.invoice_id is not null) and not exists (select 1 from repair)",
    count('-', 'new.invoice_id'),
  ],
  submission_withdrawn: [
    'update of state on submission',
    `when (new.state = 'withdrawn' and old.state <> 'withdrawn' and new.invoice_id is not null)
       and not exists (select 1 from repair)`,
    count('-', 'new.invoice_id'),
  ],
  submission_back: [
    'update of state on submission',
    `when (old.state = 'withdrawn' and new.state <> 'withdrawn' and new.invoice_id is not null)
       and not exists (select 1 from repair)`,
    count('+', 'new.invoice_id'),
  ],
}

/**
 * Shifts of the till's drawer, the cash that moves in and out of it, and closings. All are rows that never change. A
 * document of the till has the shift in which it was made. `document_sum` is the grand total since the installation,
 * kept by triggers, so that its cost does not depend on the number of documents.
 */
export const shifts: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`create table shift (
      id integer primary key,
      uid text not null unique,
      number integer not null unique,
      opened_at integer not null,
      author_id text not null,
      author_name text not null,
      float integer not null check (float >= 0),
      counted text,
      after_invoice integer not null,
      request_id text not null unique
    ) strict`.execute(db)
    await sql`create table cash_movement (
      id integer primary key,
      uid text not null unique,
      shift_id integer not null references shift (id),
      kind text not null check (kind in ('payIn', 'payOut', 'drop', 'noSale')),
      amount integer not null check (amount >= 0 and (amount = 0) = (kind = 'noSale')),
      reason text not null,
      reference text,
      note text,
      moved_at integer not null,
      author_id text not null,
      author_name text not null,
      request_id text not null unique
    ) strict`.execute(db)
    await sql`create index cash_movement_shift on cash_movement (shift_id, id)`.execute(db)
    await sql`create table shift_close (
      shift_id integer primary key references shift (id),
      uid text not null unique,
      closed_at integer not null,
      author_id text not null,
      author_name text not null,
      expected integer not null,
      counted integer not null check (counted >= 0),
      denominations text,
      note text,
      figures text not null,
      request_id text not null unique
    ) strict`.execute(db)
    for (const table of ['shift', 'cash_movement', 'shift_close']) {
      await sql
        .raw(`create trigger ${table}_is_final before update on ${table} ${unlessRepair}
          begin select raise(abort, 'the cash book never changes'); end`)
        .execute(db)
      await sql
        .raw(`create trigger ${table}_stays before delete on ${table} ${unlessRepair}
          begin select raise(abort, 'the cash book is never shortened'); end`)
        .execute(db)
    }
    await sql`alter table invoice add column shift_id integer references shift (id)`.execute(db)
    await sql
      .raw(`create trigger invoice_keeps_shift before update of shift_id on invoice ${unlessRepair}
        begin select raise(abort, 'a paid document never changes'); end`)
      .execute(db)

    await sql`create table document_sum (
      kind text primary key,
      documents integer not null,
      total integer not null
    ) strict, without rowid`.execute(db)
    for (const kind of ['sale', 'creditNote'])
      await sql`insert into document_sum (kind, documents, total)
        select ${kind}, count(*), coalesce(sum(total), 0) from invoice where kind = ${kind} and not exists
          (select 1 from submission where submission.invoice_id = invoice.id and state = 'withdrawn')`.execute(
        db,
      )
    for (const [name, [event, when, act]] of Object.entries(sumTriggers))
      await sql.raw(`create trigger ${name} after ${event} ${when} begin ${act}; end`).execute(db)
  },
}
