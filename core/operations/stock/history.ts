import { itemById } from '../../../db/profile/items.ts'
import { lastBefore, stockByDay } from '../../../db/profile/movements.ts'
import { ok } from '../../contract/errors.ts'
import { dayMs, nairobiOffset, startOfDay, toWireDate } from '../../fiscal/dates.ts'
import { itemNotFound } from '../../shop/failures.ts'
import type { Handler } from '../shared/handler.ts'

export const stockHistory: Handler<'stock.history'> = ({ itemId, days }, { db, profile }) => {
  if (!itemById(db, itemId)) return itemNotFound('itemId', String(itemId))
  const since = startOfDay(profile.day.sure()) - (days - 1) * dayMs
  const rows = stockByDay(db, { itemId, since, dayMs, offset: nairobiOffset })
  return ok({
    before: lastBefore(db, itemId, since)?.on_hand ?? 0,
    days: rows.map(({ day, on_hand }) => ({
      day: toWireDate(day * dayMs - nairobiOffset),
      onHand: on_hand,
    })),
  })
}
