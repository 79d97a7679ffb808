import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The link to a branch hub: one row while there is one. The till's private key is among its secrets. */
export const hubLink: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`create table hub_link (
      id integer primary key check (id = 1),
      hub text not null,
      pin text not null,
      addresses text not null,
      origin text not null,
      name text not null,
      branch text not null,
      public_key text not null,
      signs integer not null default 0 check (signs in (0, 1)),
      place text,
      acked_seq integer not null default 0,
      acked_hash text not null default '',
      heard_at integer,
      forked_at text,
      paired_at integer not null
    ) strict`.execute(db)
  },
}
