/**
 * One success per `Idempotency-Key` (IETF draft-ietf-httpapi-idempotency-key-header): the first 000 is kept with the
 * fingerprint of its body, and is what a repetition gets.
 *
 * No failure is: most may be another answer the next time, once their cause is mended or the authority is back, and many say
 * "send this again". The repetition goes on to the operation, whose own rule about the caller's numbers attaches it to the
 * document, or about numbers that are left to us (`operations/unnumbered.ts`). Only that a call was kept and not answered yet
 * (006, 007, 202) is remembered: its key shows that the repetition is no new call, so that it gets the result where a stranger
 * would hear that the number is taken, and that another body under it is a mistake, such as a new number for the same sale,
 * unless what was kept has been refused. A document that bears its caller's number claims the key in the transaction that keeps
 * it, so that this holds after a crash, too.
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
  /** Keys of different operations have nothing to do with each other. */
  route: string
  key: string
  /** As parsed; what the key stands for. */
  input: unknown
}

/** Kept so long, milliseconds. */
export const answersKeptMs = 24 * 3_600_000
/** Deleted after so long, milliseconds: longer, for a clock may be put right by days. */
export const answersForgottenMs = 7 * answersKeptMs

const field = 'Idempotency-Key'
export const otherBody = fail(
  '003',
  'idempotency.otherBody',
  `${field}: this key was used with another body before. Use a new key for a new request.`,
  { field },
)
const stillRunning = fail(
  '006',
  'idempotency.running',
  `${field}: the first request with this key is still being worked on. Repeat this one in a moment.`,
  { field, retryAfter: 1 },
)

/** Was the call's document kept for the authority? */
const isWaiting = (reply: Reply<unknown>): boolean =>
  !reply.ok && reply.error.reason === 'authority.notAnswered'

/** In the place of an answer, until there is one. */
const notAnswered = (queueIds: number[]) =>
  fail('006', 'authority.notAnswered', 'Kept, and not answered yet', { data: { queueIds } })

/** Can what this answer is about be, or become, approved, so that its key stands for it alone? */
const stands = (db: Db, reply: Reply<unknown>): boolean => {
  if (reply.ok) return true
  const { queueId, queueIds } = (reply.error.data ?? {}) as { queueId?: number; queueIds?: number[] }
  const rows = (queueIds ?? [queueId ?? 0]).map((id) => submission(db, id))
  return rows.every((row) => row !== undefined && (isAside(row) || !isOver(row)))
}

/** Runs work until it succeeds once per app, route and key, and answers repetitions with that success. */
export const createOnce = () => {
  // One process holds a data folder: what runs is known here, and after a crash nothing does.
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
        // The work is done and its answer true, whether or not it can be given twice.
        ports.log.error({ err: error, route }, 'an answer could not be kept for its idempotency key')
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
