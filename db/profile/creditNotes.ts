/** What the credit notes of a sale take back. */
import { sql } from 'kysely'
import type { Db } from '../engine/sqlite.ts'
import type { Invoice, InvoiceLine } from './invoices.ts'
import { profile, type SubmissionState } from './schema.ts'

/** Returns the credit notes of this sale that were not withdrawn, oldest first. Each of them is a refund, also a rejected one. */
export const creditNotesOf = (db: Db, invoiceId: number): (Invoice & { state: SubmissionState | null })[] =>
  db.all(
    profile
      .selectFrom('invoice')
      .leftJoin('submission', 'submission.invoice_id', 'invoice.id')
      .selectAll('invoice')
      .select('submission.state')
      .where('invoice.original_id', '=', invoiceId)
      .where((where) =>
        where.or([
          where('submission.state', 'is', null),
          where('submission.state', '<>', sql.lit('withdrawn')),
        ]),
      )
      .orderBy('invoice.id'),
  )

const takenColumns = ['item_id', 'position', 'quantity', 'total', 'taxable'] as const
/**
 * Returns per line what credit notes of this sale, other than `except`, take back, hundredths and cents. Rejected or
 * withdrawn ones take nothing. One that was set aside counts, because the authority may have it.
 */
export const creditedItems = (
  db: Db,
  invoiceId: number,
  except = 0,
): (Pick<Invoice, 'source'> & Pick<InvoiceLine, (typeof takenColumns)[number]>)[] =>
  db.all(
    profile
      .selectFrom('invoice')
      .innerJoin('submission', 'submission.invoice_id', 'invoice.id')
      .innerJoin('invoice_line', 'invoice_line.invoice_id', 'invoice.id')
      .select('invoice.source')
      .select(takenColumns.map((name) => `invoice_line.${name}` as const))
      .where('invoice.original_id', '=', invoiceId)
      .where('invoice.id', '<>', except)
      .where('submission.state', '<>', sql.lit<SubmissionState>('withdrawn'))
      .where((where) =>
        where.or([
          where('submission.state', '<>', sql.lit<SubmissionState>('refused')),
          where('submission.may_have_arrived', '=', sql.lit(1)),
        ]),
      )
      .orderBy('invoice.id')
      .orderBy('invoice_line.position'),
  )
