/**
 * How many PINs may be tried: of one person and on the whole till, at its windows and over REST together. Waiting is
 * measured by a clock that nobody can set, and only while the till runs: what is left of it is kept in the database, so
 * that neither a restart nor a changed date shortens it, and none makes it longer than it is.
 */

import type { Db } from '../db/sqlite.ts'
import { agePinTries, forgetPinTriesOf, insertPinTry, pinTries } from '../db/workspace/pinTries.ts'
import { updateUser, userById } from '../db/workspace/queries.ts'
import type { Clock } from './ports.ts'

/** So many wrong PINs may be entered in {@link rememberedMs}: of one person, and of all together. */
export const freeTries = 5
/** Milliseconds. */
export const rememberedMs = 900_000
/** What was waited is kept so often, milliseconds: a power cut costs no more of it. */
const keptEveryMs = 30_000

export interface PinGuard {
  /** How long no PIN of this person is taken, milliseconds; 0 = it may be tried. */
  waitMs(userId: string): number
  /** How many more wrong PINs there may be before there is a wait. */
  triesLeft(userId: string): number
  /** Counts a try as wrong; before the slow check, so that tries side by side are all counted. */
  count(userId: string): void
  /** The person knows the PIN, or has a new one: what they mistyped counts no more, on the till neither. */
  forgive(userId: string): void
  /** Keeps what was waited. */
  stop(): void
}

export interface PinGuardOptions {
  db: Db
  clock: Pick<Clock, 'monotonic' | 'after'>
  /** Somebody may try again. */
  released(): void
}

export const createPinGuard = ({ db, clock, released }: PinGuardOptions): PinGuard => {
  let measuredAt = clock.monotonic()
  let cancel: (() => void) | undefined
  let stopped = false

  /** Writes down what was waited since the last time. */
  const settle = (): void => {
    const waited = Math.floor(clock.monotonic() - measuredAt)
    if (waited < 1) return
    measuredAt += waited
    if (pinTries(db).length > 0 && db.transaction(() => agePinTries(db, waited)) > 0) released()
  }
  const arm = (): void => {
    cancel?.()
    const [newest] = pinTries(db)
    if (!newest) return
    const next = Math.min(keptEveryMs, ...pinTries(db).map(({ left_ms }) => left_ms))
    cancel = clock.after(next, () => {
      try {
        settle()
      } finally {
        arm()
      }
    })
  }
  const failuresOf = (userId: string) => userById(db, userId)?.failed_attempts ?? 0
  const of = (userId: string) => pinTries(db).filter(({ who }) => who === userId)
  arm()

  return {
    waitMs: (userId) => {
      settle()
      // After five in a row there is one try at a time, until the right one comes.
      const own = failuresOf(userId) >= freeTries ? (of(userId)[0]?.left_ms ?? 0) : 0
      return Math.max(own, pinTries(db)[freeTries - 1]?.left_ms ?? 0)
    },
    triesLeft: (userId) => Math.max(0, freeTries - Math.max(failuresOf(userId), pinTries(db).length)),
    count: (userId) => {
      settle()
      db.transaction(() => {
        const user = userById(db, userId)
        if (user) updateUser(db, userId, { failed_attempts: user.failed_attempts + 1 })
        insertPinTry(db, userId, rememberedMs)
      })
      arm()
    },
    forgive: (userId) => {
      db.transaction(() => {
        updateUser(db, userId, { failed_attempts: 0 })
        forgetPinTriesOf(db, userId)
      })
      arm()
    },
    stop: () => {
      cancel?.()
      if (!stopped) settle()
      stopped = true
    },
  }
}
