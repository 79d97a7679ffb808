import { systemClock } from '../../core/nodePorts.ts'

/** A clock that a test moves by hand, milliseconds: `move` sets its date, `wait` lets time pass. */
export const movableClock = () => {
  let moved = 0
  let waited = 0
  return {
    clock: {
      ...systemClock,
      now: () => systemClock.now() + moved,
      monotonic: () => systemClock.monotonic() + waited,
    },
    wait: (ms: number) => {
      moved += ms
      waited += ms
    },
    move: (ms: number) => {
      moved += ms
    },
  }
}
