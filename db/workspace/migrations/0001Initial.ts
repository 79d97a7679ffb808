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
      locked_until integer,
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
    // An app is what it is for life (spec 5.4): neither its environment nor its device may change.
    await sql`create trigger app_is_fixed before update of id, environment, practice, taxpayer_pin, branch_id on app
      begin select raise(abort, 'an app never changes its environment or taxpayer'); end`.execute(db)
    await sql`create table api_key (
      id text primary key,
      app_id text not null references app (id),
      hash text not null unique,
      last_four text not null,
      created_at integer not null,
      revoked_at integer
    ) strict`.execute(db)
    await sql`create table setting (name text primary key, value text not null) strict`.execute(db)
  },
}
