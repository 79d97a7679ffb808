import { auditLane, resumeLanes } from '../../../db/profile/lanes.ts'
import { authorOf } from '../../access/actor.ts'
import { ok } from '../../contract/errors.ts'
import type { Handler } from '../shared/handler.ts'

export const resumeLane: Handler<'queue.resumeLane'> = ({ lane }, { profile, db, actor, ports }) => {
  db.transaction(() => {
    resumeLanes(db, { lane })
    auditLane(db, lane, { kind: 'laneResumed', at: ports.clock.now(), who: authorOf(actor).name })
  })
  profile.emit({ type: 'status.changed' })
  profile.submitter.tryNow()
  return ok({})
}
