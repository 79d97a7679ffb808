import { submission } from '../../../db/profile/submissions.ts'
import { authorOf } from '../../access/actor.ts'
import { fail, ok } from '../../contract/errors.ts'
import { withdraw } from '../../queue/correct.ts'
import type { Handler } from '../shared/handler.ts'
import { queueView } from './view.ts'

export const withdrawRefused: Handler<'queue.withdraw'> = ({ id, reason }, { profile, db, actor }) => {
  const row = submission(db, id)
  if (row?.state !== 'refused') {
    return fail('003', 'queue.notRefused', 'Only a document that the authority rejected can be withdrawn.', {
      field: 'id',
    })
  }
  db.transaction(() => withdraw(profile, row, { by: authorOf(actor).name, reason }))
  profile.emit({ type: 'queue.changed' })
  profile.emit({ type: 'stock.changed' })
  if (row.invoice_id !== null) profile.emit({ type: 'invoice.changed', invoiceId: row.invoice_id })
  profile.submitter.wake()
  return ok(queueView(profile, submission(db, id) ?? row))
}
