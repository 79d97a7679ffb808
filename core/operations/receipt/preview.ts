import { fail, ok } from '../../contract/errors.ts'
import { renderHtml } from '../../printing/render/html.ts'
import { composeReceipt } from '../../shop/sales/composeReceipt.ts'
import type { Handler } from '../shared/handler.ts'

export const previewReceipt: Handler<'receipt.preview'> = ({ invoiceId, paper }, { profile }) => {
  const composed = composeReceipt(profile, invoiceId, profile.settings().printer.kind)
  if (!composed) return fail('801', 'invoice.unknown', 'There is no such receipt.', { field: 'invoiceId' })
  const { model, life, copyNumber } = composed
  const code = model.sections.flatMap(({ blocks }) => blocks).find(({ kind }) => kind === 'qr')
  return ok({
    life,
    copyNumber,
    html: renderHtml(model, paper ?? profile.settings().paper),
    url: code?.kind === 'qr' ? code.url : null,
  })
}
