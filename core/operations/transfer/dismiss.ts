/** A manager's decision about an arrival. It stays in the shop: the authority has no call for it. */
import {
  arrivalById,
  insertArrivalDecision,
  lastArrivalDecision,
  transferOfArrival,
} from '../../../db/profile/transfers.ts'
import { authorOf } from '../../access/actor.ts'
import { ok, type Reply } from '../../contract/errors.ts'
import type { ArrivalShown } from '../../contract/transfer.ts'
import type { ProfileContext } from '../context.ts'
import type { Handler } from '../shared/handler.ts'
import { arrivalView, noArrival, takenInBefore } from './view.ts'

const decide = (
  { profile, db, ports, actor }: ProfileContext,
  { arrivalId, reason }: { arrivalId: number; reason: string | null },
): Reply<ArrivalShown> => {
  const act = reason === null ? 'takenUp' : 'dismissed'
  const field = 'arrivalId'
  const reply = db.transaction((): Reply<ArrivalShown> => {
    const arrival = arrivalById(db, arrivalId)
    if (!arrival) return noArrival(field)
    const done = transferOfArrival(db, arrivalId)
    if (done) return takenInBefore(arrival, done)
    const dismissed = lastArrivalDecision(db, arrivalId)?.act === 'dismissed'
    // A second press decides nothing new.
    if (dismissed !== (act === 'dismissed')) {
      profile.disk.demandRoom()
      const author = authorOf(actor)
      insertArrivalDecision(
        db,
        {
          uid: ports.ids.uuid(),
          arrival_id: arrivalId,
          act,
          reason,
          decided_at: ports.clock.now(),
          author_id: author.id,
          author_name: author.name,
        },
        `${arrival.number} · ${arrival.branch_name ?? arrival.branch_id}`,
      )
    }
    const now = arrivalById(db, arrivalId)
    return now ? ok(arrivalView(now)) : noArrival(field)
  })
  if (reply.ok) profile.emit({ type: 'transfer.changed' })
  return reply
}

export const dismissArrival: Handler<'transfer.dismiss'> = (input, context) => decide(context, input)

export const takeUpArrival: Handler<'transfer.takeUp'> = ({ arrivalId }, context) =>
  decide(context, { arrivalId, reason: null })
