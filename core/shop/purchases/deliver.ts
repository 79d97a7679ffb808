/** Stores goods that arrived: the delivery, the stock record, and the costs of the items, in one transaction. */
import {
  type DeliveryRow,
  deliveryById,
  deliveryByRequest,
  insertDelivery,
  type NewDeliveryLine,
} from '../../../db/profile/deliveries.ts'
import { type ItemRow, itemById } from '../../../db/profile/items.ts'
import { takeNumber } from '../../../db/profile/lanes.ts'
import { authorOf } from '../../access/actor.ts'
import { bodyHash } from '../../base/bodyHash.ts'
import { ok, type Reply } from '../../contract/errors.ts'
import { toWireDate } from '../../fiscal/dates.ts'
import type { Need } from '../../queue/enqueue.ts'
import { requestReused } from '../cash/cashFailures.ts'
import type { ShopContext } from '../context.ts'
import { isService } from '../items/isService.ts'
import { storeMovements } from '../stock/recordMovements.ts'
import { storeCost } from './costs.ts'

export interface Arrived {
  type: DeliveryRow['type']
  purchaseId: number | null
  supplier: { name: string; pin: string | null }
  remark: string | null
  lines: (Omit<NewDeliveryLine, 'position' | 'item_id' | 'item_name' | 'quantity_unit'> & { item: ItemRow })[]
  /** What the authority must get before the goods. */
  needs: Need[]
}

/**
 * Returns the delivery that this request made before; undefined: none did. 004 if the request was another one.
 */
export const deliveredBefore = (
  { db }: ShopContext,
  input: { requestId: string },
): Reply<DeliveryRow> | undefined => {
  const done = deliveryByRequest(db, input.requestId)
  if (!done) return undefined
  return done.body_hash === bodyHash(input) ? ok(done) : requestReused()
}

/** Books the goods in and stores the delivery. Call it inside a transaction, after {@link deliveredBefore}. */
export const storeDelivery = (
  { profile, db, ports, actor }: ShopContext,
  arrived: Arrived,
  input: { requestId: string },
): DeliveryRow => {
  const author = authorOf(actor)
  const at = profile.day.sure()
  const { type, supplier, remark, lines } = arrived
  const goods = lines.filter(({ item, received }) => received > 0 && !isService(item))
  // Two lines may be of one item: each reads what the line before stored.
  const held = new Map<number, number>()
  for (const { item, received, unit_cost } of goods) {
    const row = itemById(db, item.id) as ItemRow
    const before = held.get(item.id) ?? row.on_hand
    storeCost(db, { ...row, on_hand: before }, { quantity: received, unitCost: unit_cost })
    held.set(item.id, before + received)
  }
  const stockRecordId =
    goods.length === 0
      ? null
      : storeMovements(
          profile,
          {
            type,
            lines: goods.map(({ item, received, total }) => ({ itemId: item.id, quantity: received, total })),
            remark,
            partner: supplier,
            needs: arrived.needs,
          },
          author,
        )
  const id = insertDelivery(
    db,
    {
      uid: ports.ids.uuid(),
      number: takeNumber(db, 'till.delivery'),
      purchase_id: arrived.purchaseId,
      stock_record_id: stockRecordId,
      type,
      supplier_name: supplier.name,
      supplier_pin: supplier.pin,
      received_at: at,
      day: toWireDate(at),
      author_id: author.id,
      author_name: author.name,
      remark,
      total: lines.reduce((sum, line) => sum + line.total, 0),
      request_id: input.requestId,
      body_hash: bodyHash(input),
    },
    lines.map(({ item, ...line }, index) => ({
      ...line,
      position: index + 1,
      item_id: item.id,
      item_name: item.name,
      quantity_unit: item.quantity_unit,
    })),
  )
  return deliveryById(db, id) as DeliveryRow
}
