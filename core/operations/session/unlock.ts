import type { UserRow } from '../../../db/workspace/queries.ts'
import { isLetInto } from '../../access/demoPeople.ts'
import { fail, ok, type Reply } from '../../contract/errors.ts'
import type { OutputOf } from '../../contract/index.ts'
import { pinProblem } from '../../contract/pinRules.ts'
import { endDeadDrafts } from '../../shop/sales/droppedGoods.ts'
import type { Context } from '../context.ts'
import type { Handler } from '../shared/handler.ts'
import { pinRefused } from '../user/pinRefused.ts'
import { lockedOut, newPinNeeded, noPinHere, unknownPerson, wrongPin } from './lockedOut.ts'
import { sessionView } from './view.ts'

const admit = (
  client: string,
  user: UserRow,
  pin: string,
  context: Context,
): Reply<OutputOf<'session.unlock'>> => {
  const { workspace } = context
  const shown = workspace.current()
  // After another person unlocks, nobody can restore the lines of a sale without lines.
  try {
    if (shown) endDeadDrafts(shown.db, shown.now())
  } catch (error) {
    context.ports.log.warn({ err: error }, 'dropped sales could not be stored; the next unlock tries again')
  }
  return ok({
    ...sessionView(context, user),
    ...workspace.admit(client, user),
    pinProblem: user.role === 'owner' && !user.demo ? pinProblem(pin, 'owner') : null,
  })
}

const notLetIn = () =>
  fail('003', 'session.demoPerson', 'People of the demo shop work in Sandbox only. Choose another name.', {
    field: 'userId',
  })

const sameAgain = () =>
  fail('003', 'pin.same', 'This is your present PIN. Choose another one.', { field: 'newPin' })

export const unlock: Handler<'session.unlock'> = async ({ userId, pin, newPin }, context) => {
  const { workspace, actor } = context
  if (!('client' in actor)) return fail('001', 'session.notAllowed', 'This needs a window.')
  const result = await workspace.checkPin(userId, pin)
  switch (result.kind) {
    case 'right':
    case 'renew': {
      const { user, kind } = result
      if (!isLetInto(workspace.current(), user)) return notLetIn()
      if (kind === 'right') return admit(actor.client, user, pin, context)
      if (newPin === undefined) return newPinNeeded()
      if (newPin === pin) return sameAgain()
      const refused = pinRefused(newPin, user.role)
      if (refused) return refused
      const renewed = await workspace.renewPin(user, newPin)
      return renewed.active ? admit(actor.client, renewed, newPin, context) : unknownPerson()
    }
    case 'wrong':
      return wrongPin(result.left)
    case 'locked':
      return lockedOut(result.until)
    case 'noPin':
      return noPinHere()
    case 'unknown':
      return unknownPerson()
  }
}
