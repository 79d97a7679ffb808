import { attemptsOf } from '../../../db/profile/attempts.ts'
import { submission } from '../../../db/profile/submissions.ts'
import { fail, ok } from '../../contract/errors.ts'
import type { Handler } from '../shared/handler.ts'
import { queueView } from './view.ts'

export const getQueued: Handler<'queue.get'> = ({ id }, { profile, db }) => {
  const row = submission(db, id)
  if (!row) return fail('003', 'queue.unknown', 'There is no such document in the queue.', { field: 'id' })
  return ok({
    row: queueView(profile, row),
    attempts: attemptsOf(db, id).map((attempt) => ({
      id: attempt.id,
      at: attempt.started_at,
      durationMs: attempt.duration_ms,
      action: attempt.action,
      outcome: attempt.outcome,
      code: attempt.code,
      text: attempt.text,
      request: attempt.request,
      response: attempt.response,
      bodyHash: attempt.body_hash,
    })),
  })
}
