import { submission } from '../../../db/app/submissions.ts'
import { authorOf } from '../../access/actor.ts'
import { fail, ok } from '../../contract/errors.ts'
import { withdraw } from '../../queue/mend.ts'
import type { Handler } from '../shared/handler.ts'
import { queueView } from './view.ts'

export const withdrawRefused: Handler<'queue.withdraw'> = ({ id, reason }, { app, db, actor }) => {
  const row = submission(db, id)
  if (row?.state !== 'refused') {
    return fail(
      '003',
      'queue.notRefused',
      'Only a document that the authority has refused can be given up.',
      { field: 'id' },
    )
  }
  db.transaction(() => withdraw(app, row, { by: authorOf(actor).name, reason }))
  app.emit({ type: 'queue.changed' })
  app.emit({ type: 'stock.changed' })
  if (row.invoice_id !== null) app.emit({ type: 'invoice.changed', invoiceId: row.invoice_id })
  app.submitter.wake()
  return ok(queueView(app, submission(db, id) ?? row))
}
