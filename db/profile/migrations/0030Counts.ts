import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const unlessRepair = 'when not exists (select 1 from repair)'
const tables = ['stock_count', 'stock_count_item', 'stock_count_entry', 'stock_count_end', 'stock_count_line']

/** Counts of the stock: a session, what people counted in it, and how it ended. Rows that never change. */
export const counts: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`create table stock_count (
      id integer primary key,
      uid text not null unique,
      number integer not null unique,
      scope text not null check (scope in ('all', 'category', 'list', 'rolling')),
      category text check ((category is null) = (scope <> 'category')),
      started_at integer not null,
      author_id text not null,
      author_name text not null,
      request_id text not null unique
    ) strict`.execute(db)
    await sql`create table stock_count_item (
      count_id integer not null references stock_count (id),
      item_id integer not null references item (id),
      reason text check (reason in ('value', 'longAgo', 'sold')),
      primary key (count_id, item_id)
    ) strict`.execute(db)
    await sql`create table stock_count_entry (
      id integer primary key,
      uid text not null unique,
      count_id integer not null references stock_count (id),
      item_id integer not null references item (id),
      quantity integer not null check (quantity <> 0 or recount = 1),
      recount integer not null check (recount in (0, 1)),
      on_hand integer not null,
      last_movement integer not null,
      entered_at integer not null,
      author_id text not null,
      author_name text not null
    ) strict`.execute(db)
    await sql`create index stock_count_entry_item on stock_count_entry (count_id, item_id, id)`.execute(db)
    await sql`create table stock_count_end (
      count_id integer primary key references stock_count (id),
      uid text not null unique,
      act text not null check (act in ('booked', 'dropped')),
      ended_at integer not null,
      author_id text not null,
      author_name text not null,
      line_count integer not null,
      request_id text not null unique
    ) strict`.execute(db)
    await sql`create table stock_count_line (
      count_id integer not null references stock_count (id),
      item_id integer not null references item (id),
      item_name text not null,
      counted integer not null,
      expected integer not null,
      unit_value integer not null,
      primary key (count_id, item_id)
    ) strict`.execute(db)
    await sql`create index stock_count_line_item on stock_count_line (item_id, count_id)`.execute(db)
    for (const table of tables) {
      await sql
        .raw(`create trigger ${table}_is_final before update on ${table} ${unlessRepair}
          begin select raise(abort, 'a count never changes'); end`)
        .execute(db)
      await sql
        .raw(`create trigger ${table}_stays before delete on ${table} ${unlessRepair}
          begin select raise(abort, 'a count is never deleted'); end`)
        .execute(db)
    }
  },
}
