import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The workspace's own audit trail, and wrong PINs that delay only their person. */
export const people: Migration = {
  up: async (db) => {
    // As in a profile's database, so that the same code writes and checks it.
    await sql`create table audit (
      seq integer primary key autoincrement check (seq >= 1),
      at integer not null,
      kind text not null,
      subject text not null,
      row_id integer,
      who text not null,
      content text not null,
      hash text not null
    ) strict`.execute(db)
    await sql`create trigger audit_is_final before update on audit
      begin select raise(abort, 'the audit trail never changes'); end`.execute(db)
    await sql`create trigger audit_stays before delete on audit
      begin select raise(abort, 'the audit trail is never shortened'); end`.execute(db)
    await sql`create table pin_series (
      user_id text not null references user (id),
      door text not null check (door in ('window', 'rest')),
      failures integer not null check (failures >= 0),
      wait_ms integer not null check (wait_ms >= 0),
      untold integer not null check (untold >= 0),
      unseen integer not null check (unseen >= 0),
      first_at integer not null,
      last_at integer not null,
      primary key (user_id, door)
    ) strict, without rowid`.execute(db)
    // Existing wrong attempts carry over.
    await sql`insert into pin_series
      select id, 'window', failed_attempts, 0, 0, 0, created_at, created_at
      from user where failed_attempts > 0`.execute(db)
    await sql`drop table pin_try`.execute(db)
    await sql`alter table user drop column failed_attempts`.execute(db)
    await sql`alter table user add column pin_strong integer not null default 0 check (pin_strong in (0, 1))`.execute(
      db,
    )
  },
}
