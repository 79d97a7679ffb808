import type { Log } from '../base/ports.ts'
import { complain } from './complain.ts'

/**
 * An uncaught error ends the process: continuing after a defect may do more harm. Everything confirmed is in the
 * database, and the next start continues from there.
 */
export const endOnUncaught = (log: Log, exit: (code: number) => void = process.exit): void => {
  const end = (err: unknown): void => {
    log.error({ err }, 'Unexpected failure; Kaunta ends. Saved data is safe')
    const reason = err instanceof Error ? err.message : String(err)
    complain(`an unexpected failure ended it (${reason}); start it again`)
    exit(1)
  }
  process.on('uncaughtException', end)
  // Node turns an unhandled rejection into an uncaught error. Electron only prints a warning that nobody reads.
  process.on('unhandledRejection', end)
}
