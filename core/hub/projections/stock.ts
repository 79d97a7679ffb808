/** What is on hand at a branch: the sum of all movements of its tills. */
import { moveLevels } from '../../../db/hub/projected.ts'
import type { Fact } from '../../contract/hub/wire.ts'
import type { Projection } from './projection.ts'

const addMovements = (sums: Map<string, number>, { rows, uids }: Fact): void => {
  for (const { item_id, quantity } of rows?.movements ?? []) {
    const item = uids.items[String(item_id)]?.toLowerCase()
    if (item === undefined) throw new Error(`The till gave no uid for its item ${item_id}`)
    if (!Number.isSafeInteger(quantity)) throw new Error(`Item ${item_id} moved by ${quantity}`)
    sums.set(item, (sums.get(item) ?? 0) + Number(quantity))
  }
}

export const stock: Projection = {
  kinds: ['stockRecord'],
  make: async (tx, { branch }, facts) => {
    const sums = new Map<string, number>()
    for (const fact of facts) addMovements(sums, fact)
    const moved = [...sums].map(([item, on_hand]) => ({ item, on_hand }))
    await moveLevels(
      tx,
      branch,
      moved.toSorted((a, b) => (a.item < b.item ? -1 : 1)),
    )
  },
}
