import { systemClock } from '../../core/nodePorts.ts'

/** A clock that a test moves by hand, milliseconds. */
export const movableClock = () => {
  let moved = 0
  return {
    clock: { ...systemClock, now: () => systemClock.now() + moved },
    move: (ms: number) => {
      moved += ms
    },
  }
}
