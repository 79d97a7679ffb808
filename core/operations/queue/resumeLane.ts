import { resumeLanes } from '../../../db/app/lanes.ts'
import { ok } from '../../contract/errors.ts'
import type { Handler } from '../handler.ts'

export const resumeLane: Handler<'queue.resumeLane'> = ({ lane }, { app, db }) => {
  resumeLanes(db, { lane })
  app.emit({ type: 'status.changed' })
  app.submitter.tryNow()
  return ok({})
}
