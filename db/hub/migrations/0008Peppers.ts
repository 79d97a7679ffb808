import { type Kysely, sql } from 'kysely'

/** The peppers of each branch by their names. Their secrets are among the hub's, not here. */
const statements = [
  `create table pepper (
     id uuid primary key,
     branch int not null references branch,
     ord bigint not null unique generated always as identity,
     given boolean not null default false
   )`,
  'create index pepper_of on pepper (branch, ord)',
]

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
