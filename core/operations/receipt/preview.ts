import { fail, ok } from '../../contract/errors.ts'
import { renderHtml } from '../../receipt/html.ts'
import type { Handler } from '../handler.ts'
import { composeReceipt } from './compose.ts'

export const previewReceipt: Handler<'receipt.preview'> = ({ invoiceId, paper }, { app }) => {
  const composed = composeReceipt(app, invoiceId, app.settings().printer.kind)
  if (!composed) return fail('801', 'invoice.unknown', 'There is no such receipt.', { field: 'invoiceId' })
  const { model, life, copyNumber } = composed
  return ok({ life, copyNumber, html: renderHtml(model, paper ?? app.settings().paper) })
}
