/** Tills that wait for news of their branch. A till waits once; its next request ends the one before. */
import type { Emitter } from '../base/emitter.ts'
import type { Clock, Ids } from '../base/ports.ts'

/** `branch` 0: of all branches. */
export interface Change {
  branch: number
  /** The signer of the branch told it. */
  bySigner?: true
}

/** ended: the till asked again, or was ended, and nobody waits for this answer. */
export type WaitEnd = 'changed' | 'timeout' | 'ended'

export interface Waits {
  /** How often something of the branch changed since the start. */
  changes(branch: number): number
  /**
   * Resolves once more of the branch changed than `seen`, or after `ms` milliseconds. `seen`: {@link changes} before the
   * till's last reading began. `signal`: the caller is gone.
   */
  until(till: { id: number; branch: number; seen: number }, ms: number, signal: AbortSignal): Promise<WaitEnd>
  /** Ends the wait of one till, such as a revoked one; absent: of all. */
  end(id?: number): void
}

/** Milliseconds for each till that waits: 5,000 tills come back within 2 seconds, and 10 at once. */
const spreadMs = 0.4

interface Waiter {
  branch: number
  isWoken: boolean
  end(how: WaitEnd): void
}

export const createWaits = (
  changed: Pick<Emitter<Change>, 'subscribe'>,
  { clock, ids }: { clock: Pick<Clock, 'after'>; ids: Pick<Ids, 'random'> },
): Waits => {
  const waiting = new Map<number, Waiter>()
  const counts = new Map<number, number>()
  const changes = (branch: number) => (counts.get(0) ?? 0) + (counts.get(branch) ?? 0)
  changed.subscribe(({ branch }) => {
    counts.set(branch, (counts.get(branch) ?? 0) + 1)
    const spread = waiting.size * spreadMs
    for (const waiter of waiting.values()) {
      if (waiter.isWoken || (branch !== 0 && waiter.branch !== branch)) continue
      waiter.isWoken = true
      clock.after(ids.random() * spread, () => waiter.end('changed'))
    }
  })
  return {
    changes,
    until: ({ id, branch, seen }, ms, signal) =>
      new Promise((resolve) => {
        waiting.get(id)?.end('ended')
        const waiter: Waiter = {
          branch,
          isWoken: false,
          end: (how) => {
            cancel()
            signal.removeEventListener('abort', gone)
            if (waiting.get(id) === waiter) waiting.delete(id)
            resolve(how)
          },
        }
        const gone = () => waiter.end('ended')
        const cancel = clock.after(ms, () => waiter.end('timeout'))
        waiting.set(id, waiter)
        signal.addEventListener('abort', gone)
        if (signal.aborted) gone()
        // It came while the till's reading was under way, in which it is not.
        else if (changes(branch) > seen) waiter.end('changed')
      }),
    end: (id) => {
      const ended = id === undefined ? [...waiting.values()] : [waiting.get(id)]
      for (const waiter of ended) waiter?.end('ended')
    },
  }
}
