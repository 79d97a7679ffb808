/** What a unit of an item cost the shop. */

import type { Db } from '../../../db/engine/sqlite.ts'
import { type ItemRow, updateItem } from '../../../db/profile/items.ts'
import { roundHalfUp } from '../../fiscal/money.ts'

/**
 * Returns the average cost of one unit after goods came in. What is on hand counts at its average cost. Stock below zero
 * counts as none, and so does stock of which no cost is known.
 */
export const averageCost = (
  before: Pick<ItemRow, 'average_cost' | 'on_hand'>,
  received: { quantity: number; unitCost: number },
): number => {
  const held = before.average_cost === null ? 0 : Math.max(0, before.on_hand)
  const value =
    BigInt(before.average_cost ?? 0) * BigInt(held) + BigInt(received.unitCost) * BigInt(received.quantity)
  return roundHalfUp(value, BigInt(held + received.quantity))
}

/** Stores the cost of goods that come in. Call it before their movement. */
export const storeCost = (
  db: Db,
  item: Pick<ItemRow, 'id' | 'average_cost' | 'on_hand'>,
  received: { quantity: number; unitCost: number },
): void =>
  updateItem(db, item.id, {
    last_cost: received.unitCost,
    average_cost: averageCost(item, received),
  })
