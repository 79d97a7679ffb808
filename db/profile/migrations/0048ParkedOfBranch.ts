import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Parked sales have a name of their own at all tills, and a linked till knows those of its branch. It has a place for what
 * customers owe at other tills.
 */
export const parkedOfBranch: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`alter table parked_sale add column uid text`.execute(db)
    await sql`create unique index parked_uid on parked_sale (uid) where uid is not null`.execute(db)
    await sql`create table hub_parked (
      uid text primary key,
      origin text not null,
      holder text,
      taker text,
      parked_at integer not null,
      body text not null
    ) strict, without rowid`.execute(db)
    await sql`create table hub_account (
      customer text not null,
      origin text not null,
      owed integer not null,
      primary key (customer, origin)
    ) strict, without rowid`.execute(db)
  },
}
