/**
 * One success per `Idempotency-Key` (IETF draft-ietf-httpapi-idempotency-key-header). The first 000 is stored with
 * the fingerprint of its body, and a repetition gets it.
 *
 * Failures are not cached: the retry may succeed once the cause is fixed. The repetition runs the operation, whose
 * own rules attach it to the document by number (or see `operations/shared/unnumbered.ts`). One thing is remembered:
 * that a call was stored without a result (006, 007, 202). Then the repetition gets the result, where another caller
 * would hear that the number is in use. Another body under the key is an error, such as a new number for the same
 * sale, unless the stored document was rejected. A document with its caller's number claims the key in the
 * transaction that stores it, so this also holds after a crash.
 */

import type { Db } from '../../../db/engine/sqlite.ts'
import { keepAnswer, keptAnswer } from '../../../db/profile/idempotency.ts'
import { submission } from '../../../db/profile/submissions.ts'
import { bodyHash } from '../../base/bodyHash.ts'
import type { RestReply } from '../../contract/errors.ts'
import { fail, ok, type Reply } from '../../contract/errors.ts'
import type { Profile } from '../../profile/profile.ts'
import { isAside } from '../../queue/enqueue.ts'
import type { ClaimKey } from '../../shop/context.ts'
import { isOver } from '../../shop/failures.ts'

export interface OnceRequest {
  /** Keys of different operations are independent. */
  route: string
  key: string
  /** The parsed input, to which the key is bound. */
  input: unknown
}

/** Milliseconds that a response is stored. */
export const answersKeptMs = 24 * 3_600_000
/** Milliseconds after which it is deleted. Longer, because the clock may be corrected by days. */
export const answersForgottenMs = 7 * answersKeptMs

const field = 'Idempotency-Key'
export const otherBody = fail(
  '003',
  'idempotency.otherBody',
  `${field}: this key was used with another body. Use a new key for a new request.`,
  { field },
)
const stillRunning = fail(
  '006',
  'idempotency.running',
  `${field}: the first request with this key is still running. Repeat this one in a moment.`,
  { field, retryAfter: 1 },
)

/** True if the call's document was stored for the authority. */
const isWaiting = (reply: Reply<unknown>): boolean =>
  !reply.ok && reply.error.reason === 'authority.notAnswered'

/** Placeholder until there is a response. */
const notAnswered = (queueIds: number[]) =>
  fail('006', 'authority.notAnswered', 'Kept, and not answered yet', { data: { queueIds } })

/** True if the document of this response is or may become approved, so that the key belongs to it alone. */
const stands = (db: Db, reply: Reply<unknown>): boolean => {
  if (reply.ok) return true
  const { queueId, queueIds } = (reply.error.data ?? {}) as { queueId?: number; queueIds?: number[] }
  const rows = (queueIds ?? [queueId ?? 0]).map((id) => submission(db, id))
  return rows.every((row) => row !== undefined && (isAside(row) || !isOver(row)))
}

/** Runs work until it succeeds once per profile, route and key, and answers repetitions with that success. */
export const createOnce = () => {
  // One process uses a data folder, so this map knows all running requests. After a crash none is running.
  const running = new Map<string, string>()
  return async (
    { id, db, ports }: Profile,
    { route, key, input }: OnceRequest,
    work: (claimKey: ClaimKey) => Promise<Reply<unknown>> | Reply<unknown>,
  ): Promise<RestReply> => {
    const fingerprint = bodyHash(input)
    const name = JSON.stringify([id, route, key])
    const first = running.get(name)
    if (first !== undefined) return first === fingerprint ? stillRunning : otherBody
    const since = ports.clock.now() - answersKeptMs
    const kept = keptAnswer(db, { route, key, since })
    const before = kept && (JSON.parse(kept.reply) as Reply<unknown>)
    const isRepeated = kept?.fingerprint === fingerprint
    if (before && !isRepeated && stands(db, before)) return otherBody
    if (before?.ok && isRepeated) return { ...before, replayed: true }
    const write = (reply: Reply<unknown>) => {
      const row = { route, key, fingerprint, reply: JSON.stringify(reply), created_at: ports.clock.now() }
      keepAnswer(db, row, row.created_at - answersForgottenMs)
    }
    const keep = (reply: Reply<unknown>) => {
      try {
        write(reply)
      } catch (error) {
        // The work succeeded, and its response is valid even if it cannot be repeated.
        ports.log.error({ err: error, route }, 'an answer could not be stored for its idempotency key')
      }
    }
    const claimed: number[] = []
    const claimKey: ClaimKey = (queueId) => {
      claimed.push(queueId)
      write(notAnswered(claimed))
    }
    running.set(name, fingerprint)
    try {
      const answer = await work(claimKey)
      const isDone = !answer.ok && answer.error.repeated === true && isRepeated
      const reply = isDone ? ok(answer.error.data) : answer
      const isNew = !isRepeated && claimed.length === 0
      if (reply.ok || (isWaiting(reply) && isNew)) keep(reply)
      return isDone ? { ...reply, replayed: true } : reply
    } finally {
      running.delete(name)
    }
  }
}
