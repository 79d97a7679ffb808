import { type Kysely, sql } from 'kysely'

/**
 * What tills share, the wishes that changed it, the values that wait for a manager, and things that may be one. `changed`
 * is the transaction that last changed a row.
 */
const statements = [
  `create table shared (
     uid uuid primary key,
     kind text not null check (kind in ('item', 'customer', 'person', 'setting')),
     scope int not null,
     versions jsonb not null,
     authors jsonb not null,
     body jsonb not null,
     active boolean not null,
     changed xid8 not null
   )`,
  'create index shared_changed on shared (changed, uid)',
  `create index shared_barcode on shared ((body->>'barcode')) where kind = 'item' and body ? 'barcode'`,
  `create index shared_authority_code on shared ((body->>'authority_code'))
     where kind = 'item' and body ? 'authority_code'`,
  `create unique index shared_pin on shared ((body->>'pin')) where kind = 'customer' and body ? 'pin'`,
  `create index shared_name on shared (kind, lower(body->>'name')) where kind in ('item', 'customer')`,
  `create trigger stamped before insert or update on shared for each row execute function stamp()`,

  // A till's name for a thing that was here already.
  `create table alias (
     uid uuid primary key,
     of_uid uuid not null references shared
   )`,
  'create index alias_of on alias (of_uid)',

  `create table wish (
     uid uuid primary key,
     origin int references origin,
     of_uid uuid not null,
     who text not null,
     at bigint not null,
     set text not null,
     outcome text not null check (outcome in ('applied', 'offered', 'refused')),
     answer text not null,
     offered text[] not null default '{}',
     answered_at bigint,
     answered_by text,
     changed xid8 not null
   )`,
  'create index wish_changed on wish (origin, changed, uid)',
  `create index wish_offered on wish (of_uid) where offered <> '{}'`,
  `create trigger stamped before insert or update on wish for each row execute function stamp()`,

  `create table alike (
     one uuid not null references shared,
     other uuid not null references shared,
     reason text not null check (reason in ('barcode', 'authority_code', 'name', 'pin')),
     answer text check (answer in ('merged', 'different')),
     answered_at bigint,
     answered_by text,
     primary key (one, other)
   )`,
  'create index alike_open on alike (one) where answer is null',
]

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
