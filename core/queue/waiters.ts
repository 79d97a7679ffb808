/**
 * Callers that wait for the outcome of a row. Each gets the row when it is settled or its time is over. It also gets
 * the row as soon as no outcome is possible in time: an attempt made for it failed and the next one is due later, its
 * lane is paused, or a manager must first correct something.
 */

import type { Db } from '../../db/engine/sqlite.ts'
import { lanesAhead, waitsForPerson } from '../../db/profile/dependencies.ts'
import { laneRow } from '../../db/profile/lanes.ts'
import type { Lane } from '../../db/profile/schema.ts'
import { type Submission, submission } from '../../db/profile/submissions.ts'
import type { Clock } from '../base/ports.ts'

interface Waiter {
  id: number
  /** In milliseconds of the clock that never jumps. */
  deadline: number
  /** How many attempts each lane had begun when the caller came. A later attempt was made for this caller. */
  begunBefore: Map<Lane, number>
  /** Lanes whose pause was cut short for this caller. */
  hurried: Set<Lane>
  release(row: Submission | undefined): void
}

export interface Waiters {
  /** Resolves with the row once it is settled or cannot be settled in time; after `ms` milliseconds at the latest. */
  wait(id: number, ms: number): Promise<Submission | undefined>
  /** The row is settled. */
  settled(row: Submission): void
  /** A lane begins an attempt. */
  tries(lane: Lane): void
  /**
   * A lane has nothing to do for `ms` milliseconds (null = until it is woken). Releases the callers that get no
   * outcome in that time. Returns true if a caller remains for whom the lane has not tried yet, so the lane must not
   * wait.
   */
  idles(lane: Lane, ms: number | null): boolean
  /** Nothing is sent any more. Every caller gets the present state. */
  end(): void
}

/** `hurryMs`: a lane is hurried at most this often. A caller that comes sooner gets the present state. */
export const createWaiters = (db: Db, clock: Clock, hurryMs: number): Waiters => {
  const waiting = new Set<Waiter>()
  const begun = new Map<Lane, number>()
  const hurriedAt = new Map<Lane, number>()
  /** Runs in a timer, where nothing catches an error of a failing disk. The caller asks again. */
  const asItIs = (id: number): Submission | undefined => {
    try {
      return submission(db, id)
    } catch {
      return undefined
    }
  }

  /** True if no attempt was made for this caller in a lane that now waits beyond the caller's time. */
  const wantsTry = (waiter: Waiter, lane: Lane): boolean => {
    const tried = (begun.get(lane) ?? 0) > (waiter.begunBefore.get(lane) ?? 0)
    if (tried || waiter.hurried.has(lane)) return false
    waiter.hurried.add(lane)
    return true
  }

  return {
    wait: (id, ms) =>
      new Promise((resolve) => {
        const waiter: Waiter = {
          id,
          deadline: clock.monotonic() + ms,
          begunBefore: new Map(begun),
          hurried: new Set(),
          release: (row) => {
            cancel()
            waiting.delete(waiter)
            resolve(row)
          },
        }
        waiting.add(waiter)
        const cancel = clock.after(ms, () => waiter.release(asItIs(id)))
      }),
    settled: (row) => {
      // Rows that depend on a row that was not accepted now wait for a manager.
      const stops = row.state !== 'accepted'
      for (const waiter of waiting) {
        if (waiter.id === row.id) waiter.release(row)
        else if (stops && waitsForPerson(db, waiter.id)) waiter.release(submission(db, waiter.id))
      }
    },
    tries: (lane) => {
      begun.set(lane, (begun.get(lane) ?? 0) + 1)
    },
    idles: (lane, ms) => {
      if (waiting.size === 0) return false
      const paused = Boolean(laneRow(db, lane)?.paused_reason)
      if (ms === null && !paused) return false
      const now = clock.monotonic()
      const next = now + (ms ?? Number.POSITIVE_INFINITY)
      const mayHurry = !paused && now - (hurriedAt.get(lane) ?? Number.NEGATIVE_INFINITY) >= hurryMs
      let hurry = false
      for (const waiter of waiting) {
        if (next <= waiter.deadline || !lanesAhead(db, waiter.id).includes(lane)) continue
        if (mayHurry && wantsTry(waiter, lane)) hurry = true
        else waiter.release(submission(db, waiter.id))
      }
      if (hurry) hurriedAt.set(lane, now)
      return hurry
    },
    end: () => {
      for (const waiter of waiting) waiter.release(submission(db, waiter.id))
    },
  }
}
