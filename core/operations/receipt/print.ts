import { insertPrint, setPrintOutcome } from '../../../db/app/invoices.ts'
import { authorOf } from '../../context.ts'
import { fail, ok } from '../../contract/errors.ts'
import { renderHtml } from '../../receipt/html.ts'
import type { Handler } from '../handler.ts'
import { composeReceipt } from './compose.ts'

export const printReceipt: Handler<'receipt.print'> = async (input, { app, db, actor, ports }) => {
  const settings = app.settings()
  const paper = input.paper ?? settings.paper
  const target = input.target ?? settings.printer.kind
  // Composed and written down in one go: two prints side by side cannot both be the original.
  const started = db.transaction(() => {
    const composed = composeReceipt(app, input.invoiceId)
    if (!composed) return undefined
    const printId = insertPrint(db, {
      invoice_id: input.invoiceId,
      // A slip is a slip in the list of prints.
      life: composed.life === 'withdrawn' ? 'awaiting' : composed.life,
      copy_number: composed.copyNumber,
      paper,
      target,
      printed_at: ports.clock.now(),
      author_name: authorOf(actor).name,
    })
    return { ...composed, printId }
  })
  if (!started) return fail('801', 'invoice.unknown', 'There is no such receipt.', { field: 'invoiceId' })
  const { model, life, copyNumber, printId } = started
  const html = renderHtml(model, paper)
  app.emit({ type: 'invoice.changed', invoiceId: input.invoiceId })
  if (target === 'window') return ok({ printId, life, copyNumber, html, file: null })
  const job = { title: model.number, paper, html }
  const { name } = settings.printer
  const result =
    target === 'pdf'
      ? await ports.printer.pdf(job)
      : await ports.printer.print({ ...job, ...(name ? { printerName: name } : {}) })
  setPrintOutcome(db, printId, result.ok ? 'printed' : 'failed')
  app.emit({ type: 'invoice.changed', invoiceId: input.invoiceId })
  if (!result.ok) {
    return fail(
      '003',
      'receipt.notPrinted',
      `The receipt was not printed: ${result.reason} The sale is kept; print it again, or to another place.`,
      { params: { reason: result.reason } },
    )
  }
  return ok({
    printId,
    life,
    copyNumber,
    html: null,
    file: 'file' in result ? (result.file as string) : null,
  })
}
