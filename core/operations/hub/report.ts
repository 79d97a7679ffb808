import { audit } from '../../../db/profile/audit.ts'
import { authorOf } from '../../access/actor.ts'
import { ok, type Reply } from '../../contract/errors.ts'
import { type BranchReport, bestSellers, branchReport } from '../../contract/hub/report.ts'
import { buildBranchReport } from '../../printing/documents/branchReport.ts'
import type { ReceiptModel } from '../../printing/documents/receipt.ts'
import { renderHtml } from '../../printing/render/html.ts'
import { reportHeadOf } from '../../shop/reports/figures.ts'
import type { ProfileContext } from '../context.ts'
import type { Handler } from '../shared/handler.ts'
import { printReportOn } from '../shared/printReportOn.ts'
import { printWhere } from '../shared/printWhere.ts'
import { askHub } from './askHub.ts'

const made = async (
  { day, language }: { day: string; language: 'en' | 'sw' },
  context: ProfileContext,
): Promise<Reply<{ report: BranchReport; model: ReceiptModel }>> => {
  const answer = await askHub(context, { method: 'GET', path: `/report?day=${day}` }, branchReport)
  if (!answer.ok) return answer
  const { profile, actor, ports } = context
  const head = reportHeadOf(profile, { name: authorOf(actor).name, at: ports.clock.now() })
  return ok({ report: answer.data, model: buildBranchReport(answer.data, { language, head }) })
}

export const hubReport: Handler<'hub.report'> = async (input, context) => {
  const answer = await made(input, context)
  if (!answer.ok) return answer
  const { report, model } = answer.data
  return ok({ report, html: renderHtml(model, input.paper ?? context.profile.settings().paper) })
}

export const hubBestSellers: Handler<'hub.bestSellers'> = ({ day, days }, context) =>
  askHub(context, { method: 'GET', path: `/bestSellers?day=${day}&days=${days}` }, bestSellers)

export const printHubReport: Handler<'hub.printReport'> = async (input, context) => {
  const answer = await made(input, context)
  if (!answer.ok) return answer
  const { db, profile, actor } = context
  const { report, model } = answer.data
  const content = JSON.stringify({ branch: report.branch, total: report.total })
  const who = authorOf(actor).name
  db.transaction(() =>
    audit(db, { at: profile.now(), kind: 'report', subject: input.day, row_id: null, who, content }),
  )
  return printReportOn(context, model, printWhere(profile, input, 'reports'))
}
