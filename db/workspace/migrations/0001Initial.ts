import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const initial: Migration = {
  up: async (db) => {
    await sql`create table user (
      id text primary key,
      name text not null check (length(name) between 1 and 60),
      role text not null check (role in ('cashier', 'manager', 'owner')),
      pin_hash text not null,
      demo integer not null default 0 check (demo in (0, 1)),
      active integer not null default 1 check (active in (0, 1)),
      failed_attempts integer not null default 0,
      created_at integer not null
    ) strict`.execute(db)
    await sql`create table app (
      id text primary key,
      name text not null,
      environment text not null check (environment in ('sandbox', 'production')),
      practice integer not null check (practice in (0, 1)),
      authority_url text not null,
      dialect text not null check (dialect in ('legacy', 'gateway')),
      taxpayer_pin text not null,
      branch_id text not null,
      device_serial text not null,
      token_url text,
      apigee_app_id text,
      created_at integer not null,
      check (practice = 0 or environment = 'sandbox')
    ) strict`.execute(db)
    // A profile never changes its environment or device (spec 5.4).
    await sql`create trigger app_is_fixed before update of id, environment, practice, taxpayer_pin, branch_id on app
      begin select raise(abort, 'an app never changes its environment or taxpayer'); end`.execute(db)
    await sql`create table api_key (
      id text primary key,
      app_id text not null references app (id),
      hash text not null unique check (length(hash) = 64),
      last_four text not null check (length(last_four) = 4),
      created_at integer not null,
      created_by text not null,
      last_used_on text,
      revoked_at integer,
      revoked_by text,
      check ((revoked_at is null) = (revoked_by is null))
    ) strict`.execute(db)
    // A key stays with its profile (spec 5.4), and a revoked one stays revoked: create a new one.
    await sql`create trigger api_key_is_fixed before update of id, app_id, hash, last_four, created_at, created_by on api_key
      begin select raise(abort, 'a key never changes what it opens'); end`.execute(db)
    await sql`create trigger api_key_stays_revoked before update of revoked_at, revoked_by on api_key
      when old.revoked_at is not null
      begin select raise(abort, 'a revoked key stays revoked'); end`.execute(db)
    await sql`create table session (
      id text primary key,
      user_id text not null references user (id),
      created_at integer not null,
      expires_at integer not null,
      ended_at integer,
      ended_because text check (ended_because in ('signedOut', 'tokenReused', 'personChanged')),
      check ((ended_at is null) = (ended_because is null))
    ) strict`.execute(db)
    await sql`create index session_of_user on session (user_id)`.execute(db)
    await sql`create table refresh_token (
      hash text primary key check (length(hash) = 64),
      session_id text not null references session (id) on delete cascade,
      used_at integer
    ) strict, without rowid`.execute(db)
    await sql`create index refresh_token_of_session on refresh_token (session_id)`.execute(db)
    // No reference to user: unknown names are tried too.
    await sql`create table pin_try (
      id integer primary key,
      who text not null,
      left_ms integer not null check (left_ms >= 0)
    ) strict`.execute(db)
    await sql`create table setting (name text primary key, value text not null) strict`.execute(db)
  },
}
