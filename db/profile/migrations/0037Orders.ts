import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const unlessRepair = 'when not exists (select 1 from repair)'

/** Orders to suppliers, and how each ended: rows that never change. */
export const orders: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`create table purchase_order (
      id integer primary key,
      uid text not null unique,
      number integer not null unique,
      supplier_name text not null,
      supplier_pin text,
      ordered_at integer not null,
      day text not null,
      author_id text not null,
      author_name text not null,
      remark text,
      line_count integer not null,
      after_delivery integer not null,
      request_id text not null unique,
      body_hash text not null
    ) strict`.execute(db)
    await sql`create table purchase_order_line (
      id integer primary key,
      order_id integer not null references purchase_order (id),
      position integer not null,
      item_id integer references item (id),
      item_name text not null,
      quantity_unit text not null,
      supplier_code text,
      units integer not null check (units > 0),
      quantity integer not null check (quantity > 0),
      unit_cost integer,
      unique (order_id, position)
    ) strict`.execute(db)
    await sql`create table purchase_order_end (
      id integer primary key,
      order_id integer not null unique references purchase_order (id),
      uid text not null unique,
      act text not null check (act in ('received', 'cancelled')),
      delivery_id integer references delivery (id) check ((delivery_id is null) = (act = 'cancelled')),
      ended_at integer not null,
      author_id text not null,
      author_name text not null,
      request_id text not null unique
    ) strict`.execute(db)
    // The name of a supplier whose items were linked, and who delivered nothing yet.
    await sql`create index purchase_supplier on purchase (supplier_pin, id)`.execute(db)
    for (const table of ['purchase_order', 'purchase_order_line', 'purchase_order_end']) {
      await sql
        .raw(`create trigger ${table}_is_final before update on ${table} ${unlessRepair}
          begin select raise(abort, 'an order never changes'); end`)
        .execute(db)
      await sql
        .raw(`create trigger ${table}_stays before delete on ${table} ${unlessRepair}
          begin select raise(abort, 'an order is never deleted'); end`)
        .execute(db)
    }
  },
}
