import { type Kysely, sql } from 'kysely'

const statements = [
  // What a till of the branch credits of a sale: claimed first, then made. A dropped claim stays, because its request may
  // come late.
  `create table credit (
     uid uuid primary key,
     branch int not null references branch,
     sale_origin int not null references origin,
     sale_id bigint not null,
     holder int not null references origin,
     who text not null,
     at bigint not null,
     number text,
     note_id bigint,
     less_owed bigint not null,
     body text not null,
     state text not null check (state in ('claimed', 'dropped', 'waiting', 'unknown', 'accepted', 'refused', 'withdrawn')),
     changed xid8 not null
   )`,
  'create index credit_sale on credit (sale_origin, sale_id)',
  'create index credit_changed on credit (sale_origin, changed, uid)',
  'create unique index credit_note on credit (holder, note_id)',
  `create trigger stamped before insert or update on credit for each row execute function stamp()`,
  `create function credit_follows() returns trigger language plpgsql as $$
   begin
     update credit set state = new.state where holder = new.origin and note_id = new.id and state <> new.state;
     return null;
   end $$`,
  `create trigger credited after update of state on invoice for each row
     when (old.state is distinct from new.state and new.kind = 'creditNote') execute function credit_follows()`,

  'create index invoice_signature on invoice (branch, signature) where signature is not null',
  `create index fact_paid on fact (origin, seq) where kind in ('accountPaid', 'paidBefore')`,
]

export const up = async (db: Kysely<unknown>): Promise<void> => {
  // What a receipt's QR names, and all that its till tells of its signature.
  await sql`alter table invoice add column signature text, add column signed text`.execute(db)
  await sql`update invoice set signature = said.row ->> 'signature', signed = said.row::text
    from (select distinct on (origin, row_id) origin, row_id, rows::json -> 'row' as row from fact
      where kind in ('signed', 'signatureEntered') and rows is not null and row_id is not null
      order by origin, row_id, seq desc) said
    where invoice.origin = said.origin and invoice.id = said.row_id`.execute(db)
  for (const statement of statements) await sql.raw(statement).execute(db)
}
