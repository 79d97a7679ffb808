/** Is the authority there, since when, and what does its clock say? Learnt from every answer. */
import type { Answer } from '../authority/port.ts'
import type { Clock } from '../ports.ts'

export interface Reach {
  state(): ReachState
  /** Notes what an answer, or its absence, says about the line. */
  note(answer: Answer<unknown>): void
}

export interface ReachState {
  /** null: not tried since the start. */
  reachable: boolean | null
  since: number | null
  lastContactAt: number | null
  /** The authority's clock minus ours, milliseconds. */
  clockDifferenceMs: number | null
}

/** A difference that a slow answer alone can make is none. */
const clockToleranceMs = 2_000

export const createReach = (clock: Clock, changed: (cameBack: boolean) => void): Reach => {
  let state: ReachState = { reachable: null, since: null, lastContactAt: null, clockDifferenceMs: null }
  return {
    state: () => state,
    note: (answer) => {
      const reachable = answer.kind !== 'neverArrived' && answer.kind !== 'mayHaveArrived'
      const now = clock.now()
      const before = state
      const said = answer.exchange.authorityTime
      const difference = said === null ? before.clockDifferenceMs : said - now
      state = {
        reachable,
        since: before.reachable === reachable ? before.since : now,
        lastContactAt: reachable ? now : before.lastContactAt,
        clockDifferenceMs: difference,
      }
      const clockMoved =
        Math.abs((difference ?? 0) - (before.clockDifferenceMs ?? 0)) > clockToleranceMs ||
        (before.clockDifferenceMs === null) !== (difference === null)
      if (before.reachable !== reachable || clockMoved) changed(reachable && before.reachable === false)
    },
  }
}
