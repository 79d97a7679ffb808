import { invoiceListed, type ListedInvoice } from '../../../db/profile/invoiceList.ts'
import { signatureOf, storeSignature } from '../../../db/profile/signatures.ts'
import { submissionOfInvoice, updateSubmission } from '../../../db/profile/submissions.ts'
import { authorOf } from '../../access/actor.ts'
import { fail, ok } from '../../contract/errors.ts'
import type { Handler } from '../shared/handler.ts'
import { invoiceView } from './view.ts'

export const enterSignature: Handler<'invoice.enterSignature'> = (input, { profile, db, actor, ports }) => {
  const before = signatureOf(db, input.id)
  const submission = submissionOfInvoice(db, input.id)
  if (!before || !submission || before.signature !== null) {
    return fail(
      '003',
      'invoice.notUnsigned',
      'Enter a signature only if the authority has the document and its response is missing.',
      { field: 'id' },
    )
  }
  db.transaction(() => {
    storeSignature(db, {
      ...before,
      receipt_number: input.receiptNumber,
      total_receipt_number: input.totalReceiptNumber,
      internal_data: input.internalData,
      signature: input.signature,
      signed_at: input.signedAt,
      entered_by: authorOf(actor).name,
      stored_at: ports.clock.now(),
    })
    updateSubmission(db, submission.id, { without_signature: 0 })
  })
  profile.emit({ type: 'invoice.signed', invoiceId: input.id })
  profile.emit({ type: 'queue.changed' })
  return ok(invoiceView(db, invoiceListed(db, input.id) as ListedInvoice))
}
