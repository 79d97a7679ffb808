/**
 * Fetches what suppliers have invoiced, what customs reported and what other branches sent, once an hour while a
 * profile is open and its device is initialised.
 */
import { branches, device } from '../../db/profile/reference.ts'
import type { Clock } from '../base/ports.ts'
import type { Profile } from '../profile/profile.ts'
import { customsPull, purchasePull } from '../shop/purchases/pull.ts'
import { arrivalPull } from '../shop/transfers/pull.ts'

/** Milliseconds. After a start the cashier has priority. */
const firstMs = 300_000
const againMs = 3_600_000
/** A fetch that takes longer continues; the next round joins it. */
const waitMs = 60_000

export interface PurchaseFetches {
  opened(profile: Profile): void
  /** Fetches nothing more; waits for what is being fetched. */
  stop(): Promise<unknown>
}

/** `isOpen`: false once the profile is being closed. */
export const createPurchaseFetches = (by: {
  isOpen(profile: Profile): boolean
  clock: Clock
}): PurchaseFetches => {
  const { isOpen, clock } = by
  const timers = new Map<string, () => void>()
  const running = new Set<Promise<unknown>>()
  const later = (profile: Profile, ms: number): void => {
    timers.set(
      profile.id,
      clock.after(ms, () => {
        if (!isOpen(profile)) return
        later(profile, againMs)
        if (!device(profile.db)) return
        // Nobody sends goods to the only branch.
        const pulls =
          branches(profile.db).length < 2
            ? [purchasePull, customsPull]
            : [purchasePull, customsPull, arrivalPull]
        for (const pull of pulls) {
          const fetched = pull.run(profile, waitMs).finally(() => running.delete(fetched))
          running.add(fetched)
        }
      }),
    )
  }
  return {
    opened: (profile) => {
      timers.get(profile.id)?.()
      later(profile, firstMs)
    },
    stop: () => {
      for (const cancel of timers.values()) cancel()
      timers.clear()
      return Promise.allSettled(running)
    },
  }
}
