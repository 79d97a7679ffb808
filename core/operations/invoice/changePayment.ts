/**
 * Corrects how a sale was paid, on its day. The authority has the first payment type and keeps it: no request of its
 * interface changes a signed document. The first payments stay; the books count the new ones.
 */
import { audit } from '../../../db/profile/audit.ts'
import { invoiceById } from '../../../db/profile/invoices.ts'
import {
  insertPaymentChange,
  paidOf,
  paymentChangeOf,
  type Tender,
} from '../../../db/profile/paymentChanges.ts'
import { authorOf, whoOf } from '../../access/actor.ts'
import { fail, ok, type Reply } from '../../contract/errors.ts'
import type { ParsedInputOf } from '../../contract/index.ts'
import { isPayment, onCredit } from '../../fiscal/tender.ts'
import { mayAct } from '../../shop/acts/mayAct.ts'
import { whyPaymentStays } from '../../shop/sales/changeablePayment.ts'
import { auditReused, reusedCodes } from '../../shop/sales/references.ts'
import { settlePayment } from '../../shop/sales/settlePayment.ts'
import type { ProfileContext } from '../context.ts'
import type { Handler } from '../shared/handler.ts'

/** The order of the members, and an absent one instead of null, make no difference. */
const isSame = (...both: [Tender[], Tender[]]): boolean => {
  const [one, other] = both.map((tenders) =>
    tenders.map(({ method, amount, reference, tender_id = null, tender_name = null }) =>
      [method, amount, reference, tender_id, tender_name].join('\n'),
    ),
  )
  return one?.join('\n\n') === other?.join('\n\n')
}

const change = (
  { id, tenders: asked }: ParsedInputOf<'invoice.changePayment'>,
  context: ProfileContext,
): Reply<Record<never, never>> => {
  const { profile, db, actor, ports } = context
  const invoice = invoiceById(db, id)
  if (!invoice) return fail('801', 'invoice.unknown', 'There is no such receipt.', { field: 'id' })
  const stays = whyPaymentStays(profile, invoice)
  if (stays) return stays
  const { number, total } = invoice
  const was = paidOf(db, id)
  const settled = settlePayment(profile, { tenders: asked }, total, { was })
  if (!settled.ok) return settled
  const reused = reusedCodes(context, asked, settled.data.tenders, { document: number, except: id })
  if (!reused.ok) return reused
  const is = settled.data.tenders
  if (onCredit(was) !== onCredit(is)) {
    return fail(
      '003',
      'payment.creditStays',
      `What was on credit of ${number} stays so. Make a credit note and sell it again.`,
      { field: 'tenders', params: { number } },
    )
  }
  // A second press of the same button.
  if (isSame(was, is)) return ok({})
  const allowed = mayAct(context, reused.data.acts)
  if (!allowed.ok) return allowed
  const at = ports.clock.now()
  const before = paymentChangeOf(db, id)?.change ?? invoice.change
  insertPaymentChange(
    db,
    { invoice_id: id, change: settled.data.change, changed_at: at, author_name: authorOf(actor).name },
    is,
  )
  const ways = [was, is].map((tenders) =>
    tenders.filter(isPayment).map(({ method, tender_name }) => tender_name ?? method),
  )
  const content = JSON.stringify({ amount: total, ways, was, is, change: [before, settled.data.change] })
  audit(db, { at, kind: 'paymentChanged', subject: number, row_id: null, who: whoOf(actor), content })
  allowed.data()
  auditReused(context, { number }, reused.data)
  return ok({})
}

export const changePayment: Handler<'invoice.changePayment'> = (input, context) => {
  const reply = context.db.transaction(() => change(input, context))
  if (reply.ok) context.profile.emit({ type: 'invoice.changed', invoiceId: input.id })
  return reply
}
