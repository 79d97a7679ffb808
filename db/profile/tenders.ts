/** Payments of documents: M-PESA codes, card slips, cheques, found by the index on the reference alone. */
import { sql } from 'kysely'
import { type Db, prepare } from '../engine/sqlite.ts'
import { profile, type SubmissionState } from './schema.ts'

/** The expression of the index `invoice_tender_reference`: upper case, without spaces. */
const reference = sql<string>`upper(replace(invoice_tender.reference, ' ', ''))`

/** Ids of documents with a payment of this reference, in upper case without spaces. */
export const paidUnder = (wanted: string) =>
  profile
    .selectFrom('invoice_tender')
    .select('invoice_tender.invoice_id as id')
    .where('invoice_tender.reference', 'is not', null)
    .where(reference, '=', wanted)

const salesQuery = prepare((p: { method: string; reference: string }) =>
  profile
    .selectFrom('invoice_tender')
    .innerJoin('invoice', 'invoice.id', 'invoice_tender.invoice_id')
    .innerJoin('submission', 'submission.invoice_id', 'invoice.id')
    .select(['invoice.id', 'invoice.number', 'invoice.sold_at', 'invoice.total'])
    .where('invoice_tender.reference', 'is not', null)
    .where(reference, '=', p.reference)
    .where('invoice_tender.method', '=', p.method)
    .where('invoice.kind', '=', sql.lit('sale'))
    .where('submission.state', '<>', sql.lit<SubmissionState>('withdrawn'))
    .orderBy('invoice.id', 'desc')
    .limit(sql.lit(50)),
)
/** Returns the newest sales paid with this reference (as in {@link paidUnder}), without withdrawn ones. */
export const salesPaidWith = (db: Db, method: string, wanted: string) =>
  db.all(salesQuery({ method, reference: wanted }))
