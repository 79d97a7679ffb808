import { countItems, listItems } from '../../../db/app/items.ts'
import { movementFigures } from '../../../db/app/stock.ts'
import { ok } from '../../contract/errors.ts'
import { decodeCursor, encodeCursor } from '../cursor.ts'
import type { Handler } from '../handler.ts'

export const stockLevels: Handler<'stock.levels'> = ({ text, filter, cursor, limit }, { db }) => {
  const [name, id] = decodeCursor(cursor) ?? []
  const after = typeof name === 'string' && typeof id === 'number' ? { name, id } : undefined
  const goods = filter === 'all' ? 'goods' : filter
  const rows = listItems(db, { text, filter: goods, after, limit })
  const figures = new Map(
    movementFigures(
      db,
      rows.map((row) => row.id),
    ).map((row) => [row.item_id, row]),
  )
  const last = rows.at(-1)
  return ok({
    levels: rows.map((row) => ({
      itemId: row.id,
      code: row.code,
      name: row.name,
      category: row.category,
      quantityUnit: row.quantity_unit,
      onHand: row.on_hand,
      lowStock: row.low_stock,
      lastMovedAt: figures.get(row.id)?.last_moved_at ?? null,
      waiting: figures.get(row.id)?.waiting ?? 0,
    })),
    total: countItems(db, { text, filter: goods }),
    low: countItems(db, { filter: 'low' }),
    ...(last && rows.length === limit ? { nextCursor: encodeCursor([last.name, last.id]) } : {}),
  })
}
