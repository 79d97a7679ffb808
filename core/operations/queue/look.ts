import { submission } from '../../../db/profile/submissions.ts'
import { ok } from '../../contract/errors.ts'
import type { QueueEntry } from '../../contract/queue.ts'
import { invalid } from '../../shop/failures.ts'
import type { Handler } from '../shared/handler.ts'
import { queueEntries } from './entry.ts'

export const lookAtQueued: Handler<'queue.look'> = ({ id }, { profile, db }) => {
  const row = submission(db, id)
  if (!row) return invalid('id', String(id), 'a queueId from an earlier response')
  return ok(queueEntries(profile, [row])[0] as QueueEntry)
}
