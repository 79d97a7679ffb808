/** Payments of documents: M-PESA codes, card slips, cheques, found by the index on the reference alone. */
import { sql } from 'kysely'
import { type Db, prepare } from '../engine/sqlite.ts'
import type { Tender } from './paymentChanges.ts'
import { profile, type SubmissionState } from './schema.ts'

/** The expression of the indexes on references: upper case, without spaces. */
const reference = (column: string) => sql<string>`upper(replace(${sql.ref(column)}, ' ', ''))`

/** Ids of documents with a payment of this reference, at first or since, in upper case without spaces. */
export const paidUnder = (wanted: string) =>
  profile
    .selectFrom('invoice_tender')
    .select('invoice_tender.invoice_id as id')
    .where('invoice_tender.reference', 'is not', null)
    .where(reference('invoice_tender.reference'), '=', wanted)
    .union(
      profile
        .selectFrom('payment_change_tender')
        .innerJoin('payment_change', 'payment_change.id', 'payment_change_tender.change_id')
        .select('payment_change.invoice_id as id')
        .where('payment_change_tender.reference', 'is not', null)
        .where(reference('payment_change_tender.reference'), '=', wanted),
    )

const salesQuery = prepare(
  (p: { method: string; tenderId: string | null; reference: string; except: number }) =>
    profile
      .selectFrom('invoice')
      .innerJoin('submission', 'submission.invoice_id', 'invoice.id')
      .select(['invoice.id', 'invoice.number', 'invoice.sold_at', 'invoice.total'])
      .where('invoice.id', 'in', paidUnder(p.reference))
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('paid')
            .select('paid.position')
            .whereRef('paid.invoice_id', '=', 'invoice.id')
            .where('paid.method', '=', p.method)
            .where('paid.tender_id', 'is', p.tenderId)
            .where(reference('paid.reference'), '=', p.reference),
        ),
      )
      .where('invoice.id', '<>', p.except)
      .where('invoice.kind', '=', sql.lit('sale'))
      .where('submission.state', '<>', sql.lit<SubmissionState>('withdrawn'))
      .orderBy('invoice.id', 'desc')
      .limit(sql.lit(50)),
)
/**
 * Returns the newest sales paid with this reference (as in {@link paidUnder}), without withdrawn ones, those paid
 * otherwise after a correction, and `except`.
 */
export const salesPaidWith = (
  db: Db,
  { method, tender_id = null }: Pick<Tender, 'method' | 'tender_id'>,
  wanted: string,
  except = 0,
) => db.all(salesQuery({ method, tenderId: tender_id, reference: wanted, except }))
