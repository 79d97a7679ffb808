/** A proforma of the open sale. Nothing but its paper is stored. */
import { unofficialByRequest } from '../../../db/profile/unofficial.ts'
import { bodyHash } from '../../base/bodyHash.ts'
import { ok } from '../../contract/errors.ts'
import { mayAct } from '../../shop/acts/mayAct.ts'
import { buyerOf } from '../../shop/customers/account.ts'
import { priceLines } from '../../shop/sales/priceLines.ts'
import { madeBefore } from '../../shop/unofficial/failures.ts'
import { paperLines, storeUnofficial } from '../../shop/unofficial/store.ts'
import type { Handler } from '../shared/handler.ts'

export const makeProforma: Handler<'proforma.make'> = (input, context) => {
  const { db, profile } = context
  const { requestId } = input
  // An offer takes nothing back.
  const { returned: _, ...cart } = input.cart
  const made = db.transaction(() => {
    const before = unofficialByRequest(db, requestId)
    if (before) return madeBefore(before, { label: 'PS', hash: bodyHash(input) })
    const priced = priceLines(context, { ...cart, requestId })
    if (!priced.ok) return priced
    const bought = buyerOf(context, cart.buyer)
    if (!bought.ok) return bought
    // The customer holds a price on paper. Goods may still come until they are sold.
    const allowed = mayAct(
      context,
      priced.data.acts.filter(({ act }) => act !== 'belowStock'),
    )
    if (!allowed.ok) return allowed
    const { rates } = priced.data
    const stored = storeUnofficial(context, {
      label: 'PS',
      buyer: bought.data.buyer,
      content: { lines: paperLines(priced.data, cart.lines), tenders: [], change: 0, rates, cart },
      request: { id: requestId, hash: bodyHash(input) },
    })
    allowed.data(stored.number)
    return ok(stored)
  })
  if (made.ok) profile.emit({ type: 'unofficial.changed' })
  return made
}
