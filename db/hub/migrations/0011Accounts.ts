import { type Kysely, sql } from 'kysely'

const statements = [
  // What changed a customer's account at a till: sold on credit, credited, paid. `invoice`: its document there.
  `create table account_move (
     origin int not null references origin,
     kind text not null check (kind in ('sale', 'creditNote', 'entry')),
     id bigint not null,
     customer uuid not null,
     change bigint not null,
     invoice bigint,
     primary key (origin, kind, id)
   )`,
  'create index account_move_customer on account_move (origin, customer)',
  'create index account_move_invoice on account_move (origin, invoice)',

  // What a customer owes at a till: the sum of its moves.
  `create table account (
     customer uuid not null,
     origin int not null references origin,
     uid uuid not null unique default gen_random_uuid(),
     owed bigint not null,
     changed xid8 not null,
     primary key (customer, origin)
   )`,
  'create index account_changed on account (changed, uid)',
  `create trigger stamped before insert or update on account for each row execute function stamp()`,
]

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
