/**
 * Callers who wait for what becomes of a row. Each is told when the row is settled, when its time is over, or as soon as
 * it is sure that nothing comes within its time: a try made for it has failed and the next one is due later, its lane is
 * paused, or a person must mend something first.
 */

import type { Db } from '../../db/engine/sqlite.ts'
import { lanesAhead, waitsForPerson } from '../../db/profile/dependencies.ts'
import { laneRow } from '../../db/profile/lanes.ts'
import type { Lane } from '../../db/profile/schema.ts'
import { type Submission, submission } from '../../db/profile/submissions.ts'
import type { Clock } from '../base/ports.ts'

interface Waiter {
  id: number
  /** By the clock that never jumps, milliseconds. */
  deadline: number
  /** How many tries each lane had begun when the caller came: one begun later was made for it. */
  begunBefore: Map<Lane, number>
  /** Lanes that were told not to wait any longer because of it. */
  hurried: Set<Lane>
  tell(row: Submission | undefined): void
}

export interface Waiters {
  /** The row once it is settled or cannot be in time; as it is after `ms` milliseconds otherwise. */
  wait(id: number, ms: number): Promise<Submission | undefined>
  /** A row is on its way no longer. */
  settled(row: Submission): void
  /** A lane begins a try. */
  tries(lane: Lane): void
  /**
   * A lane has nothing to do for `ms` milliseconds (null = until it is woken). Gives up whom that leaves without an
   * answer; answers whether somebody is there for whom it has not tried yet, so that it must not wait.
   */
  idles(lane: Lane, ms: number | null): boolean
  /** Nothing is sent any more: everybody is told how things are. */
  end(): void
}

/** `hurryMs`: a lane is not hurried more often; who comes sooner is told how things are. */
export const createWaiters = (db: Db, clock: Clock, hurryMs: number): Waiters => {
  const waiting = new Set<Waiter>()
  const begun = new Map<Lane, number>()
  const hurriedAt = new Map<Lane, number>()
  /** Told from a timer, where nobody would catch a disk that fails: the caller asks again. */
  const asItIs = (id: number): Submission | undefined => {
    try {
      return submission(db, id)
    } catch {
      return undefined
    }
  }

  /** Has nothing been tried for this caller in a lane that now waits beyond its time? */
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
          tell: (row) => {
            cancel()
            waiting.delete(waiter)
            resolve(row)
          },
        }
        waiting.add(waiter)
        const cancel = clock.after(ms, () => waiter.tell(asItIs(id)))
      }),
    settled: (row) => {
      // What can only follow a row that was not accepted waits for a person now.
      const stops = row.state !== 'accepted'
      for (const waiter of waiting) {
        if (waiter.id === row.id) waiter.tell(row)
        else if (stops && waitsForPerson(db, waiter.id)) waiter.tell(submission(db, waiter.id))
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
        else waiter.tell(submission(db, waiter.id))
      }
      if (hurry) hurriedAt.set(lane, now)
      return hurry
    },
    end: () => {
      for (const waiter of waiting) waiter.tell(submission(db, waiter.id))
    },
  }
}
