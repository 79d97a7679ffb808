import type { Clock } from '../base/ports.ts'
import { diskTrouble } from './diskErrors.ts'

/** A clock whose timers outlive a disk that fails under them; `failed` is told. Anything else thrown is a defect. */
export const patientClock = (clock: Clock, failed: (error: unknown) => void): Clock => ({
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
