import { reviewOf } from '../../../db/profile/approvals.ts'
import { cashMovements, closeOf, shiftByNumber } from '../../../db/profile/shifts.ts'
import { authorOf } from '../../access/actor.ts'
import { ok } from '../../contract/errors.ts'
import { buildShiftReport } from '../../printing/documents/shiftReport.ts'
import { renderHtml } from '../../printing/render/html.ts'
import { noShift } from '../../shop/cash/cashFailures.ts'
import { readReport } from '../../shop/cash/readReport.ts'
import { carriedOver, shiftView } from '../../shop/cash/shiftReport.ts'
import type { Handler } from '../shared/handler.ts'
import { movementView, reviewState } from './view.ts'

const mostMovements = 200

export const getShift: Handler<'shift.get'> = ({ number, language, paper }, context) => {
  const { profile, db, actor } = context
  return db.transaction(() => {
    const shift = shiftByNumber(db, number)
    if (!shift) return noShift(number)
    const close = closeOf(db, shift.id)
    const by = { name: authorOf(actor).name, at: profile.now() }
    const { report, carried } = readReport(profile, actor, { shift, close, by })
    const model = report && buildShiftReport(report, { language, copy: null })
    return ok({
      shift: shiftView(shift, close),
      movements: cashMovements(db, shift.id, mostMovements).map(movementView),
      carried: carried ?? carriedOver(db, shift),
      report,
      review: close ? reviewState(close, reviewOf(db, shift.id)) : null,
      html: model && renderHtml(model, paper ?? profile.settings().paper),
    })
  })
}
