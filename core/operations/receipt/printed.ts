import { printById, setPrintOutcome } from '../../../db/profile/invoices.ts'
import { authorOf } from '../../access/actor.ts'
import { fail, ok } from '../../contract/errors.ts'
import type { Handler } from '../shared/handler.ts'

export const receiptPrinted: Handler<'receipt.printed'> = ({ printId, outcome }, { profile, db, actor }) => {
  const print = printById(db, printId)
  if (!print || !setPrintOutcome(db, printId, { outcome, by: authorOf(actor).name })) {
    return fail('003', 'receipt.unknownPrint', 'There is no such print, or its outcome is already known.', {
      field: 'printId',
    })
  }
  profile.emit({ type: 'invoice.changed', invoiceId: print.invoice_id })
  return ok({})
}
