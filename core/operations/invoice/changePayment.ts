/**
 * Corrects how a sale was paid, on its day. The authority has the first payment type and keeps it: no request of its
 * interface changes a signed document. The first payments stay; the books count the new ones.
 */
import { audit } from '../../../db/profile/audit.ts'
import { invoiceById } from '../../../db/profile/invoices.ts'
import { insertPaymentChange, paidOf, paymentChangeOf } from '../../../db/profile/paymentChanges.ts'
import { authorOf, whoOf } from '../../access/actor.ts'
import { fail, ok, type Reply } from '../../contract/errors.ts'
import type { ParsedInputOf } from '../../contract/index.ts'
import { whyPaymentStays } from '../../shop/sales/changeablePayment.ts'
import { auditReused, reusedCodes } from '../../shop/sales/references.ts'
import { settlePayment } from '../../shop/sales/settlePayment.ts'
import type { ProfileContext } from '../context.ts'
import type { Handler } from '../shared/handler.ts'

const change = (
  { id, tenders: asked }: ParsedInputOf<'invoice.changePayment'>,
  context: ProfileContext,
): Reply<Record<never, never>> => {
  const { profile, db, actor, ports } = context
  const invoice = invoiceById(db, id)
  if (!invoice) return fail('801', 'invoice.unknown', 'There is no such receipt.', { field: 'id' })
  const stays = whyPaymentStays(profile, invoice)
  if (stays) return stays
  const { number, total, buyer_pin, buyer_name } = invoice
  const buyer = { ...(buyer_pin && { pin: buyer_pin }), ...(buyer_name && { name: buyer_name }) }
  const settled = settlePayment(
    db,
    { tenders: asked, ...((buyer_pin ?? buyer_name) !== null && { buyer }) },
    total,
  )
  if (!settled.ok) return settled
  const reused = reusedCodes(context, asked, settled.data.tenders, id)
  if (!reused.ok) return reused
  const [was, is] = [paidOf(db, id), settled.data.tenders]
  // A second press of the same button.
  if (JSON.stringify(was) === JSON.stringify(is)) return ok({})
  const at = ports.clock.now()
  const before = paymentChangeOf(db, id)?.change ?? invoice.change
  insertPaymentChange(
    db,
    { invoice_id: id, change: settled.data.change, changed_at: at, author_name: authorOf(actor).name },
    is,
  )
  const ways = [was, is].map((tenders) => tenders.map(({ method }) => method))
  const content = JSON.stringify({ amount: total, ways, was, is, change: [before, settled.data.change] })
  audit(db, { at, kind: 'paymentChanged', subject: number, row_id: null, who: whoOf(actor), content })
  auditReused(context, { id, number }, reused.data)
  return ok({})
}

export const changePayment: Handler<'invoice.changePayment'> = (input, context) => {
  const reply = context.db.transaction(() => change(input, context))
  if (reply.ok) context.profile.emit({ type: 'invoice.changed', invoiceId: input.id })
  return reply
}
