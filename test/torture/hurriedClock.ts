/** A clock on which the hourly copies come every few milliseconds: when their timer fires, two hours have gone by. */

import type { Clock } from '../../core/base/ports.ts'
import { systemClock } from '../../core/platform/nodePorts.ts'

const hourMs = 3_600_000
/** The timers of the copies, milliseconds: the first of a start, and then. */
const hurried = [600_000, hourMs]
const waitMs = 20

export const hurriedClock = (): { clock: Clock; jumps(): number } => {
  let jumps = 0
  return {
    jumps: () => jumps,
    clock: {
      ...systemClock,
      now: () => systemClock.now() + jumps * 2 * hourMs,
      after: (ms, callback) => {
        if (!hurried.includes(ms)) return systemClock.after(ms, callback)
        return systemClock.after(waitMs, () => {
          jumps += 1
          callback()
        })
      },
    },
  }
}
