import { ordersBefore } from '../../../db/profile/orders.ts'
import { ok } from '../../contract/errors.ts'
import { pageOfIds, readCursor } from '../shared/cursor.ts'
import type { Handler } from '../shared/handler.ts'
import { findOrder, orderView, wholeOrder } from './view.ts'

export const listOrders: Handler<'order.list'> = ({ filter, itemId, cursor, limit }, { db }) => {
  const from = readCursor(cursor, ['number'])
  if (!from.ok) return from
  const query = { before: from.data?.[0], itemId, open: filter === 'open', limit: limit + 1 }
  const found = ordersBefore(db, query)
  const { rows, next } = pageOfIds(found, limit)
  return ok({ orders: rows.map((row) => orderView(row, db)), ...next })
}

export const getOrder: Handler<'order.get'> = ({ id }, { db }) => {
  const row = findOrder(db, id)
  return row.ok ? ok(wholeOrder(row.data, db)) : row
}
