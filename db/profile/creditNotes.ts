/** What the credit notes of a sale take back. The sale is this till's, or another till's with an id below 0. */
import { type ExpressionBuilder, sql } from 'kysely'
import type { Db } from '../engine/sqlite.ts'
import type { Invoice, InvoiceLine } from './invoices.ts'
import { otherNotesOf, otherSale } from './otherSales.ts'
import { type ProfileSchema, profile, type SubmissionState } from './schema.ts'

const ofSale = (db: Db, id: number) => {
  const uid = otherSale(db, id)?.uid
  return ({ eb, and }: ExpressionBuilder<ProfileSchema, 'invoice'>) =>
    uid === undefined
      ? and([eb('invoice.original_id', '=', id), eb('invoice.original_uid', 'is', null)])
      : eb('invoice.original_uid', '=', uid)
}

/**
 * Returns the credit notes of this till that were not withdrawn, oldest first. Each of them is a refund, also a rejected one.
 */
export const creditNotesOf = (db: Db, invoiceId: number): (Invoice & { state: SubmissionState | null })[] =>
  db.all(
    profile
      .selectFrom('invoice')
      .leftJoin('submission', 'submission.invoice_id', 'invoice.id')
      .selectAll('invoice')
      .select('submission.state')
      .where(ofSale(db, invoiceId))
      .where((where) =>
        where.or([
          where('submission.state', 'is', null),
          where('submission.state', '<>', sql.lit('withdrawn')),
        ]),
      )
      .orderBy('invoice.id'),
  )

const takenColumns = ['item_id', 'position', 'quantity', 'total', 'taxable'] as const
type Taken = Pick<Invoice, 'source'> & Pick<InvoiceLine, (typeof takenColumns)[number]>

/** The authority rejected it: it takes nothing. */
const takesNothing: readonly string[] = ['refused', 'withdrawn']

/**
 * Returns per line what credit notes of this sale, other than `except`, take back, hundredths and cents; also those of
 * other tills. Rejected or withdrawn ones take nothing. One that was set aside counts, because the authority may have it.
 */
export const creditedItems = (db: Db, invoiceId: number, except = 0): Taken[] => [
  ...db.all(
    profile
      .selectFrom('invoice')
      .innerJoin('submission', 'submission.invoice_id', 'invoice.id')
      .innerJoin('invoice_line', 'invoice_line.invoice_id', 'invoice.id')
      .select('invoice.source')
      .select(takenColumns.map((name) => `invoice_line.${name}` as const))
      .where(ofSale(db, invoiceId))
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
  ),
  ...otherNotesOf(db, invoiceId)
    .filter(({ state }) => !takesNothing.includes(state))
    .flatMap(({ lines }) => JSON.parse(lines) as Taken[]),
]
