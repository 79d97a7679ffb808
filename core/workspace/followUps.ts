/** What Kaunta does by itself in a profile after something happened there: one thing after another, one run at a time. */

import { setImmediate } from 'node:timers/promises'
import type { Log } from '../base/ports.ts'
import type { ProfileEvent } from '../contract/events.ts'
import type { Profile } from '../profile/profile.ts'
import { maySolve, resendSolved } from '../shop/causes/resendSolved.ts'
import { bookLate } from '../shop/stock/lateMovements.ts'

interface FollowUp {
  follows(event: ProfileEvent): boolean
  run(profile: Profile, log: Log): Promise<unknown>
  /** For the log, when it failed. */
  failed: string
}

/** Resends documents when something happened that may have solved their cause. */
const solvedCauses: FollowUp = {
  follows: maySolve,
  run: async (profile, log) => {
    const documents = await resendSolved(profile)
    if (documents > 0)
      log.info({ profile: profile.id, documents }, 'documents whose cause is gone are resent')
  },
  failed: 'documents whose cause is gone could not be resent',
}

/** Another till of the branch counted goods. */
const lateMovements: FollowUp = {
  follows: ({ type }) => type === 'count.changed',
  run: bookLate,
  failed: 'goods that a count of another till did not know could not be booked back',
}

export interface FollowUps {
  heard(event: ProfileEvent): void
  /** The profile was opened. Something may have happened before Kaunta was closed. */
  opened(profile: Profile): void
  /** Begins nothing more; waits for what runs. */
  stop(): Promise<unknown>
}

/** `profileOf`: undefined once the profile is being closed. */
export const createFollowUps = (by: { profileOf(id: string): Profile | undefined; log: Log }): FollowUps => {
  const { profileOf, log } = by
  let stopped = false
  const each = [solvedCauses, lateMovements].map((followUp) => {
    const running = new Map<string, Promise<void>>()
    const again = new Set<string>()
    const run = async (id: string): Promise<void> => {
      // Whatever happened is answered first.
      await setImmediate()
      const profile = stopped ? undefined : profileOf(id)
      try {
        if (profile) await followUp.run(profile, log)
      } catch (error) {
        log.error({ err: error, profile: id }, followUp.failed)
        profile?.disk.failed(error)
      }
      running.delete(id)
      if (again.delete(id)) look(id)
    }
    const look = (id: string): void => {
      if (running.has(id)) again.add(id)
      else running.set(id, run(id))
    }
    return { follows: followUp.follows, look, running }
  })
  return {
    heard: (event) => {
      if (!('appId' in event)) return
      for (const { follows, look } of each) if (follows(event)) look(event.appId)
    },
    opened: ({ id }) => {
      for (const { look } of each) look(id)
    },
    stop: () => {
      stopped = true
      return Promise.all(each.flatMap(({ running }) => [...running.values()]))
    },
  }
}
