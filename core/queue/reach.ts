/** Is the authority there, since when, and what does its clock say? Learnt from every answer. */
import type { Answer } from '../authority/port.ts'

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

export interface ReachOptions {
  /** The profile's own time. */
  now(): number
  /** The computer's date, epoch milliseconds. */
  wall(): number
  /** An answer told the authority's time, and took so many milliseconds. */
  heard(time: number, tookMs: number): void
  changed(cameBack: boolean): void
}

export const createReach = ({ now: ownTime, wall, heard, changed }: ReachOptions): Reach => {
  let state: ReachState = { reachable: null, since: null, lastContactAt: null, clockDifferenceMs: null }
  return {
    state: () => state,
    note: (answer) => {
      const reachable = answer.kind !== 'neverArrived' && answer.kind !== 'mayHaveArrived'
      const before = state
      const { authorityTime: said, durationMs } = answer.exchange
      const difference = said === null ? before.clockDifferenceMs : said - wall()
      if (said !== null) heard(said, durationMs)
      const now = ownTime()
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
