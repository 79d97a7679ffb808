import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const unlessRepair = 'when not exists (select 1 from repair)'

/**
 * Deliveries of goods, what a person decided about a supplier's invoice, and how many of our units one unit of a
 * supplier is. Deliveries and decisions are rows that never change.
 */
export const deliveries: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`alter table supplier_item add column units integer not null default 100 check (units > 0)`.execute(
      db,
    )
    await sql`create table delivery (
      id integer primary key,
      uid text not null unique,
      number integer not null unique,
      purchase_id integer unique references purchase (id),
      stock_record_id integer references stock_record (id),
      type text not null check (type in ('01', '02')),
      supplier_name text not null,
      supplier_pin text,
      received_at integer not null,
      day text not null,
      author_id text not null,
      author_name text not null,
      remark text,
      line_count integer not null,
      total integer not null,
      request_id text not null unique,
      body_hash text not null
    ) strict`.execute(db)
    await sql`create table delivery_line (
      id integer primary key,
      delivery_id integer not null references delivery (id),
      position integer not null,
      item_id integer references item (id),
      item_name text not null,
      quantity_unit text not null,
      supplier_code text,
      supplier_item_name text,
      invoiced integer,
      units integer not null check (units > 0),
      expected integer,
      received integer not null check (received >= 0),
      unit_cost integer not null check (unit_cost >= 0),
      total integer not null check (total >= 0),
      unique (delivery_id, position)
    ) strict`.execute(db)
    await sql`create index delivery_line_item on delivery_line (item_id, id)`.execute(db)
    await sql`create table purchase_decision (
      id integer primary key,
      uid text not null unique,
      purchase_id integer not null references purchase (id),
      act text not null check (act in ('refused', 'takenUp')),
      reason text check ((reason is null) = (act = 'takenUp')),
      decided_at integer not null,
      author_id text not null,
      author_name text not null
    ) strict`.execute(db)
    await sql`create index purchase_decision_purchase on purchase_decision (purchase_id, id)`.execute(db)
    for (const table of ['delivery', 'delivery_line', 'purchase_decision']) {
      await sql
        .raw(`create trigger ${table}_is_final before update on ${table} ${unlessRepair}
          begin select raise(abort, 'a delivery never changes'); end`)
        .execute(db)
      await sql
        .raw(`create trigger ${table}_stays before delete on ${table} ${unlessRepair}
          begin select raise(abort, 'a delivery is never deleted'); end`)
        .execute(db)
    }
  },
}
