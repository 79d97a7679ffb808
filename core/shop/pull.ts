/** Fetches a list of the authority since the last time (`authority §1.3`), on demand and once an hour. */
import { setImmediate } from 'node:timers/promises'
import { lastSync, storeSync } from '../../db/profile/reference.ts'
import type { Answer, Authority, Since } from '../authority/port.ts'
import { within } from '../base/within.ts'
import type { OwnEvent } from '../contract/events.ts'
import type { Profile } from '../profile/profile.ts'
import { sinceNextTime } from '../queue/since.ts'

export interface PullProblem {
  kind: 'notReached' | 'refused'
  /** The authority's own words; empty if it did not answer. */
  text: string
}

const problemOf = (answer: Answer<unknown>): PullProblem | null => {
  switch (answer.kind) {
    case 'accepted':
    case 'nothingFound':
      return null
    case 'neverArrived':
    case 'mayHaveArrived':
      return { kind: 'notReached', text: '' }
    default:
      return { kind: 'refused', text: answer.text }
  }
}

/** Rows per transaction. A first list may be long, and no sale may wait for it. */
const atOnce = 200

export interface Pull {
  /** Returns whether the fetch ended within `ms` milliseconds. A slower one continues in the background. */
  run(profile: Profile, ms: number): Promise<boolean>
  /** When the authority last answered, and why the last fetch brought nothing; null: never, and it did. */
  state(profile: Profile): { fetchedAt: number | null; problem: PullProblem | null }
}

export const createPull = <Row>(list: {
  /** The key under which the date of the last fetch is stored. */
  key: string
  ask(authority: Authority, since: Since): Promise<Answer<Row[]>>
  store(profile: Profile, row: Row, at: number): void
  /** What windows hear after each fetch. */
  event: OwnEvent
}): Pull => {
  const { key, ask, store, event } = list
  /** Parallel callers share one fetch. */
  const running = new WeakMap<Profile, Promise<boolean>>()
  const problems = new WeakMap<Profile, PullProblem>()
  const pull = async (profile: Profile): Promise<boolean> => {
    const { db, authority, reach, ports, emit } = profile
    const answer = await ask(authority, lastSync(db, key)?.since)
    reach.note(answer)
    const problem = problemOf(answer)
    if (problem) problems.set(profile, problem)
    else problems.delete(profile)
    if (!problem) {
      const at = ports.clock.now()
      const rows = answer.kind === 'accepted' ? answer.data : []
      for (let from = 0; from < rows.length; from += atOnce) {
        if (from > 0) await setImmediate()
        db.transaction(() => {
          for (const row of rows.slice(from, from + atOnce)) store(profile, row, at)
        })
      }
      // Stored last: a fetch that stopped in between begins there again.
      const since = answer.exchange.authorityTime
      if (since !== null) db.transaction(() => storeSync(db, key, sinceNextTime(since), at))
    }
    emit(event)
    return !problem
  }
  return {
    run: async (profile, ms) => {
      const { log, clock } = profile.ports
      const work =
        running.get(profile) ??
        pull(profile)
          .catch((error: unknown) => {
            log.error({ err: error, list: key }, 'a list of the authority could not be fetched')
            return false
          })
          .finally(() => running.delete(profile))
      running.set(profile, work)
      return (await within(clock, ms, work)) ?? false
    },
    state: (profile) => ({
      fetchedAt: lastSync(profile.db, key)?.synced_at ?? null,
      problem: problems.get(profile) ?? null,
    }),
  }
}
