import { systemClock } from '../../core/platform/nodePorts.ts'

/** A computer's clock that a test moves by hand, milliseconds: `move` sets its date, `wait` lets time pass. */
export const movableClock = () => {
  let moved = 0
  let waited = 0
  let starts = 1
  return {
    clock: {
      ...systemClock,
      now: () => systemClock.now() + moved,
      monotonic: () => systemClock.monotonic() + waited,
      uptime: () => (systemClock.uptime() ?? 0) + waited,
      bootId: () => `start ${starts}`,
    },
    wait: (ms: number) => {
      moved += ms
      waited += ms
    },
    move: (ms: number) => {
      moved += ms
    },
    /** The computer was off; what runs on it is to be started again. */
    reboot: () => {
      starts += 1
    },
  }
}
