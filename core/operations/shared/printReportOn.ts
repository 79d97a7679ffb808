import { authorOf } from '../../access/actor.ts'
import { fail, ok, type Reply } from '../../contract/errors.ts'
import type { ReceiptModel } from '../../printing/documents/receipt.ts'
import { printOn } from '../../printing/printers/printOn.ts'
import { renderHtml } from '../../printing/render/html.ts'
import type { ProfileContext } from '../context.ts'
import type { Where } from './printWhere.ts'

type Printed = Reply<{ html: string | null; file: string | null }>

/** Stores a report for a direct printer. */
export const spoolReport = (
  { profile, actor }: ProfileContext,
  model: ReceiptModel,
  { direct }: Where & { kind: 'direct' },
): { html: null; file: null } => {
  const title = model.number || model.title
  const author = authorOf(actor).name
  profile.spooler.add(direct, { what: 'report', title, content: { kind: 'paper', model }, author })
  return { html: null, file: null }
}

/** Prints a report. A window gets `html` and prints it in its own dialogue. */
export const printReportOn = async (
  context: ProfileContext,
  model: ReceiptModel,
  where: Where,
): Promise<Printed> => {
  if (where.kind === 'direct') return ok(spoolReport(context, model, where))
  const { kind, paper } = where
  const html = renderHtml(model, paper)
  if (kind === 'window') return ok({ html, file: null })
  const result = await printOn(
    context.ports.printer,
    { ...where, kind },
    { title: model.number, paper, html },
  )
  if (result.ok) return ok({ html: null, file: result.file })
  return fail(
    '003',
    'report.notPrinted',
    `The report was not printed: ${result.reason} Print it again, or with another printer.`,
    { params: { reason: result.reason } },
  )
}
