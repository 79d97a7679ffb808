import { lastCounted } from '../../../db/profile/counts.ts'
import { countItems } from '../../../db/profile/items.ts'
import { movementFigures } from '../../../db/profile/stock.ts'
import { countStock, listStock, stockValue } from '../../../db/profile/stockList.ts'
import { isCashier } from '../../access/actor.ts'
import { ok } from '../../contract/errors.ts'
import { multiply } from '../../fiscal/money.ts'
import { unitValue } from '../../shop/stock/unitValue.ts'
import { pageOf, readCursor } from '../shared/cursor.ts'
import type { Handler } from '../shared/handler.ts'

export const stockLevels: Handler<'stock.levels'> = (
  { text, itemId, filter, days, order, cursor, limit },
  { db, actor, profile },
) => {
  const from = readCursor(cursor, ['number'])
  if (!from.ok) return from
  const skip = from.data?.[0] ?? 0
  const query = { text, itemId, filter, days, now: profile.day.sure() }
  const { rows, next } = pageOf(listStock(db, { ...query, order, skip, limit: limit + 1 }), limit, () => [
    skip + limit,
  ])
  const figures = new Map(
    movementFigures(
      db,
      rows.map((row) => row.id),
    ).map((row) => [row.item_id, row]),
  )
  const counted = lastCounted(
    db,
    rows.map((row) => row.id),
  )
  const seesValue = !isCashier(actor)
  return ok({
    levels: rows.map((row) => ({
      itemId: row.id,
      code: row.code,
      name: row.name,
      secondName: row.second_name,
      category: row.category,
      quantityUnit: row.quantity_unit,
      onHand: row.on_hand,
      atAuthority: row.authority_on_hand,
      lowStock: row.low_stock,
      value: seesValue ? multiply(unitValue(row), row.on_hand) : null,
      sold7: row.sold7,
      sold30: row.sold30,
      lasts: row.lasts === null ? null : Math.floor(row.lasts),
      lastSoldAt: row.last_sold_at,
      lastCountedAt: counted.get(row.id) ?? null,
      lastMovedAt: figures.get(row.id)?.last_moved_at ?? null,
      waiting: figures.get(row.id)?.waiting ?? 0,
    })),
    total: countStock(db, query),
    low: countItems(db, { filter: 'low' }),
    value: seesValue && skip === 0 ? stockValue(db, query) : null,
    ...next,
  })
}
