import { countItems, listItems } from '../../../db/profile/items.ts'
import { movementFigures } from '../../../db/profile/stock.ts'
import { ok } from '../../contract/errors.ts'
import { pageOf, readCursor } from '../shared/cursor.ts'
import type { Handler } from '../shared/handler.ts'

export const stockLevels: Handler<'stock.levels'> = ({ text, filter, cursor, limit }, { db }) => {
  const from = readCursor(cursor, ['string', 'number'])
  if (!from.ok) return from
  const after = from.data && { name: from.data[0], id: from.data[1] }
  const goods = filter === 'all' ? 'goods' : filter
  const { rows, next } = pageOf(
    listItems(db, { text, filter: goods, after, limit: limit + 1 }),
    limit,
    ({ name, id }) => [name, id],
  )
  const figures = new Map(
    movementFigures(
      db,
      rows.map((row) => row.id),
    ).map((row) => [row.item_id, row]),
  )
  return ok({
    levels: rows.map((row) => ({
      itemId: row.id,
      code: row.code,
      name: row.name,
      secondName: row.second_name,
      category: row.category,
      quantityUnit: row.quantity_unit,
      onHand: row.on_hand,
      lowStock: row.low_stock,
      lastMovedAt: figures.get(row.id)?.last_moved_at ?? null,
      waiting: figures.get(row.id)?.waiting ?? 0,
    })),
    total: countItems(db, { text, filter: goods }),
    low: countItems(db, { filter: 'low' }),
    ...next,
  })
}
