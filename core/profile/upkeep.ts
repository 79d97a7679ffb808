/**
 * Keeps a profile's database from growing without a bound: removes the bodies of old attempts and compresses accepted
 * payloads, in short steps. Documents, signatures, stock and the audit trail stay as they are.
 */

import type { Db } from '../../db/engine/sqlite.ts'
import { readSetting, writeSetting } from '../../db/profile/settings.ts'
import { beginning, type Place, packPayloads, pruneBodies } from '../../db/profile/upkeep.ts'
import type { Clock, Log } from '../base/ports.ts'

export interface Upkeep {
  start(): void
  stop(): void
}

/** Milliseconds. After a start the cashier has priority. */
const firstMs = 1_200_000
const againMs = 3_600_000
const dayMs = 86_400_000
/** Between two steps, milliseconds. */
const pauseMs = 50
/** Rows per step: one transaction of a few milliseconds. */
const rowsAtOnce = 40
/** Milliseconds. Recently settled documents are read often, so they stay uncompressed. */
const freshMs = dayMs
const setting = 'upkeep.copied'

export const createUpkeep = (by: {
  db: Db
  /** The last migration. After an upgrade a new copy comes before anything is removed. */
  schema: string
  /** How many days bodies are kept. */
  days(): number
  /** Resolves once a copy was made and checked. */
  copy(): Promise<unknown>
  clock: Clock
  log: Log
}): Upkeep => {
  const { db, schema, days, copy, clock, log } = by
  let cancel: (() => void) | undefined
  let stopped = true

  const after = (ms: number, act: () => Promise<void> | void): void => {
    cancel = clock.after(ms, () => {
      if (stopped) return
      Promise.resolve()
        .then(act)
        .catch((error: unknown) => {
          // The disk may be full or busy. The next round retries.
          log.error({ err: error }, 'old request bodies could not be pruned')
          if (!stopped) after(againMs, begin)
        })
    })
  }
  const prune = (place: Place, sum: number): void => {
    const before = clock.now() - days() * dayMs
    const { next, pruned } = pruneBodies(db, { place, before, limit: rowsAtOnce })
    if (next) {
      after(pauseMs, () => prune(next, sum + pruned))
      return
    }
    if (sum + pruned > 0) log.info({ tries: sum + pruned }, 'bodies of old attempts were pruned')
    after(againMs, begin)
  }
  const pack = (): void => {
    const packed = packPayloads(db, { before: clock.now() - freshMs, limit: rowsAtOnce })
    if (packed > 0) after(pauseMs, pack)
    else prune(beginning, 0)
  }
  const begin = async (): Promise<void> => {
    if (readSetting(db, setting) !== schema) {
      await copy()
      if (stopped) return
      writeSetting(db, setting, schema)
    }
    pack()
  }

  return {
    start: () => {
      stopped = false
      after(firstMs, begin)
    },
    stop: () => {
      stopped = true
      cancel?.()
    },
  }
}
