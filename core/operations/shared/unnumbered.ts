/**
 * Documents without a number of their caller's (`spec 4.8` to `4.10`, `4.14`, `4.15`). A call that comes again is about the same
 * document as long as nobody was told what became of that: after 006, a cut connection or a crash it is not made twice. With
 * an `Idempotency-Key` the key says which call it is, else its contents do, and then for an hour only: the same goods may go
 * the same way tomorrow. One that still waits is that one for a week: a clock that is put right must not send it twice.
 * Kept in the transaction that makes the document.
 */
import { dropAnswer, keepAnswer, keptAnswer } from '../../../db/profile/idempotency.ts'
import type { Reply } from '../../contract/errors.ts'
import type { ProfileContext } from '../context.ts'
import { answersForgottenMs, answersKeptMs, otherBody } from './idempotency.ts'

/** Since the caller was last told to ask again, milliseconds. */
const untoldMs = 3_600_000

type Caller = Pick<ProfileContext, 'db' | 'ports' | 'answerMs' | 'idempotencyKey' | 'respondAsync' | 'isGone'>

export interface Unnumbered {
  /** The number that this call has made already; null for a new one. 003 when its key belongs to another call. */
  number(): Reply<string | null>
  /** Call inside the transaction that makes, or finds, the document of that number. */
  keep(number: string): void
  /** The caller is being answered: when that tells what became of the document, the same contents are a new call. */
  answered(number: string, reply: Reply<unknown>): void
}

/** What tells a call from others. */
export interface Call {
  route: string
  /** Of its contents; without its number, where that may be given as well. */
  hash: string
  /** Does the document of that number still wait? */
  isOpen(number: string): boolean
}

export const unnumbered = (caller: Caller, { route, hash, isOpen }: Call): Unnumbered => {
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
      // Told at once where to look, whoever asks again without a key wants another.
      if (respondAsync && answerMs === 0 && key === undefined) return
      const now = ports.clock.now()
      const row = { route: place.route, key: place.key, fingerprint: hash, reply: number, created_at: now }
      keepAnswer(db, row, now - answersForgottenMs)
    },
    answered: (number, reply) => {
      // A refused document is replaced when its call comes again.
      const isKept = !reply.ok && reply.error.reason === 'authority.notAnswered'
      const isTold = reply.ok || (isKept && respondAsync === true)
      if (!isTold || isGone?.()) return
      try {
        dropAnswer(db, { route: `unnumbered ${route}`, key: hash, reply: number })
      } catch (error) {
        // What its caller is told is true all the same; the next such call within the hour is told it too.
        ports.log.error({ err: error, route }, 'that a caller was told could not be written down')
      }
    },
  }
}
