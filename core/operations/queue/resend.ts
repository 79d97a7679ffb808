import { submission } from '../../../db/app/submissions.ts'
import { authorOf } from '../../context.ts'
import { fail, ok } from '../../contract/errors.ts'
import { requeueRefused } from '../../queue/mend.ts'
import type { Handler } from '../handler.ts'
import { queueView } from './view.ts'

export const resendRefused: Handler<'queue.resend'> = ({ id, buyerPin }, { app, db, actor }) => {
  const row = submission(db, id)
  if (row?.state !== 'refused') {
    return fail(
      '003',
      'queue.notRefused',
      'Only a document that the authority has refused is sent again by hand.',
      { field: 'id' },
    )
  }
  db.transaction(() => requeueRefused(app, row, { author: authorOf(actor), buyerPin }))
  app.emit({ type: 'queue.changed' })
  if (row.invoice_id !== null) app.emit({ type: 'invoice.changed', invoiceId: row.invoice_id })
  app.submitter.wake()
  return ok(queueView(app, submission(db, id) ?? row))
}
