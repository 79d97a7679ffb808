import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const unlessRepair = 'when not exists (select 1 from repair)'

/**
 * Papers that are no fiscal document: sales and credit notes in training, and proformas. Each label has numbers of its own.
 * All are rows that never change.
 */
export const unofficial: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`create table unofficial (
      id integer primary key,
      uid text not null unique,
      label text not null check (label in ('TS', 'TC', 'PS')),
      number integer not null,
      made_at integer not null,
      day text not null,
      shift_id integer references shift (id),
      author_id text not null,
      author_name text not null,
      credits_id integer references unofficial (id) check ((credits_id is null) = (label <> 'TC')),
      reason text,
      buyer_pin text,
      buyer_name text,
      total integer not null,
      taxable integer not null,
      tax integer not null,
      discount integer not null,
      content text not null,
      request_id text not null unique,
      body_hash text not null,
      unique (label, number)
    ) strict`.execute(db)
    await sql`create index unofficial_day on unofficial (day)`.execute(db)
    await sql`create index unofficial_shift on unofficial (shift_id) where shift_id is not null`.execute(db)
    await sql`create index unofficial_credits on unofficial (credits_id) where credits_id is not null`.execute(
      db,
    )
    await sql
      .raw(`create trigger unofficial_is_final before update on unofficial ${unlessRepair}
        begin select raise(abort, 'a paper never changes'); end`)
      .execute(db)
    await sql
      .raw(`create trigger unofficial_stays before delete on unofficial ${unlessRepair}
        begin select raise(abort, 'a paper is never deleted'); end`)
      .execute(db)
  },
}
