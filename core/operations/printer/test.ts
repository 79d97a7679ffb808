import { authorOf } from '../../access/actor.ts'
import { fail, ok } from '../../contract/errors.ts'
import { buildTestPage } from '../../printing/documents/testPage.ts'
import { printOn } from '../../printing/printers/printOn.ts'
import { renderHtml } from '../../printing/render/html.ts'
import type { Handler } from '../shared/handler.ts'
import { noPrinter } from './failures.ts'

export const testPrinter: Handler<'printer.test'> = async ({ printer, paper, id }, context) => {
  const { profile, ports, actor } = context
  const shop = profile.settings().shop.tradeName
  const { kind, name } = printer
  const page = (name: string | null) => buildTestPage({ shop, printer: name, paper, at: ports.clock.now() })
  if (kind === 'direct') {
    const direct = id === undefined ? profile.printers.for('receipts') : profile.printers.find(id)
    if (!direct) return noPrinter('id')
    const model = page(direct.name)
    const job = { what: 'test', title: model.title, content: { kind: 'test', model } } as const
    const jobId = profile.spooler.add(direct, { ...job, author: authorOf(actor).name })
    return ok({ html: null, file: null, jobId })
  }
  const model = page(name ?? null)
  const html = renderHtml(model, paper)
  if (kind === 'window') return ok({ html, file: null, jobId: null })
  const result = await printOn(ports.printer, { ...printer, kind }, { title: model.title, paper, html })
  if (result.ok) return ok({ html: null, file: result.file, jobId: null })
  const { reason } = result
  return fail('003', 'printer.notTested', `The test page was not printed: ${reason}`, { params: { reason } })
}
