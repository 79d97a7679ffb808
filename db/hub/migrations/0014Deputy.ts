import { type Kysely, sql } from 'kysely'

/** What a branch needs to survive the loss of its hub's computer. */
const statements = [
  `alter table hub
     add column sheet_at bigint,
     add column sheet_by text,
     add column epoch bigint not null default 1,
     add column computer text,
     add column replaced_epoch bigint,
     add column replaced_by text,
     add column replaced_at bigint`,
  `create table deputy (
     id int primary key check (id = 1),
     origin int not null references origin,
     named_at bigint not null,
     named_by text,
     held text,
     held_at bigint
   )`,
  'alter table delegation add column hub_epoch bigint not null default 1, add column before bigint not null default 0',
  'alter table handed add column of_branch boolean not null default false',
  'alter table device add column waits_for int references origin',
  'alter table stock_level add column authority_code text',
]

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
