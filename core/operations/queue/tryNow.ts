import { queueFigures } from '../../../db/profile/queueList.ts'
import { ok } from '../../contract/errors.ts'
import type { Handler } from '../shared/handler.ts'

export const tryQueueNow: Handler<'queue.tryNow'> = (_, { profile, db }) => {
  profile.submitter.tryNow()
  return ok({ waiting: queueFigures(db, 0).waiting })
}
