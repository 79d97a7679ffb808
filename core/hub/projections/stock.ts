/** What is on hand at a branch: the sum of all movements of its tills. And the last count of each item. */
import { keepCounts, type Moved, moveLevels, type NewCounted } from '../../../db/hub/projected.ts'
import { canonicalUids, holdUids } from '../../../db/hub/shared.ts'
import { countedGoods } from '../../contract/hub/counter.ts'
import type { Fact } from '../../contract/hub/wire.ts'
import type { Projection } from './projection.ts'

/** Adds what a stock record moves, by the uid that its till gave the item. */
export const addMovements = (sums: Map<string, number>, { rows, uids }: Fact): void => {
  for (const { item_id, quantity } of rows?.movements ?? []) {
    const item = uids.items[String(item_id)]?.toLowerCase()
    if (item === undefined) throw new Error(`The till gave no uid for its item ${item_id}`)
    if (!Number.isSafeInteger(quantity)) throw new Error(`Item ${item_id} moved by ${quantity}`)
    sums.set(item, (sums.get(item) ?? 0) + Number(quantity))
  }
}

/** The same without goods that a count had found: the level has them from its difference. By the till's uids. */
export const withoutCounted = (fact: Fact, counted: readonly string[]): Fact => {
  const { rows, uids } = fact
  if (!rows?.movements || counted.length === 0) return fact
  const isCounted = (item: unknown) => counted.includes(uids.items[String(item)]?.toLowerCase() ?? '')
  return {
    ...fact,
    rows: { ...rows, movements: rows.movements.filter(({ item_id }) => !isCounted(item_id)) },
  }
}

const byItem = (a: { item: string }, b: { item: string }): number => (a.item < b.item ? -1 : 1)

export const stock: Projection = {
  kinds: ['stockRecord'],
  make: async (tx, { uid: till, branch }, facts) => {
    const sums = new Map<string, number>()
    const last = new Map<string, number>()
    for (const fact of facts) {
      const own = new Map<string, number>()
      addMovements(own, fact)
      for (const [uid, quantity] of own) {
        sums.set(uid, (sums.get(uid) ?? 0) + quantity)
        last.set(uid, fact.seq)
      }
    }
    await holdUids(tx)
    const uids = await canonicalUids(tx, [...sums.keys()])
    const moved = new Map<string, Moved>()
    for (const [uid, quantity] of sums) {
      const item = uids.get(uid) ?? uid
      const other = moved.get(item)
      const seq = Math.max(last.get(uid) ?? 0, other?.heard[till] ?? 0)
      moved.set(item, { item, on_hand: (other?.on_hand ?? 0) + quantity, heard: { [till]: seq } })
    }
    await moveLevels(tx, branch, [...moved.values()].toSorted(byItem))
  },
}

export const counts: Projection = {
  kinds: ['counted'],
  make: async (tx, { id: origin, branch }, facts) => {
    const lines = facts.flatMap(({ seq, content }) =>
      countedGoods.parse(JSON.parse(content)).lines.map((line) => ({ ...line, seq })),
    )
    await holdUids(tx)
    const uids = await canonicalUids(
      tx,
      lines.map(({ item }) => item),
    )
    const newest = new Map<string, NewCounted>()
    for (const { item: uid, seq, at, heard } of lines) {
      const item = uids.get(uid) ?? uid
      if ((newest.get(item)?.at ?? Number.NEGATIVE_INFINITY) <= at)
        newest.set(item, { branch, item, origin, seq, at, heard })
    }
    await keepCounts(tx, [...newest.values()].toSorted(byItem))
  },
}
