import { isLetInto } from '../../access/demoPeople.ts'
import { fail, ok } from '../../contract/errors.ts'
import { pinProblem } from '../../contract/pinRules.ts'
import { endDeadDrafts } from '../../shop/sales/droppedGoods.ts'
import type { Handler } from '../shared/handler.ts'
import { lockedOut, unknownPerson, wrongPin } from './lockedOut.ts'
import { sessionView } from './view.ts'

export const unlock: Handler<'session.unlock'> = async ({ userId, pin }, context) => {
  const { workspace, actor } = context
  if (!('client' in actor)) return fail('001', 'session.notAllowed', 'This needs a window.')
  const result = await workspace.checkPin(userId, pin)
  switch (result.kind) {
    case 'right': {
      const shown = workspace.current()
      // After another person unlocks, nobody can restore the lines of a sale without lines.
      try {
        if (shown) endDeadDrafts(shown.db, shown.now())
      } catch (error) {
        context.ports.log.warn(
          { err: error },
          'dropped sales could not be stored; the next unlock tries again',
        )
      }
      if (!isLetInto(shown, result.user)) {
        return fail(
          '003',
          'session.demoPerson',
          'People of the demo shop work in Sandbox only. Choose another name.',
          { field: 'userId' },
        )
      }
      return ok({
        ...sessionView(context, result.user),
        ...workspace.admit(actor.client, result.user),
        pinProblem: result.user.role === 'owner' && !result.user.demo ? pinProblem(pin, 'owner') : null,
      })
    }
    case 'wrong':
      return wrongPin(result.left)
    case 'locked':
      return lockedOut(result.until)
    case 'unknown':
      return unknownPerson()
  }
}
