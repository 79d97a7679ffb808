import { type Kysely, sql } from 'kysely'

const statements = [
  // Who may talk to the authority for a branch. A signer that takes over gets the next epoch.
  `create table signer (
     branch int primary key references branch,
     holder text,
     epoch int not null default 0,
     asked_at bigint,
     taken_at bigint,
     released_at bigint,
     changed xid8 not null
   )`,
  `create trigger stamped before insert or update on signer for each row execute function stamp()`,

  // From which fact on the signer owes what a till's documents owe.
  `create table delegation (
     origin int primary key references origin,
     since bigint not null,
     at bigint not null
   )`,

  `create table outcome (
     origin int not null references origin,
     seq bigint not null,
     body text not null,
     epoch int not null,
     changed xid8 not null,
     primary key (origin, seq)
   )`,
  'create index outcome_changed on outcome (origin, changed, seq)',
  `create trigger stamped before insert or update on outcome for each row execute function stamp()`,

  // Stock records cannot be looked up. This says which of them a signer may have sent.
  `create table sending (
     origin int not null references origin,
     seq bigint not null,
     number bigint not null,
     epoch int not null,
     at bigint not null,
     primary key (origin, seq)
   )`,
]

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
