import { itemsByIds } from '../../../db/profile/items.ts'
import { resumeSale } from '../../../db/profile/parkedSales.ts'
import { fail, ok } from '../../contract/errors.ts'
import { cart as cartSchema } from '../../contract/sale.ts'
import { itemView } from '../item/view.ts'
import type { Handler } from '../shared/handler.ts'

export const resumeParked: Handler<'sale.resume'> = ({ id }, { profile, db, ports }) => {
  // Read in the same transaction. Otherwise an unreadable cart would be lost.
  const cart = db.transaction(() => {
    const stored = resumeSale(db, id, ports.clock.now())
    return stored === undefined ? undefined : cartSchema.parse(JSON.parse(stored))
  })
  if (!cart)
    return fail('003', 'sale.notParked', 'This sale is not parked any more: somebody has resumed it.', {
      field: 'id',
    })
  profile.emit({ type: 'queue.changed' })
  const ids = [...new Set(cart.lines.map(({ itemId }) => itemId))]
  return ok({ cart, items: itemsByIds(db, ids).map(itemView) })
}
