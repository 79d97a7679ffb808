/** What is left of a sale once its credit notes are taken off it, item by item and line by line. */

import type { Db } from '../../../db/engine/sqlite.ts'
import { creditedItems } from '../../../db/profile/creditNotes.ts'
import { type Invoice, type InvoiceLine, linesOf } from '../../../db/profile/invoices.ts'
import { spread } from '../../fiscal/cart.ts'
import { scale } from '../../fiscal/money.ts'

export interface Left {
  itemId: number
  /** The lines of the sale with this item: the same item may be on several. */
  lines: InvoiceLine[]
  /** Hundredths. */
  quantity: number
  /** Cents. */
  total: number
  /** What credit notes have taken of it, line by line. */
  taken: ReturnType<typeof creditedItems>
}

/** In the order of the sale, its credit note `except` left out (`creditedItems`). */
export const leftOf = (db: Db, sale: Pick<Invoice, 'id'>, except?: number): Left[] => {
  const left = new Map<number, Left>()
  for (const line of linesOf(db, sale.id)) {
    const itemId = line.item_id
    if (itemId === null) continue
    const item = left.get(itemId) ?? { itemId, lines: [], quantity: 0, total: 0, taken: [] }
    item.lines.push(line)
    item.quantity += line.quantity
    item.total += line.total
    left.set(itemId, item)
  }
  for (const taken of creditedItems(db, sale.id, except)) {
    const item = taken.item_id === null ? undefined : left.get(taken.item_id)
    if (!item) continue
    item.quantity -= taken.quantity
    item.total -= taken.total
    item.taken.push(taken)
  }
  return [...left.values()]
}

/** What is left of one line of a sale: hundredths and cents. */
export interface LeftLine {
  line: InvoiceLine
  quantity: number
  total: number
  taxable: number
}

const sum = <T>(rows: readonly T[], of: (row: T) => number): number =>
  rows.reduce((total, row) => total + of(row), 0)

/**
 * What is left of an item, on each of its lines. A credit note of the till says which line it takes back; one of other
 * software names the item alone: it takes from the lines in their order, and the money left is spread over what remains.
 */
export const linesLeft = ({ lines, total, taken }: Left): LeftLine[] => {
  const rows = lines.map((line) => ({
    line,
    quantity: line.quantity,
    total: line.total,
    taxable: line.taxable,
  }))
  const loose = taken.filter(({ source, position, ...part }) => {
    const row = rows.find(({ line }) => source === 'till' && line.position === position)
    if (!row || part.quantity > row.quantity || part.total > row.total) return true
    row.quantity -= part.quantity
    row.total -= part.total
    row.taxable -= part.taxable
    return false
  })
  if (loose.length === 0) return rows
  const taxable = sum(rows, (row) => row.taxable) - sum(loose, (part) => part.taxable)
  let gone = sum(loose, ({ quantity }) => quantity)
  for (const row of rows) {
    const here = Math.min(gone, row.quantity)
    row.quantity -= here
    gone -= here
  }
  const worth = rows.map(({ line, quantity }) => scale(line.total, quantity, line.quantity))
  const totals = spread(Math.max(0, total), worth)
  const taxables = spread(Math.max(0, taxable), totals)
  return rows.map((row, index) => ({ ...row, total: totals[index] ?? 0, taxable: taxables[index] ?? 0 }))
}

/** Nothing can be credited any more: no goods are left, or no money for those that were paid for. */
export const isNothing = (left: Left[]): boolean =>
  left.every(
    ({ lines, quantity, total }) => quantity <= 0 || (total <= 0 && lines.some((line) => line.total > 0)),
  )

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
