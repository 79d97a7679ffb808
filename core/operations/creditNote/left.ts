/** What is left of a sale once its credit notes are taken off it, item by item. */
import { creditedItems } from '../../../db/app/creditNotes.ts'
import { type Invoice, type InvoiceLine, linesOf } from '../../../db/app/invoices.ts'
import type { Db } from '../../../db/sqlite.ts'

export interface Left {
  itemId: number
  /** The lines of the sale with this item: the same item may be on several. */
  lines: InvoiceLine[]
  /** Hundredths. */
  quantity: number
  /** Cents. */
  total: number
  /** No credit note has taken any of it. */
  whole: boolean
}

/** In the order of the sale, its credit note `except` left out (`creditedItems`). */
export const leftOf = (db: Db, sale: Pick<Invoice, 'id'>, except?: number): Left[] => {
  const left = new Map<number, Left>()
  for (const line of linesOf(db, sale.id)) {
    const itemId = line.item_id
    if (itemId === null) continue
    const item = left.get(itemId) ?? { itemId, lines: [], quantity: 0, total: 0, whole: true }
    item.lines.push(line)
    item.quantity += line.quantity
    item.total += line.total
    left.set(itemId, item)
  }
  for (const { item_id, quantity, total } of creditedItems(db, sale.id, except)) {
    const item = item_id === null ? undefined : left.get(item_id)
    if (!item) continue
    item.quantity -= quantity
    item.total -= total
    item.whole = false
  }
  return [...left.values()]
}

/** Nothing can be credited any more: no goods are left, or no money for those that are. */
export const isNothing = (left: Left[]): boolean =>
  left.every(({ quantity, total, whole }) => quantity <= 0 || (total <= 0 && !whole))

/** Do its other credit notes leave as much of the sale as this one takes back? */
export const covers = (db: Db, sale: Pick<Invoice, 'id'>, note: Pick<Invoice, 'id'>): boolean => {
  const lines = linesOf(db, note.id)
  const left = new Map(
    leftOf(db, sale, note.id).map(({ itemId, quantity, total }) => [itemId, { quantity, total }]),
  )
  return lines.every(({ item_id, quantity, total }) => {
    const item = item_id === null ? undefined : left.get(item_id)
    if (!item) return false
    item.quantity -= quantity
    item.total -= total
    return item.quantity >= 0 && item.total >= 0
  })
}
