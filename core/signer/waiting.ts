/** Facts that cannot be taken yet. They wait in `taken_later`, and are tried again. */
import type { TillOfBranch } from '../../db/hub/devices.ts'
import { origins, takenFrom, waitingFacts } from '../../db/profile/taken.ts'
import type { Fact } from '../contract/hub/wire.ts'
import { type Fetching, fetchEarlier } from './earlier.ts'
import { takeWaiting } from './take.ts'
import type { WantedDocument } from './wants.ts'

/** Milliseconds between tries. */
const retryMs = 30_000
/** Facts of one till that are tried at once, or read. */
const atOnce = 200

export interface WaitingFacts {
  /** They may be taken now: {@link isDue} is true then. */
  tryAgain(): void
  /** Brings back the documents that they want. Resolves with true if it is time to try them. */
  isDue(): Promise<boolean>
  /** Tries some of each till. */
  retry(tills: readonly TillOfBranch[]): Promise<void>
  /**
   * Returns how many are not ended for their till; `uid` null: for all tills. A credit note of a lost till's sale waits for
   * ever, and keeps no till that knows its end.
   */
  count(uid: string | null): Promise<number>
}

const open: ReadonlySet<unknown> = new Set(['queued', 'sending', 'unknown'])
/** The till said how the documents of the fact ended. */
const isEndedAtTill = ({ kind, rows }: Fact): boolean => {
  const owed = kind === 'owed' ? [rows?.row] : (rows?.submissions ?? [])
  return owed.length > 0 && owed.every((row) => row !== undefined && !open.has(row['state']))
}

/** `wanted`: what facts want. `learn`: reads what the hub knows of the end of a till's facts in that range. */
export const createWaitingFacts = (
  fetching: Fetching,
  wanted: WantedDocument[],
  learn: (uid: string, range: { after: number; upTo: number }) => Promise<void>,
): WaitingFacts => {
  const { taking, factsOf } = fetching
  const { db, clock } = taking
  let triedAt = Number.NEGATIVE_INFINITY
  /** The fact of a till that was tried last. The first ones may wait for ever, as for the sales of a lost till. */
  const triedUpTo = new Map<string, number>()
  return {
    tryAgain: () => {
      triedAt = Number.NEGATIVE_INFINITY
    },
    isDue: async () => {
      const isFetched = wanted.length > 0 && (await fetchEarlier(fetching, wanted.splice(0)))
      if (!isFetched && clock.monotonic() - triedAt < retryMs) return false
      triedAt = clock.monotonic()
      return true
    },
    retry: async (tills) => {
      for (const { uid, name } of tills) {
        const origin = takenFrom(db, { uid, name })
        const waiting = waitingFacts(db, atOnce, { origin: origin.id, after: triedUpTo.get(uid) ?? 0 })
        triedUpTo.set(uid, waiting.length < atOnce ? 0 : (waiting.at(-1)?.seq ?? 0))
        for (const { seq } of waiting) {
          const [fact] = await factsOf(uid, seq - 1, 1)
          // It came with other facts, and what is known of those may be known no more.
          await learn(uid, { after: seq - 1, upTo: seq })
          if (fact) takeWaiting(taking, [{ from: { uid, name }, fact }])
        }
      }
    },
    count: async (uid) => {
      let count = 0
      for (const { id, uid: of } of origins(db).filter((each) => uid === null || each.uid === uid))
        for (let after = 0, page = waitingFacts(db, atOnce, { origin: id, after }); page.length > 0; ) {
          for (const { seq } of page) {
            const [fact] = await factsOf(of, seq - 1, 1)
            if (!fact || !isEndedAtTill(fact)) count += 1
            after = seq
          }
          page = waitingFacts(db, atOnce, { origin: id, after })
        }
      return count
    },
  }
}
