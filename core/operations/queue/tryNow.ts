import { queueFigures } from '../../../db/app/queueList.ts'
import { ok } from '../../contract/errors.ts'
import type { Handler } from '../shared/handler.ts'

export const tryQueueNow: Handler<'queue.tryNow'> = (_, { app, db }) => {
  app.submitter.tryNow()
  return ok({ waiting: queueFigures(db, 0).waiting })
}
