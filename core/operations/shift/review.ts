import { insertReview, reviewOf } from '../../../db/profile/approvals.ts'
import { closeOf, shiftByNumber } from '../../../db/profile/shifts.ts'
import { authorOf } from '../../access/actor.ts'
import { fail, ok } from '../../contract/errors.ts'
import { noShift } from '../../shop/cash/cashFailures.ts'
import type { Handler } from '../shared/handler.ts'
import { isToReview } from './view.ts'

export const reviewShift: Handler<'shift.review'> = ({ number }, { profile, db, actor, ports }) => {
  const reply = db.transaction(() => {
    const shift = shiftByNumber(db, number)
    if (!shift) return noShift(number)
    const close = closeOf(db, shift.id)
    if (!(close && isToReview(close))) {
      return fail('003', 'shift.nothingToReview', `Shift ${number} has nothing to review.`, {
        field: 'number',
        params: { number },
      })
    }
    // A second press of the same button.
    if (reviewOf(db, shift.id)) return ok({})
    profile.disk.demandRoom()
    const { id, name } = authorOf(actor)
    insertReview(
      db,
      {
        shift_id: shift.id,
        uid: ports.ids.uuid(),
        reviewed_at: profile.now(),
        author_id: id,
        author_name: name,
      },
      number,
    )
    return ok({})
  })
  if (reply.ok) profile.emit({ type: 'shift.changed' })
  return reply
}
