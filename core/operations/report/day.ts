import { authorOf } from '../../context.ts'
import { ok } from '../../contract/errors.ts'
import { toWireDate } from '../../fiscal/dates.ts'
import { buildDayReport } from '../../receipt/dayReport.ts'
import { renderHtml } from '../../receipt/html.ts'
import type { Handler } from '../handler.ts'
import { dayFigures } from './figures.ts'

export const reportDay: Handler<'report.day'> = ({ day, language, paper }, { app, db, actor, ports }) => {
  const at = ports.clock.now()
  const by = { name: authorOf(actor).name, at }
  const report = db.transaction(() => dayFigures(app, day ?? toWireDate(app.now()), by))
  const model = buildDayReport(report, { language, print: null })
  return ok({ report, html: renderHtml(model, paper ?? app.settings().paper) })
}
