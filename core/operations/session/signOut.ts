import { fail, ok } from '../../contract/errors.ts'
import type { Handler } from '../shared/handler.ts'

export const signOut: Handler<'session.signOut'> = (_, { workspace, actor }) => {
  if (actor.kind !== 'session') {
    return fail('001', 'session.none', 'A key has no session to end. Send the header Authorization: Bearer.')
  }
  workspace.sessions.end(actor.sessionId)
  return ok({ ended: true })
}
