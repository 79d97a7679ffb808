/** Orders as a window sees them. */
import type { Db } from '../../../db/engine/sqlite.ts'
import { deliveryById } from '../../../db/profile/deliveries.ts'
import {
  deliverySince,
  endOfOrder,
  type OrderRow,
  orderById,
  orderLines,
} from '../../../db/profile/orders.ts'
import { fail, ok, type Reply } from '../../contract/errors.ts'
import type { Order, OrderShown } from '../../contract/order.ts'
import { multiply } from '../../fiscal/money.ts'

export const findOrder = (db: Db, id: number): Reply<OrderRow> => {
  const row = orderById(db, id)
  return row
    ? ok(row)
    : fail('801', 'order.unknown', 'There is no such order. Choose one from the list.', { field: 'id' })
}

export const orderView = (row: OrderRow, db: Db): Order => {
  const end = endOfOrder(db, row.id)
  const delivery = end
    ? end.delivery_id === null
      ? undefined
      : deliveryById(db, end.delivery_id)
    : deliverySince(db, row)
  return {
    id: row.id,
    number: row.number,
    supplier: { name: row.supplier_name, pin: row.supplier_pin },
    orderedAt: row.ordered_at,
    by: row.author_name,
    lines: row.line_count,
    state: end?.act ?? (delivery ? 'arrived' : 'open'),
    delivery: delivery ? { id: delivery.id, number: delivery.number } : null,
  }
}

export const wholeOrder = (row: OrderRow, db: Db): OrderShown => {
  const end = endOfOrder(db, row.id)
  const lines = orderLines(db, row.id)
  return {
    ...orderView(row, db),
    remark: row.remark,
    end: end ? { at: end.ended_at, by: end.author_name } : null,
    total: lines.reduce((sum, { unit_cost, quantity }) => sum + multiply(unit_cost ?? 0, quantity), 0),
    goods: lines.map((line) => ({
      position: line.position,
      itemId: line.item_id,
      itemName: line.item_name,
      quantityUnit: line.quantity_unit,
      supplierCode: line.supplier_code,
      units: line.units,
      quantity: line.quantity,
      unitCost: line.unit_cost,
    })),
  }
}
