import { audit } from '../../../db/profile/audit.ts'
import { takeNumber } from '../../../db/profile/lanes.ts'
import { authorOf } from '../../access/actor.ts'
import { ok } from '../../contract/errors.ts'
import { toWireDate } from '../../fiscal/dates.ts'
import { buildDayReport } from '../../printing/documents/dayReport.ts'
import { dayFigures, printSeries } from '../../shop/reports/dayFigures.ts'
import type { Handler } from '../shared/handler.ts'
import { printReportOn } from '../shared/printReportOn.ts'
import { printWhere } from '../shared/printWhere.ts'

export const printReport: Handler<'report.print'> = async (input, context) => {
  const { profile, db, actor, ports } = context
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
  const printed = await printReportOn(context, model, printWhere(profile, input, 'reports'))
  return printed.ok ? ok({ print, ...printed.data }) : printed
}
