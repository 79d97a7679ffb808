/** Starts and ends training in the session of a window. */
import { fail, ok } from '../../contract/errors.ts'
import { mayAct } from '../../shop/acts/mayAct.ts'
import type { Handler } from '../shared/handler.ts'

export const startTraining: Handler<'training.start'> = (_, context) => {
  const { workspace, profile, db, actor } = context
  if (actor.kind !== 'person') return fail('001', 'session.notAllowed', 'This needs a window.')
  const allowed = db.transaction(() => {
    const may = mayAct(context, [{ act: 'training', amount: 0, document: profile.row.name }])
    if (may.ok) may.data()
    return may
  })
  if (!allowed.ok) return allowed
  workspace.startTraining(actor.client, profile.id)
  return ok({})
}

export const endTraining: Handler<'training.end'> = (_, { workspace, actor }) => {
  if (actor.kind === 'person') workspace.endTraining(actor.client)
  return ok({})
}
