import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const unlessRepair = 'when not exists (select 1 from repair)'

/**
 * Transfers between branches of one taxpayer, what the authority lists as sent to this branch, and what a person decided
 * about such a list entry. Transfers and decisions are rows that never change.
 */
export const transfers: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`create table arrival (
      id integer primary key,
      branch_id text not null,
      number text not null,
      sent_on text not null,
      content text not null,
      changed_at integer not null,
      unique (branch_id, number)
    ) strict`.execute(db)
    await sql`create index arrival_day on arrival (sent_on, id)`.execute(db)
    await sql`create table transfer (
      id integer primary key,
      uid text not null unique,
      number integer not null unique,
      direction text not null check (direction in ('out', 'in')),
      branch_id text not null,
      branch_name text not null,
      arrival_id integer unique references arrival (id) check (arrival_id is null or direction = 'in'),
      stock_record_id integer references stock_record (id),
      moved_at integer not null,
      day text not null,
      author_id text not null,
      author_name text not null,
      remark text,
      line_count integer not null,
      request_id text not null unique,
      body_hash text not null
    ) strict`.execute(db)
    await sql`create index transfer_direction on transfer (direction, id)`.execute(db)
    await sql`create table transfer_line (
      id integer primary key,
      transfer_id integer not null references transfer (id),
      position integer not null,
      item_id integer references item (id),
      item_name text not null,
      quantity_unit text not null,
      sent_code text,
      sent_name text,
      expected integer,
      quantity integer not null check (quantity >= 0),
      unique (transfer_id, position)
    ) strict`.execute(db)
    await sql`create table arrival_decision (
      id integer primary key,
      uid text not null unique,
      arrival_id integer not null references arrival (id),
      act text not null check (act in ('dismissed', 'takenUp')),
      reason text check ((reason is null) = (act = 'takenUp')),
      decided_at integer not null,
      author_id text not null,
      author_name text not null
    ) strict`.execute(db)
    await sql`create index arrival_decision_arrival on arrival_decision (arrival_id, id)`.execute(db)
    for (const table of ['transfer', 'transfer_line', 'arrival_decision']) {
      await sql
        .raw(`create trigger ${table}_is_final before update on ${table} ${unlessRepair}
          begin select raise(abort, 'a transfer never changes'); end`)
        .execute(db)
      await sql
        .raw(`create trigger ${table}_stays before delete on ${table} ${unlessRepair}
          begin select raise(abort, 'a transfer is never deleted'); end`)
        .execute(db)
    }
  },
}
