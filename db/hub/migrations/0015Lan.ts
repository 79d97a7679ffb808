import { type Kysely, sql } from 'kysely'

/** Rows of facts of these kinds, as JSON. What PostgreSQL cannot read is left out: the hub must start. */
const readable = (kinds: string) => `
  with readable as materialized (
    select origin.branch, fact.origin, fact.seq, fact.row_id, fact.rows::json->'row' as row
    from fact join origin on origin.id = fact.origin
    where origin.kind = 'till' and fact.kind in (${kinds}) and fact.row_id is not null
      and case when fact.rows ~* '\\\\u(0000|d[89a-f])' then false else fact.rows is not null end
  )`

/**
 * Owners who open the hub's screens in a browser, and the browsers where they are signed in. For the day of a branch: change,
 * and cash that moved without a sale.
 */
const statements = [
  // A hub may have years of facts.
  'set local statement_timeout = 0',
  `create table screen_account (
     uid uuid primary key,
     name text not null,
     verifier text not null,
     set_at bigint not null,
     set_from int not null references origin
   )`,
  'create unique index screen_account_name on screen_account (lower(name))',
  `create table screen_session (
     digest text primary key,
     account uuid not null references screen_account on delete cascade,
     ends_at bigint not null
   )`,
  'create index screen_session_of on screen_session (account, ends_at)',

  'alter table invoice add column change bigint not null default 0',
  `${readable("'sale', 'creditNote'")} update invoice set change = (row->>'change')::bigint from readable
     where readable.origin = invoice.origin and readable.seq = invoice.seq and row->>'change' ~ '^[1-9]\\d{0,14}$'`,
  `update invoice set change = corrected.change::bigint from (
       select distinct on (origin, subject) origin, subject,
         substring(content from '"change":\\[\\d{1,15},(\\d{1,15})\\]\\}$') as change
       from fact where kind = 'paymentChanged' order by origin, subject, seq desc) corrected
     where corrected.origin = invoice.origin and corrected.subject = invoice.number and corrected.change is not null`,
  `create table cash_move (
     branch int not null references branch,
     origin int not null references origin,
     kind text not null check (kind in ('onAccount', 'payIn', 'payOut', 'drop')),
     id bigint not null,
     day date not null,
     method text not null,
     tender_name text,
     amount bigint not null,
     primary key (branch, origin, kind, id)
   )`,
  'create index cash_move_day on cash_move (branch, day)',
  `${readable("'accountPaid'")} insert into cash_move (branch, origin, kind, id, day, method, tender_name, amount)
     select branch, origin, 'onAccount', row_id, (row->>'day')::date, row->>'method', row->>'tender_name',
       (row->>'amount')::bigint
     from readable
     where row->>'day' ~ '^\\d{4}(0[1-9]|1[0-2])(0[1-9]|[12]\\d|3[01])$' and row->>'method' is not null and row->>'amount' ~ '^\\d{1,15}$'`,
  `${readable("'cashIn', 'cashOut'")} insert into cash_move (branch, origin, kind, id, day, method, amount)
     select branch, origin, row->>'kind', row_id,
       (to_timestamp((row->>'moved_at')::bigint / 1000.0) at time zone 'Africa/Nairobi')::date, 'cash',
       (row->>'amount')::bigint
     from readable
     where row->>'kind' in ('payIn', 'payOut', 'drop') and row->>'moved_at' ~ '^\\d{1,13}$'
       and row->>'amount' ~ '^\\d{1,15}$'`,
]

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
