import type { ItemRow } from '../../../db/profile/items.ts'

/** Returns the value of one unit in cents: its average cost, or its price while no cost is known. */
export const unitValue = (item: Pick<ItemRow, 'average_cost' | 'price'>): number =>
  item.average_cost ?? item.price
