import { auditLane, resumeLanes } from '../../../db/app/lanes.ts'
import { authorOf } from '../../access/actor.ts'
import { ok } from '../../contract/errors.ts'
import type { Handler } from '../shared/handler.ts'

export const resumeLane: Handler<'queue.resumeLane'> = ({ lane }, { app, db, actor, ports }) => {
  db.transaction(() => {
    resumeLanes(db, { lane })
    auditLane(db, lane, { kind: 'laneResumed', at: ports.clock.now(), who: authorOf(actor).name })
  })
  app.emit({ type: 'status.changed' })
  app.submitter.tryNow()
  return ok({})
}
