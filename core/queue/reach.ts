/** Whether the authority can be reached, since when, and what its clock says. Learnt from every response. */
import type { Answer } from '../authority/port.ts'

export interface Reach {
  state(): ReachState
  /** Records what a response, or its absence, says about the connection. */
  note(answer: Answer<unknown>): void
}

interface ReachState {
  /** null: not tried since the start. */
  reachable: boolean | null
  /** Epoch milliseconds in the profile's own time; null while its date is uncertain. */
  since: number | null
  /** As `since`. */
  lastContactAt: number | null
  /** The authority's clock minus ours, milliseconds. */
  clockDifferenceMs: number | null
}

/** Milliseconds. A slow response alone can cause a difference this large, so it counts as none. */
const clockToleranceMs = 2_000

export interface ReachOptions {
  /** The profile's own time; null while its date is uncertain. */
  now(): number | null
  /** Milliseconds since a fixed moment, counting sleep. The clock may be corrected in between. */
  passed(): number
  /** The computer's clock, epoch milliseconds. */
  wall(): number
  /** A response contained the authority's time, and took `tookMs` milliseconds. */
  heard(time: number, tookMs: number): void
  changed(cameBack: boolean): void
}

export const createReach = ({ now, passed, wall, heard, changed }: ReachOptions): Reach => {
  /** Its times are those of {@link ReachOptions.passed}. */
  let state: ReachState = { reachable: null, since: null, lastContactAt: null, clockDifferenceMs: null }
  const dated = (moment: number | null): number | null => {
    const time = now()
    return moment === null || time === null ? null : time - (passed() - moment)
  }
  return {
    state: () => ({ ...state, since: dated(state.since), lastContactAt: dated(state.lastContactAt) }),
    note: (answer) => {
      const reachable = answer.kind !== 'neverArrived' && answer.kind !== 'mayHaveArrived'
      const before = state
      const { authorityTime: said, durationMs } = answer.exchange
      const difference = said === null ? before.clockDifferenceMs : said - wall()
      if (said !== null) heard(said, durationMs)
      const moment = passed()
      state = {
        reachable,
        since: before.reachable === reachable ? before.since : moment,
        lastContactAt: reachable ? moment : before.lastContactAt,
        clockDifferenceMs: difference,
      }
      const clockMoved =
        Math.abs((difference ?? 0) - (before.clockDifferenceMs ?? 0)) > clockToleranceMs ||
        (before.clockDifferenceMs === null) !== (difference === null)
      if (before.reachable !== reachable || clockMoved) changed(reachable && before.reachable === false)
    },
  }
}
