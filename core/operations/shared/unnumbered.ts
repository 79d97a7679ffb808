/**
 * Documents without a caller's number (`spec 4.8` to `4.10`, `4.14`, `4.15`). A repeated request refers to the same
 * document until the caller has received its outcome: after 006, a cut connection or a crash, nothing is created
 * twice. An `Idempotency-Key` identifies the call. Without a key its contents do, for one hour only: the same goods
 * may move the same way tomorrow. Pending documents are matched for one week, so that a corrected clock does not
 * create duplicates. Stored in the transaction that creates the document.
 */
import { dropAnswer, keepAnswer, keptAnswer } from '../../../db/profile/idempotency.ts'
import type { Reply } from '../../contract/errors.ts'
import type { ProfileContext } from '../context.ts'
import { answersForgottenMs, answersKeptMs, otherBody } from './idempotency.ts'

/** Milliseconds since the caller last got 006. */
const untoldMs = 3_600_000

type Caller = Pick<ProfileContext, 'db' | 'ports' | 'answerMs' | 'idempotencyKey' | 'respondAsync' | 'isGone'>

export interface Unnumbered {
  /**
   * Returns the number that this call already created; null for a new call. 003 if its key belongs to another call.
   */
  number(): Reply<string | null>
  /** Call it inside the transaction that creates or finds the document with that number. */
  keep(number: string): void
  /** The caller gets its response. If that contains the outcome, the same contents are a new call from now on. */
  answered(number: string, reply: Reply<unknown>): void
}

/** The identity of a call. */
export interface Call {
  route: string
  /** Digest of its contents, without its number, which may also be given. */
  hash: string
  /** Does the document of that number still wait? */
  isOpen(number: string): boolean
  /** It replaces its like at the authority, so a refusal that the caller has heard ends the call. */
  isUpsert?: true
}

export const unnumbered = (caller: Caller, { route, hash, isOpen, isUpsert }: Call): Unnumbered => {
  const { db, ports, answerMs, idempotencyKey: key, respondAsync, isGone } = caller
  const place =
    key === undefined
      ? { route: `unnumbered ${route}`, key: hash, keptMs: untoldMs }
      : { route: `unnumbered, by key ${route}`, key, keptMs: answersKeptMs }
  return {
    number: () => {
      const kept = keptAnswer(db, { ...place, since: 0 })
      const since = ports.clock.now() - place.keptMs
      if (!kept || (kept.created_at < since && !isOpen(kept.reply))) return { ok: true, data: null }
      return kept.fingerprint === hash ? { ok: true, data: kept.reply } : otherBody
    },
    keep: (number) => {
      // The caller already has the location, so a repetition without a key means another document.
      if (respondAsync && answerMs === 0 && key === undefined) return
      const now = ports.clock.now()
      const row = { route: place.route, key: place.key, fingerprint: hash, reply: number, created_at: now }
      keepAnswer(db, row, now - answersForgottenMs)
    },
    answered: (number, reply) => {
      // A refused document is replaced when its call comes again.
      const isKept = !reply.ok && reply.error.reason === 'authority.notAnswered'
      const isReported = reply.ok || (isKept ? respondAsync === true : isUpsert === true)
      if (!isReported || isGone?.()) return
      try {
        dropAnswer(db, { route: `unnumbered ${route}`, key: hash, reply: number })
      } catch (error) {
        // The response is still true. The next such call within the hour gets it too.
        ports.log.error({ err: error, route }, 'that a caller has received an outcome could not be stored')
      }
    },
  }
}
