import { creditNotesOf } from '../../../db/profile/creditNotes.ts'
import type { Invoice } from '../../../db/profile/invoices.ts'
import { otherNotesOf } from '../../../db/profile/otherSales.ts'
import { closeOf } from '../../../db/profile/shifts.ts'
import { submissionOfInvoice } from '../../../db/profile/submissions.ts'
import { fail } from '../../contract/errors.ts'
import { toWireDate } from '../../fiscal/dates.ts'
import type { Profile } from '../../profile/profile.ts'
import { returnOf } from './exchange.ts'

/** Returns why the payment of a document stays as it is; null if it can be corrected now. */
export const whyPaymentStays = (
  { db, now }: Profile,
  { id, kind, source, day, number, shift_id, request_id }: Invoice,
): ReturnType<typeof fail> | null => {
  const why = (reason: string, message: string) =>
    fail('003', `payment.${reason}`, message, { field: 'id', params: { number } })
  if (kind !== 'sale' || source !== 'till' || submissionOfInvoice(db, id)?.state === 'withdrawn')
    return why('notChangeable', 'Only the payment of a sale of this till can be changed.')
  // The Z report of its shift has the payment. A sale without a shift is in the day's report.
  if (shift_id !== null && closeOf(db, shift_id))
    return why('shiftClosed', `The shift of ${number} is closed, so its payment stays as it is.`)
  if (shift_id === null && day !== toWireDate(now()))
    return why('dayOver', `The day of ${number} is over, so its payment stays as it is.`)
  // The credit note gave back what pays a part of this sale.
  if (returnOf(db, { id, request_id }))
    return why('exchanged', `${number} is an exchange, so its payment stays as it is.`)
  // A refund was given as the sale was paid. Also a rejected credit note refunds until it is withdrawn.
  if (creditNotesOf(db, id).length + otherNotesOf(db, id).length > 0)
    return why('refunded', `${number} was refunded, so its payment stays as it is.`)
  return null
}
