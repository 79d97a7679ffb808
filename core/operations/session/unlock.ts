import { fail, ok } from '../../contract/errors.ts'
import { isLetInto } from '../../demo/people.ts'
import type { Handler } from '../handler.ts'
import { lockedOut } from './lockedOut.ts'
import { sessionView } from './view.ts'

export const unlock: Handler<'session.unlock'> = async ({ userId, pin }, context) => {
  const { workspace, actor } = context
  if (!('client' in actor)) return fail('001', 'session.notAllowed', 'This needs a window.')
  const result = await workspace.checkPin(userId, pin)
  switch (result.kind) {
    case 'right':
      if (!isLetInto(workspace.current(), result.user)) {
        return fail(
          '003',
          'session.demoPerson',
          'People of the demo shop work in a Sandbox only. Choose another name.',
          { field: 'userId' },
        )
      }
      workspace.admit(actor.client, result.user)
      return ok(sessionView(context, result.user))
    case 'wrong':
      return fail('001', 'session.wrongPin', `This is not the PIN. ${result.triesLeft} tries are left.`, {
        field: 'pin',
        params: { triesLeft: result.triesLeft },
      })
    case 'locked':
      return lockedOut(result.until)
    case 'unknown':
      return fail(
        '003',
        'session.unknownPerson',
        'This person does not work here any more. Choose another name.',
        {
          field: 'userId',
        },
      )
  }
}
