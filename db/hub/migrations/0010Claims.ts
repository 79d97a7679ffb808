import { type Kysely, sql } from 'kysely'

const statements = [
  // A sale that a till of the branch parked. `holder`: who took it, and `taker` the person there. An ended one has no body.
  `create table parked (
     uid uuid primary key,
     branch int not null references branch,
     origin int not null references origin,
     body text not null,
     holder int references origin,
     taker text,
     open boolean not null,
     changed xid8 not null
   )`,
  'create index parked_changed on parked (branch, changed, uid)',
  `create trigger stamped before insert or update on parked for each row execute function stamp()`,

  // What only one till may take.
  `create table claim (
     what text not null,
     uid uuid not null,
     holder int not null references origin,
     who text not null,
     request uuid not null,
     at bigint not null,
     primary key (what, uid)
   )`,
]

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
