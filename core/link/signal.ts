/** Something to wait for that may come before anybody waits. */
import type { Clock } from '../base/ports.ts'

export interface Signal {
  /** Ends all present waits, or the next one if nobody waits now. It costs its caller nothing. */
  set(): void
  /** Resolves after `ms` milliseconds, once it is set, or when `over` is aborted. */
  wait(ms: number, over: AbortSignal): Promise<void>
}

export const createSignal = (clock: Pick<Clock, 'after'>): Signal => {
  let isSet = false
  const waiting = new Set<() => void>()
  return {
    set: () => {
      isSet = waiting.size === 0
      for (const end of waiting) end()
    },
    wait: (ms, over) =>
      new Promise((resolve) => {
        const end = () => {
          waiting.delete(end)
          cancel()
          over.removeEventListener('abort', end)
          resolve()
        }
        const cancel = clock.after(ms, end)
        waiting.add(end)
        over.addEventListener('abort', end)
        if (isSet || over.aborted) end()
        isSet = false
      }),
  }
}
