import { type Kysely, sql } from 'kysely'

const statements = [
  // By tax letter: total, taxable amount and tax of the lines. The report of a day reads no line.
  "alter table invoice add column taxes jsonb not null default '{}'",
  // Every till would read all documents again.
  'alter table invoice disable trigger stamped',
  `update invoice set taxes = made.taxes from (
     select branch, origin, invoice_id, jsonb_object_agg(tax_type, jsonb_build_array(total, taxable, tax)) as taxes
     from (
       select branch, origin, invoice_id, tax_type, sum(total) as total, sum(taxable) as taxable, sum(tax) as tax
       from invoice_line group by branch, origin, invoice_id, tax_type
     ) letter
     group by branch, origin, invoice_id
   ) made
   where invoice.branch = made.branch and invoice.origin = made.origin and invoice.id = made.invoice_id`,
  'alter table invoice enable trigger stamped',
]

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
