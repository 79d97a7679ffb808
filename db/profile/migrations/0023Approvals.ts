import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const unlessRepair = 'when not exists (select 1 from repair)'

/**
 * Acts that one person approved for another. An approval counts once for each of its acts, which the unique index
 * holds. A closing with a large difference can be reviewed later. All are rows that never change.
 */
export const approvals: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`create table approval (
      id integer primary key,
      uid text not null,
      act text not null,
      amount integer not null,
      document text not null,
      reason text not null,
      asker_id text not null,
      asker_name text not null,
      approver_id text not null,
      approver_name text not null,
      used_at integer not null,
      unique (uid, act)
    ) strict`.execute(db)
    await sql`create index approval_used on approval (used_at)`.execute(db)
    await sql`create table shift_review (
      shift_id integer primary key references shift_close (shift_id),
      uid text not null unique,
      reviewed_at integer not null,
      author_id text not null,
      author_name text not null
    ) strict`.execute(db)
    for (const table of ['approval', 'shift_review']) {
      await sql
        .raw(`create trigger ${table}_is_final before update on ${table} ${unlessRepair}
          begin select raise(abort, 'an approval never changes'); end`)
        .execute(db)
      await sql
        .raw(`create trigger ${table}_stays before delete on ${table} ${unlessRepair}
          begin select raise(abort, 'an approval is never deleted'); end`)
        .execute(db)
    }
  },
}
