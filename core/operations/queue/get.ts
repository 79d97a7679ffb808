import { attemptsOf } from '../../../db/profile/attempts.ts'
import { submission } from '../../../db/profile/submissions.ts'
import { fail, ok } from '../../contract/errors.ts'
import type { Handler } from '../shared/handler.ts'
import { hidesCosts, queueView } from './view.ts'

export const getQueued: Handler<'queue.get'> = ({ id }, { profile, db, actor }) => {
  const row = submission(db, id)
  if (!row) return fail('003', 'queue.unknown', 'There is no such document in the queue.', { field: 'id' })
  const hidden = hidesCosts(row, actor)
  const view = queueView(profile, row)
  return ok({
    row: hidden ? { ...view, amount: null } : view,
    attempts: attemptsOf(db, id).map((attempt) => ({
      id: attempt.id,
      at: attempt.started_at,
      durationMs: attempt.duration_ms,
      action: attempt.action,
      outcome: attempt.outcome,
      code: attempt.code,
      text: attempt.text,
      request: hidden ? '' : attempt.request,
      response: hidden ? '' : attempt.response,
      bodyHash: attempt.body_hash,
    })),
  })
}
