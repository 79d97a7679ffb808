/**
 * How long a person waits after wrong PINs. Nobody else waits, and wrong PINs over REST delay no window. A monotonic
 * clock measures the wait, so a restart or a changed system clock can neither shorten nor extend it.
 */
import type { Db } from '../../db/engine/sqlite.ts'
import { note } from '../../db/workspace/audit.ts'
import { keepPinSeries, type PinSeriesRow, pinSeries } from '../../db/workspace/pinSeries.ts'
import { userById } from '../../db/workspace/queries.ts'
import type { Door } from '../../db/workspace/schema.ts'
import type { Clock } from '../base/ports.ts'

/** Milliseconds of wait after the first, second, … wrong PIN in a row. The last value is for all further ones. */
export const waitsMs = [0, 0, 5_000, 30_000, 120_000] as const
/** Milliseconds without another wrong PIN, after which a series ends and gets its audit row. */
const quietMs = 900_000
/** A longer series gets one audit row per this many attempts. */
const mostUnaudited = 100
/** Unknown names are delayed like known ones; the last so many are remembered. */
const mostStrangers = 500

const waitAfter = (failures: number): number =>
  failures === 0 ? 0 : (waitsMs[Math.min(failures, waitsMs.length) - 1] ?? 0)
const freeTries = waitsMs.findIndex((ms) => ms > 0) + 1

/** Attempts left before the next wait. */
export interface TriesLeft {
  tries: number
  /** Duration of that wait, milliseconds. */
  waitMs: number
}

export interface PinGuard {
  /** Milliseconds until a PIN of this person is accepted at this door; 0 = now. */
  waitMs(userId: string, door: Door): number
  /** null: no wrong PIN since the last right one. */
  triesLeft(userId: string, door: Door): TriesLeft | null
  /** Counts an attempt as wrong. Called before the slow check, so that parallel attempts all count. */
  count(userId: string, door: Door): void
  /** The last counted attempt was right: the series ends. */
  right(userId: string, door: Door): void
  /** The person has a new PIN. Call it in the transaction that sets it. */
  renew(userId: string): void
  /** Returns the wrong PINs since the last call; null: none. `lastAt`: epoch milliseconds. */
  takeUnseen(userId: string): { count: number; lastAt: number } | null
  /** Stores the remaining waits. */
  stop(): void
}

export interface PinGuardOptions {
  db: Db
  clock: Pick<Clock, 'now' | 'monotonic' | 'after'>
  /** A wait ended. */
  released(): void
}

interface Series {
  row: PinSeriesRow
  /** Monotonic milliseconds. */
  freeAt: number
  /** `last_at` before the last counted attempt, which may turn out right. */
  beforeAt: number
  cancelWait?: () => void
  cancelQuiet?: () => void
}

export const createPinGuard = ({ db, clock, released }: PinGuardOptions): PinGuard => {
  const known = new Map<string, Series>()
  const strangers = new Map<string, Series>()

  const keyOf = (userId: string, door: Door) => `${door} ${userId}`
  const find = (userId: string, door: Door): Series | undefined =>
    known.get(keyOf(userId, door)) ?? strangers.get(keyOf(userId, door))
  const ofPerson = (userId: string): Series[] =>
    [...known.values()].filter(({ row }) => row.user_id === userId)

  const keep = (series: Series, change: Partial<PinSeriesRow>): void => {
    const row = { ...series.row, ...change }
    if (known.has(keyOf(row.user_id, row.door))) keepPinSeries(db, row)
    series.row = row
  }
  /** Writes the audit row for attempts that have none yet. */
  const writeAudit = (series: Series): void => {
    const { user_id, door, untold, first_at, last_at } = series.row
    const user = untold > 0 ? userById(db, user_id) : undefined
    if (!user) return
    note(db, {
      at: clock.now(),
      kind: 'wrongPins',
      subject: user.name,
      who: 'nobody',
      content: { id: user_id, door, count: untold, from: first_at, to: last_at },
    })
    keep(series, { untold: 0 })
  }
  const arm = (series: Series): void => {
    series.cancelWait?.()
    series.cancelQuiet?.()
    const left = series.freeAt - clock.monotonic()
    if (left > 0)
      series.cancelWait = clock.after(left, () => {
        keep(series, { wait_ms: 0 })
        released()
      })
    if (series.row.untold > 0)
      series.cancelQuiet = clock.after(quietMs, () => db.transaction(() => writeAudit(series)))
  }
  const end = (series: Series): void => {
    writeAudit(series)
    keep(series, { failures: 0, wait_ms: 0 })
    series.freeAt = 0
    arm(series)
  }
  const begin = (userId: string, door: Door): Series => {
    const row = {
      user_id: userId,
      door,
      failures: 0,
      wait_ms: 0,
      untold: 0,
      unseen: 0,
      first_at: 0,
      last_at: 0,
    }
    const series: Series = { row, freeAt: 0, beforeAt: 0 }
    const isStranger = userById(db, userId) === undefined
    ;(isStranger ? strangers : known).set(keyOf(userId, door), series)
    for (const oldest of strangers.keys()) if (strangers.size > mostStrangers) strangers.delete(oldest)
    return series
  }

  for (const row of pinSeries(db)) {
    const series = { row, freeAt: clock.monotonic() + row.wait_ms, beforeAt: row.last_at }
    known.set(keyOf(row.user_id, row.door), series)
    arm(series)
  }

  return {
    waitMs: (userId, door) => {
      const series = find(userId, door)
      return series ? Math.max(0, Math.ceil(series.freeAt - clock.monotonic())) : 0
    },
    triesLeft: (userId, door) => {
      const failures = find(userId, door)?.row.failures ?? 0
      if (failures === 0) return null
      const tries = Math.max(1, freeTries - failures)
      return { tries, waitMs: waitAfter(failures + tries) }
    },
    count: (userId, door) => {
      const series = find(userId, door) ?? begin(userId, door)
      series.beforeAt = series.row.last_at
      db.transaction(() => {
        if (series.row.untold >= mostUnaudited) writeAudit(series)
        const { failures, untold, unseen, first_at } = series.row
        const now = clock.now()
        keep(series, {
          failures: failures + 1,
          wait_ms: waitAfter(failures + 1),
          untold: untold + 1,
          unseen: unseen + 1,
          first_at: untold === 0 ? now : first_at,
          last_at: now,
        })
      })
      series.freeAt = clock.monotonic() + series.row.wait_ms
      arm(series)
    },
    right: (userId, door) => {
      const series = find(userId, door)
      if (!series) return
      const { untold, unseen } = series.row
      db.transaction(() => {
        keep(series, {
          untold: Math.max(0, untold - 1),
          unseen: Math.max(0, unseen - 1),
          last_at: series.beforeAt,
        })
        end(series)
      })
    },
    renew: (userId) => {
      for (const series of ofPerson(userId)) end(series)
    },
    takeUnseen: (userId) => {
      const all = ofPerson(userId).filter(({ row }) => row.unseen > 0)
      if (all.length === 0) return null
      const count = all.reduce((sum, { row }) => sum + row.unseen, 0)
      const lastAt = Math.max(...all.map(({ row }) => row.last_at))
      for (const series of all) keep(series, { unseen: 0 })
      return { count, lastAt }
    },
    stop: () => {
      for (const series of [...known.values(), ...strangers.values()]) {
        series.cancelWait?.()
        series.cancelQuiet?.()
        const left = Math.max(0, Math.ceil(series.freeAt - clock.monotonic()))
        if (series.row.wait_ms > 0) keep(series, { wait_ms: left })
      }
    },
  }
}
