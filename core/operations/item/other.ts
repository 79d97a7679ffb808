/** An item that a cashier makes for the open sale. Goods get the sold quantity, so that the authority takes the sale. */
import { keepAnswer, keptAnswer } from '../../../db/profile/idempotency.ts'
import { itemById } from '../../../db/profile/items.ts'
import { authorOf } from '../../access/actor.ts'
import { bodyHash } from '../../base/bodyHash.ts'
import { ok } from '../../contract/errors.ts'
import { itemTypes } from '../../fiscal/codes.ts'
import { multiply } from '../../fiscal/money.ts'
import { mayAct } from '../../shop/acts/mayAct.ts'
import { requestReused } from '../../shop/cash/cashFailures.ts'
import { storeItem, unnamed } from '../../shop/items/storeItem.ts'
import type { Handler } from '../shared/handler.ts'
import { answersForgottenMs, answersKeptMs } from '../shared/idempotency.ts'
import { recordOpening } from './opening.ts'
import { itemView } from './view.ts'

const route = 'item.other'

/**
 * Item, stock and approval are stored together, once per request. A sale that is given up leaves an item like any other.
 */
export const makeOtherItem: Handler<'item.other'> = (input, context) => {
  const { profile, db, actor } = context
  const { name, price, taxType, itemClass, type, quantity, requestId } = input
  const isGoods = type !== itemTypes.service
  const author = authorOf(actor)
  const fingerprint = bodyHash(input)
  const stored = db.transaction(() => {
    const now = profile.now()
    const made = keptAnswer(db, { route, key: requestId, since: now - answersKeptMs })
    const before = made && itemById(db, Number(made.reply))
    if (before)
      return made.fingerprint === fingerprint ? { ok: true as const, item: before } : requestReused()
    const amount = multiply(price, quantity)
    const allowed = mayAct(context, [{ act: 'otherItem', amount, document: requestId }])
    if (!allowed.ok) return allowed
    const saved = storeItem(
      profile,
      {
        ...unnamed,
        name,
        type,
        tax_type: taxType,
        price,
        item_class: itemClass,
        class_alias: null,
        class_chosen: 1,
        colour: null,
        favourite: 0,
      },
      { author },
    )
    if (!saved.ok) return saved
    if (isGoods) recordOpening(profile, { itemId: saved.item.id, quantity }, author)
    allowed.data(saved.item.code)
    const row = { route, key: requestId, fingerprint, reply: String(saved.item.id), created_at: now }
    keepAnswer(db, row, now - answersForgottenMs)
    return saved
  })
  if (!stored.ok) return stored
  profile.emit({ type: 'item.changed', itemIds: [stored.item.id] })
  if (isGoods) profile.emit({ type: 'stock.changed' })
  profile.emit({ type: 'queue.changed' })
  profile.submitter.wake()
  return ok(itemView(itemById(db, stored.item.id) ?? stored.item))
}
