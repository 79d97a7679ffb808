/** Resends documents by itself when something happened that may have solved their cause. */

import { setImmediate } from 'node:timers/promises'
import type { Log } from '../base/ports.ts'
import type { ProfileEvent } from '../contract/events.ts'
import type { Profile } from '../profile/profile.ts'
import { resendSolved } from '../shop/causes/resendSolved.ts'

const solving: ReadonlySet<ProfileEvent['type']> = new Set([
  'stock.changed',
  'item.changed',
  'settings.changed',
])

/** A sale only takes goods away. A search after each one would slow down a shop with many rejected documents. */
const takesOnly = (event: ProfileEvent): boolean =>
  event.type === 'stock.changed' && event.itemIds !== undefined && !event.grew

export interface SolvedCauses {
  heard(event: ProfileEvent): void
  /** The profile was opened. Its causes may have been solved before Kaunta was closed. */
  opened(profile: Profile): void
  /** Resends nothing more; waits for what is being resent. */
  stop(): Promise<unknown>
}

/** `profileOf`: undefined once the profile is being closed. */
export const createSolvedCauses = (by: {
  profileOf(id: string): Profile | undefined
  log: Log
}): SolvedCauses => {
  const { profileOf, log } = by
  const running = new Map<string, Promise<void>>()
  const again = new Set<string>()
  let stopped = false

  const resend = async (id: string): Promise<void> => {
    // Whatever happened is answered first.
    await setImmediate()
    const profile = stopped ? undefined : profileOf(id)
    try {
      const documents = profile ? await resendSolved(profile) : 0
      if (documents > 0) log.info({ profile: id, documents }, 'documents whose cause is gone are resent')
    } catch (error) {
      log.error({ err: error, profile: id }, 'documents whose cause is gone could not be resent')
      profile?.disk.failed(error)
    }
    running.delete(id)
    if (again.delete(id)) look(id)
  }
  const look = (id: string): void => {
    if (running.has(id)) again.add(id)
    else running.set(id, resend(id))
  }
  return {
    heard: (event) => {
      if ('appId' in event && solving.has(event.type) && !takesOnly(event)) look(event.appId)
    },
    opened: ({ id }) => look(id),
    stop: () => {
      stopped = true
      return Promise.all(running.values())
    },
  }
}
