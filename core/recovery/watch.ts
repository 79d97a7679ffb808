/** Checks a profile's database while the till is open: once after the start, and every night. */

import type { problemsIn } from '../../db/integrity/inspect.ts'
import type { OffThread, Running } from '../base/offThread.ts'
import type { Clock, Log } from '../base/ports.ts'

/** The cashier has priority. Milliseconds. */
const firstMs = 60_000
const hourMs = 3_600_000
/** An hour at which shops are closed, in Nairobi (UTC+3). */
const nightHourUtc = 0

export interface Watch {
  start(): void
  /** Resolves once nothing reads the file any more. */
  stop(): Promise<void>
  /**
   * Checks now. Returns the problem; null = none, or the check was not possible. A second check confirms the first.
   */
  look(): Promise<string | null>
  /** As `look`, for a caller that does not wait. */
  lookSoon(): void
}

export const createWatch = (by: {
  file: string
  clock: Clock
  log: Log
  offThread: OffThread
  /** Two checks in a row found damage. */
  damaged(problems: string): void
}): Watch => {
  const { file, clock, log, offThread, damaged } = by
  let cancel: (() => void) | undefined
  let running: Running<string | null> | undefined
  let stopped = false

  const once = async (): Promise<string | null> => {
    running = offThread<typeof problemsIn>('problemsIn', file, { depth: 'quick' })
    try {
      return await running.result
    } catch (error) {
      if (!stopped) log.warn({ err: error, file }, 'the database could not be checked')
      return null
    } finally {
      running = undefined
    }
  }
  const look = async (): Promise<string | null> => {
    const first = await once()
    const problems = first === null || stopped ? null : await once()
    if (problems !== null) {
      log.error({ file, problems }, 'the database is damaged; it is repaired at the next start')
      damaged(problems)
    }
    return problems
  }
  const untilNight = (): number => {
    const now = new Date(clock.now())
    const next = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), nightHourUtc)
    return next + 24 * hourMs - now.getTime()
  }
  const failed = (error: unknown): void =>
    log.error({ err: error, file }, 'the finding about the database could not be stored')
  const arm = (ms: number): void => {
    cancel = clock.after(ms, () => {
      look()
        .catch(failed)
        .finally(() => {
          if (!stopped) arm(untilNight())
        })
    })
  }
  return {
    look,
    lookSoon: () => {
      look().catch(failed)
    },
    start: () => {
      arm(firstMs)
    },
    stop: async () => {
      stopped = true
      cancel?.()
      await running?.stop()
    },
  }
}
