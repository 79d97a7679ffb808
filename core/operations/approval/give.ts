import { ok } from '../../contract/errors.ts'
import { lockedOut, newPinNeeded, noPinHere, unknownPerson, wrongPin } from '../session/lockedOut.ts'
import type { Handler } from '../shared/handler.ts'
import { approve } from './approvers.ts'

export const giveApproval: Handler<'approval.give'> = async (input, context) => {
  const result = await approve(context, { ...input, door: 'window' }, 'userId')
  switch (result.kind) {
    case 'checked':
      return result.reply.ok ? ok({ token: result.reply.data }) : result.reply
    case 'wrong':
      return wrongPin(result.left)
    case 'locked':
      return lockedOut(result.until)
    case 'renew':
      return newPinNeeded()
    case 'noPin':
      return noPinHere()
    case 'unknown':
      return unknownPerson()
  }
}
