import { audit } from '../../../db/profile/audit.ts'
import { takeNumber } from '../../../db/profile/lanes.ts'
import { authorOf } from '../../access/actor.ts'
import { fail, ok } from '../../contract/errors.ts'
import { toWireDate } from '../../fiscal/dates.ts'
import { buildDayReport } from '../../printing/documents/dayReport.ts'
import { printOn } from '../../printing/printers/printOn.ts'
import { renderHtml } from '../../printing/render/html.ts'
import { dayFigures, printSeries } from '../../shop/reports/dayFigures.ts'
import type { Handler } from '../shared/handler.ts'

export const printReport: Handler<'report.print'> = async (input, { profile, db, actor, ports }) => {
  const { printer, ...settings } = profile.settings()
  const paper = input.paper ?? settings.paper
  const target = input.target ?? printer.kind
  const at = ports.clock.now()
  const day = input.day ?? toWireDate(profile.now())
  const who = authorOf(actor).name
  const { report, print } = db.transaction(() => {
    const report = dayFigures(profile, day, { name: who, at })
    const print = takeNumber(db, printSeries(day))
    const { all, drawer } = report
    const content = JSON.stringify({ print, total: all.total, drawer: drawer.expected })
    audit(db, { at, kind: 'report', subject: day, row_id: null, who, content })
    return { report, print }
  })
  const model = buildDayReport(report, { language: input.language, print })
  const html = renderHtml(model, paper)
  if (target === 'window') return ok({ print, html, file: null })
  const job = { title: model.number, paper, html }
  const result = await printOn(ports.printer, { ...printer, kind: target }, job)
  if (!result.ok) {
    return fail(
      '003',
      'report.notPrinted',
      `The report was not printed: ${result.reason} Print it again, or with another printer.`,
      {
        params: { reason: result.reason },
      },
    )
  }
  return ok({ print, html: null, file: result.file })
}
