import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * A linked till knows what a count of another till did not know of its own movements. It reads the feed once more, so that
 * each stock level says what it contains.
 */
export const lateMovements: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`alter table hub_level add column heard text`.execute(db)
    await sql`alter table stock_count_entry add column heard text`.execute(db)
    await sql`create table hub_count (
      item text primary key,
      origin text not null,
      seq integer not null,
      at integer not null,
      heard text not null,
      pending integer not null check (pending in (0, 1))
    ) strict, without rowid`.execute(db)
    await sql`create index hub_count_pending on hub_count (item) where pending = 1`.execute(db)
    await sql`create table own_count (
      item_id integer primary key references item (id),
      at integer not null
    ) strict`.execute(db)
    await sql`create table movement_moment (
      stock_record_id integer not null references stock_record (id),
      item_id integer not null references item (id),
      at integer not null,
      origin text,
      seq integer,
      primary key (stock_record_id, item_id)
    ) strict, without rowid`.execute(db)
    await sql`update hub_link set place = null`.execute(db)
  },
}
