import { type Submission, submission } from '../../../db/profile/submissions.ts'
import { bodyHash } from '../../base/bodyHash.ts'
import { ok, type Reply } from '../../contract/errors.ts'
import { isOpen } from '../../queue/enqueue.ts'
import { awaitOutcome } from '../../shop/awaitOutcome.ts'
import type { ProfileContext } from '../context.ts'
import { type Call, unnumbered } from './unnumbered.ts'

/**
 * Stores and queues what a call without a number brings, then waits for the authority. A repeated call waits for the
 * same submission. Fails like {@link awaitOutcome}, and with 003 if the call's key belongs to another call.
 */
export const submitUnnumbered = async <T>(
  context: ProfileContext,
  call: Pick<Call, 'route' | 'isUpsert'> & {
    input: unknown
    /** What a refusal is about. */
    field?: string
    /** Returns the submission. `made`: the one that this call already created. Called inside a transaction. */
    store(made: number | null): number
    /** Called after the commit. */
    stored?(id: number): void
    answer(row: Submission): T
  },
): Promise<Reply<T>> => {
  const { profile, db } = context
  const { input, field, store, stored, answer, ...identity } = call
  const sameCall = unnumbered(context, {
    ...identity,
    hash: bodyHash(input),
    isOpen: (id) => isOpen(submission(db, Number(id))),
  })
  const kept = db.transaction((): Reply<number> => {
    const made = sameCall.number()
    if (!made.ok) return made
    const id = store(made.data === null ? null : Number(made.data))
    sameCall.keep(String(id))
    context.keeps?.(id)
    return ok(id)
  })
  if (!kept.ok) return kept
  profile.emit({ type: 'queue.changed' })
  stored?.(kept.data)
  profile.submitter.wake()
  const answered = await awaitOutcome(context, kept.data, field === undefined ? {} : { field })
  const reply = answered.ok ? ok(answer(answered.data)) : answered
  sameCall.answered(String(kept.data), reply)
  return reply
}
