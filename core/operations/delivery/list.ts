import { deliveriesBefore, deliveryById } from '../../../db/profile/deliveries.ts'
import { ok } from '../../contract/errors.ts'
import { pageOfIds, readCursor } from '../shared/cursor.ts'
import type { Handler } from '../shared/handler.ts'
import { deliveryView, noDelivery, wholeDelivery } from './view.ts'

export const listDeliveries: Handler<'delivery.list'> = ({ text, differing, cursor, limit }, context) => {
  const from = readCursor(cursor, ['number'])
  if (!from.ok) return from
  const found = deliveriesBefore(context.db, { before: from.data?.[0], text, differing, limit: limit + 1 })
  const { rows, next } = pageOfIds(found, limit)
  return ok({ deliveries: rows.map((row) => deliveryView(row, context)), ...next })
}

export const getDelivery: Handler<'delivery.get'> = ({ id }, context) => {
  const row = deliveryById(context.db, id)
  return row ? ok(wholeDelivery(row, context)) : noDelivery()
}
