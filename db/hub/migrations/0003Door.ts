import { type Kysely, sql } from 'kysely'

/** Who may come in: what this database is for, and the key of each till. No secret is here. */
const statements = [
  `create table hub (
     id uuid primary key,
     environment text not null check (environment in ('sandbox', 'production')),
     made_at bigint not null
   )`,
  'create unique index hub_is_one on hub ((true))',

  `alter table origin
     add column app text,
     add column public_key text unique,
     add column paired_at bigint,
     add column confirmed_at bigint,
     add column revoked_by text,
     add column head_seq bigint,
     add column clock_ms bigint`,
  'create index origin_app on origin (app)',
]

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
