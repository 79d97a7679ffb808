import { complain } from '../commandLine.ts'
import type { Log } from '../ports.ts'

/**
 * What nobody has caught ends the process: a till that goes on after a defect may do worse. Everything acknowledged is
 * in the database, and the next start goes on from there.
 */
export const endOnUncaught = (log: Log, exit: (code: number) => void = process.exit): void => {
  process.on('uncaughtException', (err) => {
    log.error({ err }, 'Unexpected failure; Kaunta ends, what was saved is kept')
    complain(`an unexpected failure ended it (${err.message}); start it again`)
    exit(1)
  })
}
