import type { Ports } from '../../base/ports.ts'
import { fail, ok, type Reply } from '../../contract/errors.ts'
import type { Settings } from '../../contract/workspace.ts'
import type { ReceiptModel } from '../../printing/documents/receipt.ts'
import { printOn } from '../../printing/printers/printOn.ts'
import { renderHtml } from '../../printing/render/html.ts'

/** Prints a report where `printer` says. A window gets `html` and prints it in its own dialogue. */
export const printReportOn = async (
  ports: Ports,
  model: ReceiptModel,
  { printer, paper }: Pick<Settings, 'printer' | 'paper'>,
): Promise<Reply<{ html: string | null; file: string | null }>> => {
  const html = renderHtml(model, paper)
  if (printer.kind === 'window') return ok({ html, file: null })
  const result = await printOn(ports.printer, printer, { title: model.number, paper, html })
  if (result.ok) return ok({ html: null, file: result.file })
  return fail(
    '003',
    'report.notPrinted',
    `The report was not printed: ${result.reason} Print it again, or with another printer.`,
    { params: { reason: result.reason } },
  )
}
