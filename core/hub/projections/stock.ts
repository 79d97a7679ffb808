/** What is on hand at a branch: the sum of all movements of its tills. */
import { moveLevels } from '../../../db/hub/projected.ts'
import { canonicalUids, holdUids } from '../../../db/hub/shared.ts'
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
    await holdUids(tx)
    const uids = await canonicalUids(tx, [...sums.keys()])
    const moved = new Map<string, number>()
    for (const [uid, quantity] of sums) {
      const item = uids.get(uid) ?? uid
      moved.set(item, (moved.get(item) ?? 0) + quantity)
    }
    const inOrder = [...moved].toSorted(([a], [b]) => (a < b ? -1 : 1))
    await moveLevels(
      tx,
      branch,
      inOrder.map(([item, on_hand]) => ({ item, on_hand })),
    )
  },
}
