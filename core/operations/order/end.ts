import { deliverySince, endOfOrder, insertOrderEnd, type OrderRow } from '../../../db/profile/orders.ts'
import { authorOf } from '../../access/actor.ts'
import { fail, ok, type Reply } from '../../contract/errors.ts'
import type { Handler } from '../shared/handler.ts'
import { findOrder, wholeOrder } from './view.ts'

/** Ends an order once. It was received with the supplier's newest delivery since. */
export const endOrder: Handler<'order.end'> = ({ requestId, id, act }, { profile, db, ports, actor }) => {
  const ended = db.transaction((): Reply<OrderRow> => {
    const order = findOrder(db, id)
    if (!order.ok) return order
    const { number, supplier_name: supplier } = order.data
    const before = endOfOrder(db, id)
    if (before?.request_id === requestId && before.act === act) return order
    if (before)
      return fail(
        '003',
        'order.over',
        `${before.author_name} has ended the order ${number}: ${before.act}. An order ends once.`,
        { field: 'id', params: { number, name: before.author_name } },
      )
    const delivery = act === 'received' ? deliverySince(db, order.data) : undefined
    if (act === 'received' && !delivery)
      return fail(
        '003',
        'order.notArrived',
        `${supplier} has delivered nothing since the order ${number}. Enter the delivery first, or cancel the order.`,
        { field: 'act', params: { number, supplier } },
      )
    profile.disk.demandRoom()
    const author = authorOf(actor)
    insertOrderEnd(db, order.data, {
      uid: ports.ids.uuid(),
      act,
      delivery_id: delivery?.id ?? null,
      ended_at: profile.day.sure(),
      author_id: author.id,
      author_name: author.name,
      request_id: requestId,
    })
    return order
  })
  if (!ended.ok) return ended
  profile.emit({ type: 'order.changed' })
  return ok(wholeOrder(ended.data, db))
}
