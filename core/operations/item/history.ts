import { itemById } from '../../../db/profile/items.ts'
import { costsOfDeliveries, priceChanges } from '../../../db/profile/priceHistory.ts'
import { fail, ok } from '../../contract/errors.ts'
import type { ItemChange } from '../../contract/item.ts'
import { encode, readCursor } from '../shared/cursor.ts'
import type { Handler } from '../shared/handler.ts'

type Entry = ItemChange & { seq?: number; line?: number }

/** A row may have been changed on disk. The audit check reports it. */
const pricesIn = (content: string): ItemChange['price'] => {
  try {
    const { prices } = JSON.parse(content) as { prices?: unknown[][] }
    const [before, after] = prices?.[0] ?? []
    return Number.isInteger(before) && Number.isInteger(after) ? [before as number, after as number] : null
  } catch {
    return null
  }
}

export const itemHistory: Handler<'item.history'> = ({ id, cursor, limit }, { db }) => {
  const item = itemById(db, id)
  if (!item) return fail('005', 'item.unknown', 'There is no such item.', { field: 'id' })
  const from = readCursor(cursor, ['number', 'number'])
  if (!from.ok) return from
  const [beforeSeq, beforeLine] = from.data ?? []
  const prices = priceChanges(db, item, { before: beforeSeq, limit: limit + 1 }).map(
    ({ seq, at, who, content }): Entry => ({ seq, at, by: who, price: pricesIn(content), cost: null }),
  )
  const costs = costsOfDeliveries(db, id, { before: beforeLine, limit: limit + 1 }).map(
    (row): Entry => ({
      line: row.id,
      at: row.received_at,
      by: row.author_name,
      price: null,
      cost: {
        unit: row.unit_cost,
        received: row.received,
        deliveryId: row.delivery_id,
        number: row.number,
        supplierName: row.supplier_name,
      },
    }),
  )
  const found = [...prices, ...costs].toSorted((one, other) => other.at - one.at)
  const page = found.slice(0, limit)
  // Each of the two continues after its last shown row, so a clock that went back hides none.
  const lastSeq = page.findLast(({ seq }) => seq !== undefined)?.seq ?? beforeSeq
  const lastLine = page.findLast(({ line }) => line !== undefined)?.line ?? beforeLine
  const most = Number.MAX_SAFE_INTEGER
  return ok({
    changes: page.map(({ at, by, price, cost }) => ({ at, by, price, cost })),
    ...(found.length > limit && { nextCursor: encode([lastSeq ?? most, lastLine ?? most]) }),
  })
}
