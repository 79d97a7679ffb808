/** Stores one profile's time in its database, and asks the authority while the date is uncertain. */

import type { Db } from '../../db/engine/sqlite.ts'
import { audit } from '../../db/profile/audit.ts'
import { newestInvoice } from '../../db/profile/invoices.ts'
import { readSetting, writeSetting } from '../../db/profile/settings.ts'
import type { Clock, Log } from '../base/ports.ts'
import { within } from '../base/within.ts'
import type { Timing } from '../queue/timing.ts'
import { type Contact, createFiscalClock, type FiscalClock, type FiscalClockOptions } from './fiscalClock.ts'
import type { Day } from './profile.ts'

const setting = 'lastKnownTime'

/** Responses needed before a time far from the known one is accepted. */
const answersNeeded = 2
/** Milliseconds before the second request. */
const secondMs = 1_000

interface OpenDayOptions {
  /** The computer's clock. */
  clock: Clock
  log: Log
  timing: Timing
  changed(): void
  /** See {@link FiscalClockOptions.jumped}. */
  jumped: FiscalClockOptions['jumped']
  /** Sends any request to the authority and records its response. */
  ask(): Promise<void>
}

export interface OpenDay extends Day, Pick<FiscalClock, 'now' | 'heard'> {
  /** Asks at once if the date is uncertain. */
  start(): void
  stop(): void
}

export const openDay = (db: Db, { clock, log, timing, changed, jumped, ask }: OpenDayOptions): OpenDay => {
  let asking: Promise<void> | null = null
  let failedAt = Number.NEGATIVE_INFINITY
  let stopped = false
  const time = createFiscalClock({
    clock,
    log,
    kept: {
      get: () => (readSetting(db, setting) ?? null) as Contact | null,
      set: (contact) => writeSetting(db, setting, contact),
    },
    newest: () => newestInvoice(db),
    changed,
    jumped,
    unconfirmed: () => {
      if (!asking) clock.after(secondMs, () => start(ask))
    },
  })
  const askUntilSure = async (): Promise<void> => {
    for (let tries = 0; tries < answersNeeded && time.uncertainty() && !stopped; tries += 1) await ask()
    if (time.uncertainty()) failedAt = clock.monotonic()
  }
  /** Never rejects. */
  const begin = (work: () => Promise<void>): Promise<void> => {
    asking ??= work()
      .catch((error: unknown) => log.warn({ err: error }, 'the authority could not be asked for its time'))
      .finally(() => {
        asking = null
        changed()
      })
    return asking
  }
  const start = (work: () => Promise<void>): void => {
    if (!stopped) begin(work).catch(() => undefined)
  }
  return {
    ...time,
    start: () => {
      if (time.uncertainty()) start(askUntilSure)
    },
    offsetMs: () => time.now() - clock.now(),
    isAsked: () => asking !== null,
    settle: async () => {
      // After a recent failure Kaunta does not wait again. Otherwise every sale would wait that long.
      if (clock.monotonic() - failedAt < timing.probeUnreachableMs) return
      await within(clock, timing.answerMs, begin(askUntilSure))
    },
    give: (day, who) =>
      db.transaction(() => {
        const before = time.uncertainty() ?? { clock: clock.now() }
        if (!time.give(day)) return false
        const content = JSON.stringify(before)
        audit(db, { at: time.now(), kind: 'day', subject: day, row_id: null, who, content })
        return true
      }),
    stop: () => {
      stopped = true
    },
  }
}
