/** The rest of a sale after its credit notes, per item and per line. */

import type { Db } from '../../../db/engine/sqlite.ts'
import { creditedItems } from '../../../db/profile/creditNotes.ts'
import { type Invoice, type InvoiceLine, linesOf } from '../../../db/profile/invoices.ts'
import { spread } from '../../fiscal/cart.ts'
import { scale } from '../../fiscal/money.ts'
import { linesOfSale } from './original.ts'

export interface Left {
  itemId: number
  /** The lines of the sale with this item. Several lines may have the same item. */
  lines: InvoiceLine[]
  /** Hundredths. */
  quantity: number
  /** Cents. */
  total: number
  /** What credit notes already took of it, per line. */
  taken: ReturnType<typeof creditedItems>
}

/** In the order of the sale, without its credit note `except` (`creditedItems`). */
export const leftOf = (db: Db, sale: Pick<Invoice, 'id'>, except?: number): Left[] => {
  const left = new Map<number, Left>()
  for (const line of linesOfSale(db, sale.id)) {
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

/** The rest of one line of a sale, hundredths and cents. */
export interface LeftLine {
  line: InvoiceLine
  quantity: number
  total: number
  taxable: number
}

const sum = <T>(rows: readonly T[], of: (row: T) => number): number =>
  rows.reduce((total, row) => total + of(row), 0)

/**
 * Returns what is left of an item on each of its lines. A till's credit note names the line. One of other software
 * names only the item: it takes from the lines in order, and the money left is spread over the remaining quantity.
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

/** True if nothing can be credited: no goods are left, or no money for paid goods. */
export const isNothing = (left: Left[]): boolean =>
  left.every(
    ({ lines, quantity, total }) => quantity <= 0 || (total <= 0 && lines.some((line) => line.total > 0)),
  )

/** True if the sale's other credit notes leave as much as this one takes. */
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
