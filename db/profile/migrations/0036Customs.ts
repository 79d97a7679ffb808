import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const unlessRepair = 'when not exists (select 1 from repair)'
const kinds = `'item', 'customer', 'sale', 'creditNote', 'purchase', 'stockRecord', 'stockMaster', 'insurance', 'customsEntry'`

/** SQLite cannot drop a check without a name. So `kind` becomes a new column, whose check has one. */
const widenKind = [
  'alter table submission add column kind_now text',
  'update submission set kind_now = kind',
  'drop index submission_registration',
  'drop index submission_master',
  'drop index submission_unpacked',
  'alter table submission drop column kind',
  'alter table submission rename column kind_now to kind',
  'alter table submission alter column kind set not null',
  `alter table submission add constraint submission_kind check (kind in (${kinds}))`,
  `create index submission_registration on submission (item_id, id) where kind = 'item'`,
  `create index submission_master on submission (item_id)
    where kind = 'stockMaster' and state = 'queued' and attempts = 0`,
  `create index submission_unpacked on submission (settled_at)
    where state = 'accepted' and without_signature = 0 and packed is null
    and kind in ('sale', 'creditNote', 'stockRecord', 'purchase')`,
]

/**
 * Entries of customs as the authority listed them, what it said of them later, and what a manager decided. Entries and
 * decisions are rows that never change.
 */
export const customs: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`create table customs_entry (
      id integer primary key,
      task text not null,
      item_seq integer not null,
      declaration text not null,
      content text not null,
      pulled_at integer not null,
      unique (task, item_seq, declaration)
    ) strict`.execute(db)
    await sql`create table customs_status (
      customs_entry_id integer primary key references customs_entry (id),
      status text not null,
      declared_on text not null,
      seen_at integer not null
    ) strict`.execute(db)
    await sql`create table customs_decision (
      id integer primary key,
      uid text not null unique,
      customs_entry_id integer not null references customs_entry (id),
      act text not null check (act in ('approved', 'rejected')),
      item_id integer references item (id),
      item_name text not null,
      units integer check (units > 0 and (units is null) = (act = 'rejected')),
      delivery_id integer unique references delivery (id) check (delivery_id is null or act = 'approved'),
      remark text not null check (remark <> ''),
      decided_at integer not null,
      author_id text not null,
      author_name text not null,
      request_id text not null unique,
      body_hash text not null
    ) strict`.execute(db)
    await sql`create index customs_decision_entry on customs_decision (customs_entry_id, id)`.execute(db)
    for (const table of ['customs_entry', 'customs_decision']) {
      await sql
        .raw(`create trigger ${table}_is_final before update on ${table} ${unlessRepair}
          begin select raise(abort, 'an entry of customs never changes'); end`)
        .execute(db)
      await sql
        .raw(`create trigger ${table}_stays before delete on ${table} ${unlessRepair}
          begin select raise(abort, 'an entry of customs is never deleted'); end`)
        .execute(db)
    }
    for (const statement of widenKind) await sql.raw(statement).execute(db)
    await sql`alter table submission add column customs_entry_id integer references customs_entry (id)`.execute(
      db,
    )
    await sql`create index submission_customs on submission (customs_entry_id, id)
      where customs_entry_id is not null`.execute(db)
  },
}
