/** Takes goods off a window's open sale, or drops it, where the owner's table of acts asks for approval. */
import { keepAnswer, keptAnswer } from '../../../db/profile/idempotency.ts'
import { draftOfRequest } from '../../../db/profile/saleDrafts.ts'
import { authorOf } from '../../access/actor.ts'
import { bodyHash } from '../../base/bodyHash.ts'
import { ok, type Reply } from '../../contract/errors.ts'
import { formatQuantity } from '../../fiscal/money.ts'
import { mayAct } from '../../shop/acts/mayAct.ts'
import { requestReused } from '../../shop/cash/cashFailures.ts'
import { invalid } from '../../shop/failures.ts'
import { amountsOf, takenOff, voidGoods, voidOf } from '../../shop/sales/droppedGoods.ts'
import type { Handler } from '../shared/handler.ts'
import { answersForgottenMs, answersKeptMs } from '../shared/idempotency.ts'
import { alreadyCompleted } from './alreadyCompleted.ts'

const route = 'sale.void'

/** Once per `voidId`: the Z counts what the sale lost, so a lost answer must not count it twice. */
export const voidSale: Handler<'sale.void'> = (input, context) => {
  const { window, requestId, voidId, goods, draft } = input
  const { db, actor, profile } = context
  if (draft && draft.requestId !== requestId) return invalid('draft.requestId', draft.requestId, requestId)
  const fingerprint = bodyHash(input)
  return db.transaction((): Reply<Record<string, never>> => {
    const now = profile.now()
    const lines = draft?.cart.lines ?? []
    const off = amountsOf(goods)
    const missing = Object.entries(takenOff(draftOfRequest(db, requestId), lines))
    const made = keptAnswer(db, { route, key: voidId, since: now - answersKeptMs })
    if (made && made.fingerprint !== fingerprint) return requestReused('voidId')
    // Goods that were rung up again since are another void, also under the same id.
    if (made && missing.every(([, quantity]) => quantity <= 0)) return ok({})
    const done = alreadyCompleted(db, requestId)
    if (done) return done
    // Goods that the stored sale lost beside those that somebody approves would leave no trace.
    for (const [id, quantity] of missing)
      if (quantity > (off[id] ?? 0))
        return invalid('goods', formatQuantity(off[id] ?? 0), `${formatQuantity(quantity)} of item ${id}`)
    const allowed = mayAct(context, [voidOf(db, off, { lines, document: requestId })])
    if (!allowed.ok) return allowed
    profile.disk.demandRoom()
    allowed.data()
    const row = { till_window: window, request_id: requestId, author_name: authorOf(actor).name }
    voidGoods(db, row, { draft, goods }, now)
    const answer = { route, key: voidId, fingerprint, reply: '{}', created_at: now }
    keepAnswer(db, answer, now - answersForgottenMs)
    return ok({})
  })
}
