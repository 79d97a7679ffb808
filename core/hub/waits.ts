/** Tills that wait for news of their branch. A till waits once; its next request ends the one before. */
import type { Emitter } from '../base/emitter.ts'
import type { Clock, Ids } from '../base/ports.ts'

/** `branch` 0: of all branches. */
export interface Change {
  branch: number
}

export interface Waits {
  /**
   * Resolves with true once something of the branch changed, and with false after `ms` milliseconds, or if the wait was
   * ended. `signal`: the caller is gone.
   */
  until(till: { id: number; branch: number }, ms: number, signal: AbortSignal): Promise<boolean>
  /** Ends the wait of one till, such as a revoked one; absent: of all. */
  end(id?: number): void
}

/** Milliseconds for each till that waits: 5,000 tills come back within 2 seconds, and 10 at once. */
const spreadMs = 0.4

interface Waiter {
  branch: number
  isWoken: boolean
  end(changed: boolean): void
}

export const createWaits = (
  changed: Pick<Emitter<Change>, 'subscribe'>,
  { clock, ids }: { clock: Pick<Clock, 'after'>; ids: Pick<Ids, 'random'> },
): Waits => {
  const waiting = new Map<number, Waiter>()
  changed.subscribe(({ branch }) => {
    const spread = waiting.size * spreadMs
    for (const waiter of waiting.values()) {
      if (waiter.isWoken || (branch !== 0 && waiter.branch !== branch)) continue
      waiter.isWoken = true
      clock.after(ids.random() * spread, () => waiter.end(true))
    }
  })
  return {
    until: ({ id, branch }, ms, signal) =>
      new Promise((resolve) => {
        waiting.get(id)?.end(false)
        const waiter: Waiter = {
          branch,
          isWoken: false,
          end: (hasChanged) => {
            cancel()
            signal.removeEventListener('abort', gone)
            if (waiting.get(id) === waiter) waiting.delete(id)
            resolve(hasChanged)
          },
        }
        const gone = () => waiter.end(false)
        const cancel = clock.after(ms, gone)
        waiting.set(id, waiter)
        signal.addEventListener('abort', gone)
        if (signal.aborted) gone()
      }),
    end: (id) => {
      const ended = id === undefined ? [...waiting.values()] : [waiting.get(id)]
      for (const waiter of ended) waiter?.end(false)
    },
  }
}
