import { nextNumber, takeNumber } from '../../../db/profile/lanes.ts'
import { cashMovement, closeOf, shiftByNumber } from '../../../db/profile/shifts.ts'
import { authorOf } from '../../access/actor.ts'
import { fail, ok, type Reply } from '../../contract/errors.ts'
import type { ParsedInputOf } from '../../contract/index.ts'
import { buildCashSlip } from '../../printing/documents/cashSlip.ts'
import type { ReceiptModel } from '../../printing/documents/receipt.ts'
import { buildShiftReport } from '../../printing/documents/shiftReport.ts'
import { printOn } from '../../printing/printers/printOn.ts'
import { renderHtml } from '../../printing/render/html.ts'
import { noShift } from '../../shop/cash/cashFailures.ts'
import { readReport } from '../../shop/cash/readReport.ts'
import { reportHeadOf } from '../../shop/reports/figures.ts'
import type { ProfileContext } from '../context.ts'
import type { Handler } from '../shared/handler.ts'
import { movementView } from './view.ts'

/** `series` counts the prints; null: an X, of which each print is another. */
interface Paper {
  series: string | null
  model(copy: number): ReceiptModel
}

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

export const printShift: Handler<'shift.print'> = async (input, context) => {
  const { profile, db, ports } = context
  const { printer, ...settings } = profile.settings()
  const target = input.target ?? printer.kind
  const paper = input.paper ?? settings.paper
  const started = db.transaction(() => {
    const asked = paperOf(input, context)
    if (!asked.ok) return asked
    const { series, model } = asked.data
    const copy = series === null ? 0 : nextNumber(db, series) - 1
    // A page in a window's own dialogue counts at once: nobody says later whether it came out.
    if (series !== null && target === 'window') takeNumber(db, series)
    return ok({ copy, series, model: model(copy) })
  })
  if (!started.ok) return started
  const { copy, series, model } = started.data
  const html = renderHtml(model, paper)
  if (target === 'window') return ok({ copy, html, file: null })
  const job = { title: model.number, paper, html }
  const result = await printOn(ports.printer, { ...printer, kind: target }, job)
  if (!result.ok) {
    return fail(
      '003',
      'report.notPrinted',
      `The report was not printed: ${result.reason} Print it again, or with another printer.`,
      { params: { reason: result.reason } },
    )
  }
  if (series !== null) db.transaction(() => takeNumber(db, series))
  return ok({ copy, html: null, file: result.file })
}
