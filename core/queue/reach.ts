/** Whether the authority can be reached, since when, and what its clock says. Learnt from every response. */
import type { Answer } from '../authority/port.ts'

export interface Reach {
  state(): ReachState
  /** Records what a response, or its absence, says about the connection. */
  note(answer: Answer<unknown>): void
  /** The authority's time came in a response that took `tookMs` milliseconds, or from a hub that heard it. Epoch milliseconds. */
  heard(time: number, tookMs: number): void
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
  /** See {@link Reach.heard}. */
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
  /** Returns whether the difference of the clocks is another one now. */
  const hear = (time: number, tookMs: number): boolean => {
    heard(time, tookMs)
    const before = state.clockDifferenceMs
    const difference = time - wall()
    state = { ...state, clockDifferenceMs: difference }
    return before === null || Math.abs(difference - before) > clockToleranceMs
  }
  return {
    heard: (time, tookMs) => {
      if (hear(time, tookMs)) changed(false)
    },
    state: () => ({ ...state, since: dated(state.since), lastContactAt: dated(state.lastContactAt) }),
    note: (answer) => {
      const reachable = answer.kind !== 'neverArrived' && answer.kind !== 'mayHaveArrived'
      const before = state
      const { authorityTime: said, durationMs } = answer.exchange
      const clockMoved = said !== null && hear(said, durationMs)
      const moment = passed()
      state = {
        ...state,
        reachable,
        since: before.reachable === reachable ? before.since : moment,
        lastContactAt: reachable ? moment : before.lastContactAt,
      }
      if (before.reachable !== reachable || clockMoved) changed(reachable && before.reachable === false)
    },
  }
}
