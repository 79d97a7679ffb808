/** Takes goods off a window's open sale, or drops it, where the owner's table of acts asks for approval. */
import { draftOfRequest } from '../../../db/profile/saleDrafts.ts'
import { authorOf } from '../../access/actor.ts'
import { ok, type Reply } from '../../contract/errors.ts'
import { formatQuantity } from '../../fiscal/money.ts'
import { mayAct } from '../../shop/acts/mayAct.ts'
import { invalid } from '../../shop/failures.ts'
import { amountsOf, takenOff, voidGoods, voidOf } from '../../shop/sales/droppedGoods.ts'
import type { Handler } from '../shared/handler.ts'
import { alreadyCompleted } from './alreadyCompleted.ts'

export const voidSale: Handler<'sale.void'> = ({ window, requestId, goods, draft }, context) => {
  const { db, actor, profile } = context
  if (draft && draft.requestId !== requestId) return invalid('draft.requestId', draft.requestId, requestId)
  return db.transaction((): Reply<Record<string, never>> => {
    const done = alreadyCompleted(db, requestId)
    if (done) return done
    const lines = draft?.cart.lines ?? []
    const off = amountsOf(goods)
    // Goods that the stored sale lost beside those that somebody approves would leave no trace.
    for (const [id, quantity] of Object.entries(takenOff(draftOfRequest(db, requestId), lines)))
      if (quantity > (off[id] ?? 0))
        return invalid('goods', formatQuantity(off[id] ?? 0), `${formatQuantity(quantity)} of item ${id}`)
    const allowed = mayAct(context, [voidOf(db, off, { lines, document: requestId })])
    if (!allowed.ok) return allowed
    profile.disk.demandRoom()
    allowed.data()
    const row = { till_window: window, request_id: requestId, author_name: authorOf(actor).name }
    voidGoods(db, row, { draft, goods }, profile.now())
    return ok({})
  })
}
