import { itemById } from '../../../db/profile/items.ts'
import { parkSale } from '../../../db/profile/parkedSales.ts'
import { draftOfRequest } from '../../../db/profile/saleDrafts.ts'
import { authorOf } from '../../access/actor.ts'
import { ok, type Reply } from '../../contract/errors.ts'
import { priceCart } from '../../fiscal/cart.ts'
import { toPaperTime } from '../../fiscal/dates.ts'
import { mayAct } from '../../shop/acts/mayAct.ts'
import { itemNotFound } from '../../shop/failures.ts'
import { endDraft, hiddenVoid } from '../../shop/sales/droppedGoods.ts'
import { tellParked, uidToPark } from '../../shop/sales/sharedParked.ts'
import type { Handler } from '../shared/handler.ts'

export const parkASale: Handler<'sale.park'> = ({ cart, label, requestId }, context) => {
  const { profile, db, actor } = context
  const lines = []
  for (const [index, line] of cart.lines.entries()) {
    const item = itemById(db, line.itemId)
    if (!item) return itemNotFound(`cart.lines[${index}].itemId`, String(line.itemId))
    lines.push({
      quantity: line.quantity,
      unitPrice: line.unitPrice ?? item.price,
      taxType: item.tax_type,
      discount: line.discount,
    })
  }
  const priced = priceCart({ lines, discount: cart.discount, rates: profile.taxRates() })
  const parkedAt = profile.now()
  const row = {
    label: label || `${cart.buyer?.name || authorOf(actor).name} ${toPaperTime(parkedAt).slice(0, 5)}`,
    cart: JSON.stringify(cart),
    line_count: cart.lines.length,
    // A sale may be parked while its discount is not valid yet.
    total: priced.ok ? priced.cart.total : 0,
    author_name: authorOf(actor).name,
    parked_at: parkedAt,
    resumed_at: null,
  }
  const parked = db.transaction((): Reply<{ id: number }> => {
    const draft = requestId === undefined ? undefined : draftOfRequest(db, requestId)
    const allowed = mayAct(context, hiddenVoid(context, draft, cart.lines))
    if (!allowed.ok) return allowed
    allowed.data(row.label)
    if (draft) endDraft(db, draft, { became: 'parked', lines: cart.lines }, profile.now())
    const uid = uidToPark(context, cart)
    if (uid !== null) tellParked(context, row, uid)
    return ok({ id: parkSale(db, { ...row, uid }) })
  })
  if (parked.ok) profile.emit({ type: 'queue.changed' })
  return parked
}
