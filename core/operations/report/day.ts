import { authorOf } from '../../access/actor.ts'
import { ok } from '../../contract/errors.ts'
import { toWireDate } from '../../fiscal/dates.ts'
import { buildDayReport } from '../../printing/documents/dayReport.ts'
import { renderHtml } from '../../printing/render/html.ts'
import { dayFigures } from '../../shop/reports/dayFigures.ts'
import type { Handler } from '../shared/handler.ts'

export const reportDay: Handler<'report.day'> = ({ day, language, paper }, { profile, db, actor, ports }) => {
  const at = ports.clock.now()
  const by = { name: authorOf(actor).name, at }
  const report = db.transaction(() => dayFigures(profile, day ?? toWireDate(profile.now()), by))
  const model = buildDayReport(report, { language, print: null })
  return ok({ report, html: renderHtml(model, paper ?? profile.settings().paper) })
}
