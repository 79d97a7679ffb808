/** How sales were really paid, where their payments were entered wrongly (`0020PaymentChanges.ts`). */
import type { Selectable } from 'kysely'
import { type Db, prepare } from '../engine/sqlite.ts'
import { type ProfileSchema, profile } from './schema.ts'

export type PaymentChange = Selectable<ProfileSchema['payment_change']>
/** A payment before it is stored. Absent: as null in {@link ProfileSchema}. */
export interface Tender {
  method: string
  amount: number
  reference: string | null
  tender_id?: string | null
  tender_name?: string | null
}

const paidQuery = prepare((p: { id: number }) =>
  profile
    .selectFrom('paid')
    .select(['method', 'amount', 'reference', 'tender_id', 'tender_name'])
    .where('invoice_id', '=', p.id)
    .orderBy('position'),
)
/** Returns the payments of a document that count. */
export const paidOf = (db: Db, invoiceId: number) => db.all(paidQuery({ id: invoiceId }))

const changeQuery = prepare((p: { id: number }) =>
  profile
    .selectFrom('payment_change')
    .selectAll()
    .where('invoice_id', '=', p.id)
    .orderBy('id', 'desc')
    .limit(1),
)
/** Returns the last change of a document's payments; undefined if they are as first entered. */
export const paymentChangeOf = (db: Db, invoiceId: number): PaymentChange | undefined =>
  db.first(changeQuery({ id: invoiceId }))

/** Stores new payments of a sale. Its first ones stay. */
export const insertPaymentChange = (db: Db, row: Omit<PaymentChange, 'id'>, tenders: Tender[]): void => {
  const { id } = db.run(profile.insertInto('payment_change').values(row))
  for (const { tender_id = null, tender_name = null, ...tender } of tenders) {
    const values = { change_id: id, ...tender, tender_id, tender_name }
    db.run(profile.insertInto('payment_change_tender').values(values))
  }
}
