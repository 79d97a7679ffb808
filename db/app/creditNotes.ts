/** What credit notes take back of a sale. */
import { sql } from 'kysely'
import type { Db } from '../sqlite.ts'
import type { Invoice } from './invoices.ts'
import { app, type SubmissionState } from './schema.ts'

/** Credit notes for this sale that have not been given up, oldest first. */
export const creditNotesOf = (db: Db, invoiceId: number): (Invoice & { state: SubmissionState | null })[] =>
  db.all(
    app
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

/** Hundredths and cents of each item that credit notes of this sale take back, those refused or given up left out. */
export const creditedItems = (
  db: Db,
  invoiceId: number,
): { item_id: number | null; quantity: number; total: number }[] =>
  db.all(
    app
      .selectFrom('invoice')
      .innerJoin('submission', 'submission.invoice_id', 'invoice.id')
      .innerJoin('invoice_line', 'invoice_line.invoice_id', 'invoice.id')
      .select((select) => [
        'invoice_line.item_id',
        select.fn.sum<number>('invoice_line.quantity').as('quantity'),
        select.fn.sum<number>('invoice_line.total').as('total'),
      ])
      .where('invoice.original_id', '=', invoiceId)
      .where('submission.state', 'not in', [
        sql.lit<SubmissionState>('refused'),
        sql.lit<SubmissionState>('withdrawn'),
      ])
      .groupBy('invoice_line.item_id'),
  )
