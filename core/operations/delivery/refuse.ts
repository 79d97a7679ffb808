/** A manager's decision about a supplier's invoice. It stays in the shop: the authority has no call for it. */
import {
  deliveryOfPurchase,
  insertDecision,
  invoiceOf,
  lastDecision,
} from '../../../db/profile/deliveries.ts'
import { purchaseById, submissionOfPurchase } from '../../../db/profile/purchases.ts'
import { authorOf } from '../../access/actor.ts'
import type { SupplierInvoiceShown } from '../../contract/delivery.ts'
import { fail, ok, type Reply } from '../../contract/errors.ts'
import { isOpen } from '../../queue/enqueue.ts'
import { contentOf } from '../../shop/purchases/find.ts'
import type { ProfileContext } from '../context.ts'
import type { Handler } from '../shared/handler.ts'
import { invoiceView, noInvoice } from './view.ts'

const decide = (
  context: ProfileContext,
  { invoiceId, reason }: { invoiceId: number; reason: string | null },
): Reply<SupplierInvoiceShown> => {
  const { profile, db, ports, actor } = context
  const act = reason === null ? 'takenUp' : 'refused'
  const reply = db.transaction((): Reply<SupplierInvoiceShown> => {
    const purchase = purchaseById(db, invoiceId)
    if (!purchase) return noInvoice('invoiceId')
    const { number } = purchase
    const field = 'invoiceId'
    const confirmation = submissionOfPurchase(db, invoiceId)
    const isConfirmed = isOpen(confirmation) || confirmation?.state === 'accepted'
    if (act === 'refused' && (isConfirmed || deliveryOfPurchase(db, invoiceId)))
      return fail(
        '003',
        'delivery.confirmed',
        `The invoice ${number} is confirmed to the tax authority already. Ask the supplier for a credit note.`,
        { field, params: { number } },
      )
    const refused = lastDecision(db, invoiceId)?.act === 'refused'
    // A second press decides nothing new.
    if (refused !== (act === 'refused')) {
      profile.disk.demandRoom()
      const author = authorOf(actor)
      insertDecision(
        db,
        {
          uid: ports.ids.uuid(),
          purchase_id: invoiceId,
          act,
          reason,
          decided_at: ports.clock.now(),
          author_id: author.id,
          author_name: author.name,
        },
        `${number} · ${contentOf(purchase).supplierName}`,
      )
    }
    const row = invoiceOf(db, invoiceId)
    return row ? ok(invoiceView(row, context)) : noInvoice(field)
  })
  if (reply.ok) profile.emit({ type: 'purchase.changed' })
  return reply
}

export const refuseInvoice: Handler<'delivery.refuse'> = (input, context) => decide(context, input)

export const takeUpInvoice: Handler<'delivery.takeUp'> = ({ invoiceId }, context) =>
  decide(context, { invoiceId, reason: null })
