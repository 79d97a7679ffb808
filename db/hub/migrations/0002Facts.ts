import { type Kysely, sql } from 'kysely'

/**
 * Facts are kept as they came: a fact can be given back to its till. The tables after them are made from facts, in the
 * transaction that takes the facts in. `changed` is the transaction that last changed a row (`feed.ts`).
 */
const statements = [
  `create function stamp() returns trigger language plpgsql as $$
   begin
     new.changed := pg_current_xact_id();
     return new;
   end $$`,

  // A place was told below a horizon; what was decided below it is the same in every later history of this database.
  `alter table incarnation
     add column server text not null default '',
     add column started text not null default '',
     add column floor xid8 not null default '0',
     add column decided xid8 not null default '0'`,

  `create table branch (
     id int primary key generated always as identity,
     pin text not null,
     code text not null,
     unique (pin, code)
   )`,

  `create table origin (
     id int primary key generated always as identity,
     uid uuid not null unique,
     kind text not null check (kind in ('till', 'signer')),
     name text not null unique,
     branch int not null references branch,
     parent int references origin,
     start_seq bigint not null default 0,
     start_hash text not null default repeat('0', 64),
     acked_seq bigint not null default 0,
     acked_hash text not null default repeat('0', 64),
     made_at bigint not null,
     seen_at bigint,
     told_at bigint,
     revoked_at bigint,
     changed xid8 not null
   )`,
  'create index origin_changed on origin (branch, changed, uid)',
  // Each fact of a till moves seen_at. Its siblings hear of it once a minute.
  `create function stamp_origin() returns trigger language plpgsql as $$
   begin
     if tg_op = 'INSERT' or new.changed is null or new.name is distinct from old.name
       or new.branch is distinct from old.branch or new.revoked_at is distinct from old.revoked_at
       or new.seen_at >= coalesce(old.told_at, 0) + 60000
     then
       new.told_at := new.seen_at;
       new.changed := pg_current_xact_id();
     end if;
     return new;
   end $$`,
  `create trigger stamped before insert or update on origin for each row execute function stamp_origin()`,

  `create table fact (
     origin int not null references origin,
     seq bigint not null,
     v bigint not null,
     at bigint not null,
     kind text not null,
     subject text not null,
     row_id bigint,
     who text not null,
     content text not null,
     hash text not null,
     rows text,
     uids text not null,
     exact text,
     problem text,
     taken xid8 not null default pg_current_xact_id(),
     primary key (origin, seq)
   )`,
  'create index fact_problem on fact (origin, seq) where problem is not null',

  `create table invoice (
     branch int not null references branch,
     origin int not null references origin,
     id bigint not null,
     seq bigint not null,
     day date not null,
     kind text not null check (kind in ('sale', 'creditNote')),
     number text not null,
     trader_number text,
     source text not null,
     original_id bigint,
     reason text,
     sold_at bigint not null,
     author_id text not null,
     author_name text not null,
     buyer_pin text,
     buyer_name text,
     method text not null,
     total bigint not null,
     taxable bigint not null,
     tax bigint not null,
     discount bigint not null,
     shift_id bigint,
     state text not null default 'waiting',
     authority_number bigint,
     changed xid8 not null,
     primary key (branch, origin, id)
   )`,
  'create index invoice_number on invoice (branch, number)',
  'create index invoice_day on invoice (branch, day)',
  'create index invoice_shift on invoice (branch, origin, shift_id)',
  `create index invoice_open on invoice (branch, sold_at) where state in ('waiting', 'unknown', 'refused')`,
  `create trigger stamped before insert or update on invoice for each row execute function stamp()`,

  `create table invoice_line (
     branch int not null,
     day date not null,
     origin int not null,
     invoice_id bigint not null,
     position int not null,
     item uuid,
     code text not null,
     name text not null,
     quantity bigint not null,
     unit_price bigint not null,
     discount bigint not null,
     total bigint not null,
     taxable bigint not null,
     tax bigint not null,
     tax_type text not null,
     primary key (branch, day, origin, invoice_id, position)
   )`,

  `create table tender (
     branch int not null,
     day date not null,
     origin int not null,
     invoice_id bigint not null,
     position int not null,
     method text not null,
     amount bigint not null,
     reference text,
     tender_id text,
     tender_name text,
     primary key (branch, day, origin, invoice_id, position)
   )`,

  `create table day_till (
     day date not null,
     branch int not null references branch,
     origin int not null references origin,
     kind text not null,
     method text not null,
     documents bigint not null,
     total bigint not null,
     taxable bigint not null,
     tax bigint not null,
     primary key (day, branch, origin, kind, method)
   )`,

  `create table stock_level (
     branch int not null references branch,
     item uuid not null,
     on_hand bigint not null default 0,
     authority_on_hand bigint not null default 0,
     changed xid8 not null,
     primary key (branch, item)
   )`,
  'create index stock_level_changed on stock_level (branch, changed, item)',
  `create trigger stamped before insert or update on stock_level for each row execute function stamp()`,

  `create table shift (
     branch int not null references branch,
     origin int not null references origin,
     id bigint not null,
     number bigint,
     opened_at bigint,
     opened_by text,
     "float" bigint,
     closed_at bigint,
     closed_by text,
     expected bigint,
     counted bigint,
     figures text,
     reviewed_at bigint,
     reviewed_by text,
     primary key (branch, origin, id)
   )`,
  'create index shift_closed on shift (branch, closed_at)',
]

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
