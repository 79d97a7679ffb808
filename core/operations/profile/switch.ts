import { fail, ok } from '../../contract/errors.ts'
import type { Handler } from '../handler.ts'
import { sessionView } from '../session/view.ts'

export const switchProfile: Handler<'profile.switch'> = ({ id }, context) => {
  if (context.actor.kind !== 'person')
    return fail('001', 'session.notAllowed', 'This needs an owner at a window.')
  if (!context.workspace.switchTo(id))
    return fail('003', 'profile.unknown', 'There is no such profile.', { field: 'id' })
  return ok(sessionView(context, context.actor.user))
}
