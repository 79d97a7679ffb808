import { approvalMs } from '../../contract/approval.ts'
import { fail, ok } from '../../contract/errors.ts'
import { newPinNeeded } from '../session/lockedOut.ts'
import { idOf, locked, wrongUserOrPin } from '../session/signIn.ts'
import type { Handler } from '../shared/handler.ts'
import { approve } from './approvers.ts'

export const submitApproval: Handler<'approval.submit'> = async (input, context) => {
  const { user, pin, act, amount, document, reason } = input
  const { workspace, actor, ports } = context
  if (actor.kind !== 'session')
    return fail('003', 'approval.keyNeedsNone', 'A key needs no approval: send the call without one.')
  const userId = idOf(workspace, user)
  const given = {
    userId,
    pin,
    door: 'rest',
    reason: reason ?? '',
    acts: [{ act, amount, document }],
  } as const
  const result = await approve(context, given, 'user')
  switch (result.kind) {
    case 'checked':
      return result.reply.ok
        ? ok({ approval: result.reply.data, expiresIn: approvalMs / 1000 })
        : result.reply
    case 'renew':
      return newPinNeeded()
    case 'locked':
      return locked(result.until, ports.clock.now())
    default:
      return wrongUserOrPin()
  }
}
