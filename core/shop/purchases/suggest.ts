/** What to order, and how much of it. Quantities in hundredths. */
import { setImmediate } from 'node:timers/promises'
import type { Db } from '../../../db/engine/sqlite.ts'
import { onOrder, type ShelfRow, shelvesOf, shortShelves, soldBetween } from '../../../db/profile/orders.ts'

interface Shelf {
  perDay: number
  onHand: number
  /** Of open orders. */
  ordered: number
  /** The item's alert; null: it has none. */
  lowStock: number | null
}

interface OrderDays {
  /** Until an order arrives. */
  lead: number
  /** For which it should last. */
  cover: number
  /** For which goods should be there besides. */
  safety: number
}

/** Returns whole units of the supplier, such as cases. An item never falls below its alert, if it has one. */
export const suggestedQuantity = (
  { perDay, onHand, ordered, lowStock, units }: Shelf & { units: number },
  { lead, cover, safety }: OrderDays,
): number => {
  const sold = Math.max(perDay, 0)
  const spare = Math.max(sold * safety, lowStock ?? 0)
  const needed = Math.round(sold * (lead + cover) + spare - onHand - ordered)
  return Math.max(0, Math.ceil(needed / units)) * units
}

/** True if an item is below zero or its alert, or would be too low before an order arrives. */
export const isDue = (
  { perDay, onHand, ordered, lowStock }: Shelf,
  { lead, safety }: Omit<OrderDays, 'cover'>,
) => {
  const coming = onHand + ordered
  return (
    coming < 0 ||
    (lowStock !== null && coming <= lowStock) ||
    (perDay > 0 && coming <= perDay * (lead + safety))
  )
}

const day = 86_400_000

/** Sums up 30 days, each in a turn of its own: a month of a large shop takes a fifth of a second. */
const soldPerItem = async (db: Db, now: number) => {
  const sold = new Map<number, { week: number; month: number }>()
  for (let ago = 0; ago < 30; ago += 1) {
    const to = ago === 0 ? Number.MAX_SAFE_INTEGER : now - ago * day
    for (const { item_id, quantity } of soldBetween(db, now - (ago + 1) * day, to)) {
      const { week, month } = sold.get(item_id) ?? { week: 0, month: 0 }
      sold.set(item_id, { week: week + (ago < 7 ? quantity : 0), month: month + quantity })
    }
    await setImmediate()
  }
  return sold
}

export interface DueItem extends Shelf {
  row: ShelfRow
  sold7: number
  sold30: number
}

/** Shelves per turn of the event loop. */
const atOnce = 2000

/** Returns the items to order, those that last shortest first. The rate is that of the stock list. */
export const itemsToOrder = async (
  db: Db,
  { now, ...days }: { now: number; lead: number; safety: number },
): Promise<DueItem[]> => {
  const sold = await soldPerItem(db, now)
  const ordered = onOrder(db)
  const due = new Map<number, DueItem>()
  const look = (rows: ShelfRow[]) => {
    for (const row of rows) {
      const { week: sold7, month: sold30 } = sold.get(row.id) ?? { week: 0, month: 0 }
      const shelf = {
        perDay: Math.max(sold7 / 7, sold30 / 30),
        onHand: row.on_hand,
        ordered: ordered.get(row.id) ?? 0,
        lowStock: row.low_stock,
      }
      if (isDue(shelf, days)) due.set(row.id, { ...shelf, row, sold7, sold30 })
    }
  }
  look(shortShelves(db))
  const sells = [...sold].flatMap(([id, { week, month }]) => (week > 0 || month > 0 ? [id] : []))
  for (let from = 0; from < sells.length; from += atOnce) {
    await setImmediate()
    look(shelvesOf(db, sells.slice(from, from + atOnce)))
  }
  const lasts = ({ perDay, onHand, ordered }: DueItem) =>
    perDay > 0 ? (onHand + ordered) / perDay : Infinity
  return [...due.values()].sort((a, b) => {
    const [ofA, ofB] = [lasts(a), lasts(b)]
    return ofA === ofB ? a.row.name.localeCompare(b.row.name) : ofA - ofB
  })
}
