/** Is the authority there, since when, and what does its clock say? Learnt from every answer. */
import type { Answer } from '../authority/port.ts'

export interface Reach {
  state(): ReachState
  /** Notes what an answer, or its absence, says about the line. */
  note(answer: Answer<unknown>): void
}

interface ReachState {
  /** null: not tried since the start. */
  reachable: boolean | null
  /** Epoch milliseconds, by the profile's own time; null while its day is in doubt. */
  since: number | null
  /** As `since`. */
  lastContactAt: number | null
  /** The authority's clock minus ours, milliseconds. */
  clockDifferenceMs: number | null
}

/** A difference that a slow answer alone can make is none. */
const clockToleranceMs = 2_000

export interface ReachOptions {
  /** The profile's own time; null while its day is in doubt. */
  now(): number | null
  /** Milliseconds since any one moment, sleep counted: the date may be corrected meanwhile. */
  passed(): number
  /** The computer's date, epoch milliseconds. */
  wall(): number
  /** An answer told the authority's time, and took so many milliseconds. */
  heard(time: number, tookMs: number): void
  changed(cameBack: boolean): void
}

export const createReach = ({ now, passed, wall, heard, changed }: ReachOptions): Reach => {
  /** Its moments are as {@link ReachOptions.passed} tells them. */
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
