import type { Log } from '../base/ports.ts'
import { complain } from './complain.ts'

/**
 * What nobody has caught ends the process: a till that goes on after a defect may do worse. Everything acknowledged is
 * in the database, and the next start goes on from there.
 */
export const endOnUncaught = (log: Log, exit: (code: number) => void = process.exit): void => {
  const end = (err: unknown): void => {
    log.error({ err }, 'Unexpected failure; Kaunta ends, what was saved is kept')
    const reason = err instanceof Error ? err.message : String(err)
    complain(`an unexpected failure ended it (${reason}); start it again`)
    exit(1)
  }
  process.on('uncaughtException', end)
  // Node makes the one of the other; Electron only warns, on an output that nobody reads, and goes on.
  process.on('unhandledRejection', end)
}
