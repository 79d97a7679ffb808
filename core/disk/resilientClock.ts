import type { Clock } from '../base/ports.ts'
import { diskTrouble } from './diskErrors.ts'

/**
 * Wraps a clock so that a disk error in a timer does not end the process; `failed` receives it. Any other error is a
 * defect.
 */
export const resilientClock = (clock: Clock, failed: (error: unknown) => void): Clock => ({
  ...clock,
  after: (ms, callback) =>
    clock.after(ms, () => {
      try {
        callback()
      } catch (error) {
        if (diskTrouble(error) === null) throw error
        failed(error)
      }
    }),
})
