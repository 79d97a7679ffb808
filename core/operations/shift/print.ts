import { cashMovement, closeOf, shiftByNumber } from '../../../db/profile/shifts.ts'
import { authorOf } from '../../access/actor.ts'
import { fail, ok, type Reply } from '../../contract/errors.ts'
import type { ParsedInputOf } from '../../contract/index.ts'
import { buildCashSlip } from '../../printing/documents/cashSlip.ts'
import { buildShiftReport } from '../../printing/documents/shiftReport.ts'
import { noShift } from '../../shop/cash/cashFailures.ts'
import { readReport } from '../../shop/cash/readReport.ts'
import { reportHeadOf } from '../../shop/reports/figures.ts'
import type { ProfileContext } from '../context.ts'
import type { Handler } from '../shared/handler.ts'
import { type Paper, printCounted } from '../shared/printCounted.ts'
import { movementView } from './view.ts'

const paperOf = (
  { number, movement, language }: ParsedInputOf<'shift.print'>,
  { profile, db, actor, ports }: ProfileContext,
): Reply<Paper> => {
  const by = { name: authorOf(actor).name, at: ports.clock.now() }
  const shift = shiftByNumber(db, number)
  if (!shift) return noShift(number)
  if (movement !== undefined) {
    const row = cashMovement(db, movement)
    if (row?.shift_id !== shift.id) {
      return fail('801', 'shift.noMovement', `Shift ${number} has no such cash movement.`, {
        field: 'movement',
        params: { number },
      })
    }
    const head = reportHeadOf(profile, by)
    return ok({
      series: `slip.${row.id}`,
      use: 'receipts',
      model: (copy) => buildCashSlip(movementView(row), { number, head, language, copy }),
    })
  }
  const close = closeOf(db, shift.id)
  const { report } = readReport(profile, actor, { shift, close, by })
  if (!report) {
    return fail('001', 'shift.figuresHidden', 'Only a manager may print the figures of this shift.', {
      params: { role: 'manager' },
    })
  }
  return ok({
    series: close ? `z.${number}` : null,
    model: (copy) => buildShiftReport(report, { language, copy }),
  })
}

export const printShift: Handler<'shift.print'> = (input, context) =>
  printCounted(context, input, () => paperOf(input, context))
