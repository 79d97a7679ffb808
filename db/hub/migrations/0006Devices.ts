import { type Kysely, sql } from 'kysely'

const statements = [
  // The device of a branch, of which this hub holds the key. Its secrets are the hub's, and not in this database.
  `create table device (
     branch int primary key references branch,
     app uuid not null,
     origin int references origin,
     connection text not null,
     handed_at bigint not null,
     active_at bigint,
     returned_at bigint
   )`,

  // What a till had registered with the authority when it left its documents to the signer.
  `create table handed (
     origin int not null references origin,
     item uuid not null,
     code text not null,
     on_hand bigint not null,
     primary key (origin, item)
   )`,

  // JSON: the numbers at the authority that the till would have used next.
  `alter table delegation add column counters text not null default '{}'`,
  // The signer owes what the till's facts up to this one owe. null: it signs for the till.
  'alter table delegation add column until bigint',

  // A credit note may be of a sale that is older than the signer.
  'create index invoice_original on invoice (branch, origin, original_id) where original_id is not null',
]

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
