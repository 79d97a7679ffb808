import { fail, ok } from '../../contract/errors.ts'
import { buildTestPage } from '../../printing/documents/testPage.ts'
import { printOn } from '../../printing/printers/printOn.ts'
import { renderHtml } from '../../printing/render/html.ts'
import type { Handler } from '../shared/handler.ts'

export const testPrinter: Handler<'printer.test'> = async ({ printer, paper }, { profile, ports }) => {
  const shop = profile.settings().shop.tradeName
  const model = buildTestPage({ shop, printer: printer.name ?? null, paper, at: ports.clock.now() })
  const html = renderHtml(model, paper)
  if (printer.kind === 'window') return ok({ html, file: null })
  const result = await printOn(ports.printer, printer, { title: model.title, paper, html })
  if (result.ok) return ok({ html: null, file: result.file })
  const { reason } = result
  return fail('003', 'printer.notTested', `The test page was not printed: ${reason}`, { params: { reason } })
}
