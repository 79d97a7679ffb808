import { type Submission, submission } from '../../db/profile/submissions.ts'
import { ok, type Reply } from '../contract/errors.ts'
import type { ShopContext } from './context.ts'
import { isOver, refusedBy, stillWaiting } from './failures.ts'

/**
 * Waits for the authority's answer to a row of the queue, as long as the caller does. Returns the accepted row, the
 * authority's refusal, or 006 while the row is pending (007 while its lane is paused without a device).
 */
export const awaitOutcome = async (
  { profile, db, answerMs }: ShopContext,
  id: number,
  /** `name`: the caller's word for the document, in a refusal's text. `field`: what a refusal is about. */
  { name, field }: { name?: string; field?: string } = {},
): Promise<Reply<Submission>> => {
  const row = answerMs > 0 ? await profile.submitter.whenSettled(id, answerMs) : submission(db, id)
  if (row?.state === 'accepted') return ok(row)
  if (!row || !isOver(row)) return stillWaiting(db, row)
  const refused = refusedBy(db, row, name)
  return field === undefined ? refused : { ok: false, error: { ...refused.error, field } }
}
