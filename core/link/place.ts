/** Where a till's trail and the hub's copy of it stand to each other. */
import { type AuditRow, chained } from '../../db/profile/audit.ts'
import type { Fact, FactsPlace } from '../contract/hub/wire.ts'

export interface Trail {
  /** The last row; seq 0 before the first. */
  head: FactsPlace
  /** null: there is no such row. */
  hashAt(seq: number): string | null
}

/**
 * inStep: the hub has a part of this trail, or all of it. behind: the hub has more, perhaps of this very trail; its facts
 * after the head say so ({@link continuesFrom}). forked: the hub has another trail.
 */
export type Standing = 'inStep' | 'behind' | 'forked'

/** A hub that was put back has less than it acknowledged. The till is in step with it then, and sends the rest again. */
export const standingOf = ({ head, hashAt }: Trail, hub: FactsPlace): Standing => {
  if (hub.seq > head.seq) return 'behind'
  return hashAt(hub.seq) === hub.hash ? 'inStep' : 'forked'
}

/** True if these facts follow this row: a till that was put back has lost them. */
export const continuesFrom = (head: FactsPlace, facts: readonly Fact[]): boolean => {
  let before = head
  for (const fact of facts) {
    const row = { ...fact, row_id: fact.rowId } as unknown as Omit<AuditRow, 'hash'>
    if (fact.seq !== before.seq + 1 || chained(before.hash, row) !== fact.hash) return false
    before = fact
  }
  return facts.length > 0
}

/** Returns the greatest number up to `highest` at which two trails are the same. All before it are then, too. */
export const lastCommon = async (
  highest: number,
  isSame: (seq: number) => Promise<boolean>,
): Promise<number> => {
  let [same, other] = [0, highest + 1]
  while (other - same > 1) {
    const middle = Math.floor((same + other) / 2)
    if (await isSame(middle)) same = middle
    else other = middle
  }
  return same
}
