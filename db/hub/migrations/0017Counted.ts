import { type Kysely, sql } from 'kysely'

const statements = [
  // By a till's uid: its last fact that the level contains. A level of before contains all that the hub had.
  "alter table stock_level add column heard jsonb not null default '{}'",
  `update stock_level set heard = coalesce(
     (select jsonb_object_agg(uid, acked_seq) from origin where origin.branch = stock_level.branch), '{}')`,

  // The last count of each item, by the time at which it was counted.
  `create table counted (
     branch int not null references branch,
     item uuid not null,
     origin int not null references origin,
     seq bigint not null,
     at bigint not null,
     heard jsonb not null,
     changed xid8 not null,
     primary key (branch, item)
   )`,
  'create index counted_changed on counted (branch, changed, item)',
  `create trigger stamped before insert or update on counted for each row execute function stamp()`,
]

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
