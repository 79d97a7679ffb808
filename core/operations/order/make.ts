import { takeNumber } from '../../../db/profile/lanes.ts'
import {
  insertOrder,
  lastDelivery,
  linksOfItems,
  type OrderRow,
  orderByRequest,
} from '../../../db/profile/orders.ts'
import { authorOf } from '../../access/actor.ts'
import { bodyHash } from '../../base/bodyHash.ts'
import { ok, type Reply } from '../../contract/errors.ts'
import type { ParsedInputOf } from '../../contract/index.ts'
import { toWireDate } from '../../fiscal/dates.ts'
import { requestReused } from '../../shop/cash/cashFailures.ts'
import { namedTwice } from '../../shop/failures.ts'
import { goodsAt } from '../../shop/items/goodsAt.ts'
import { oneUnit } from '../../shop/purchases/links.ts'
import type { ProfileContext } from '../context.ts'
import type { Handler } from '../shared/handler.ts'
import { findOrder, wholeOrder } from './view.ts'

type Lines = Parameters<typeof insertOrder>[2]

/** Each line with the supplier's own code and units, as far as they are known. */
const linesOf = ({ db }: ProfileContext, input: ParsedInputOf<'order.make'>): Reply<Lines> => {
  const links = linksOfItems(
    db,
    input.lines.map(({ itemId }) => itemId),
  ).filter((link) => link.supplier_pin === input.supplierPin)
  const lines: Lines[number][] = []
  for (const [index, { itemId, quantity }] of input.lines.entries()) {
    const field = `lines[${index}].itemId`
    const goods = goodsAt(db, field, itemId)
    if (!goods.ok) return goods
    const item = goods.data
    if (lines.some((line) => line.item_id === itemId)) return namedTwice(field, item.name)
    const link = links.find((each) => each.item_id === itemId)
    lines.push({
      position: index + 1,
      item_id: itemId,
      item_name: item.name,
      quantity_unit: item.quantity_unit,
      supplier_code: link?.supplier_code ?? null,
      units: link?.units ?? oneUnit,
      quantity,
      unit_cost: item.last_cost,
    })
  }
  return ok(lines)
}

/** Stores an order once per request. Nothing is sent to the authority. */
export const makeOrder: Handler<'order.make'> = (input, context) => {
  const { profile, db, ports, actor } = context
  const stored = db.transaction((): Reply<OrderRow> => {
    const before = orderByRequest(db, input.requestId)
    if (before) return before.body_hash === bodyHash(input) ? ok(before) : requestReused()
    const lines = linesOf(context, input)
    if (!lines.ok) return lines
    profile.disk.demandRoom()
    const author = authorOf(actor)
    const at = profile.day.sure()
    const id = insertOrder(
      db,
      {
        uid: ports.ids.uuid(),
        number: takeNumber(db, 'till.order'),
        supplier_name: input.supplierName,
        supplier_pin: input.supplierPin ?? null,
        ordered_at: at,
        day: toWireDate(at),
        author_id: author.id,
        author_name: author.name,
        remark: input.remark || null,
        after_delivery: lastDelivery(db),
        request_id: input.requestId,
        body_hash: bodyHash(input),
      },
      lines.data,
    )
    return findOrder(db, id)
  })
  if (!stored.ok) return stored
  profile.emit({ type: 'order.changed' })
  return ok(wholeOrder(stored.data, db))
}
