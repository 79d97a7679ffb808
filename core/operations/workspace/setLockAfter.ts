import { callerId } from '../../access/actor.ts'
import { ok } from '../../contract/errors.ts'
import type { Handler } from '../shared/handler.ts'

export const setLockAfter: Handler<'workspace.setLockAfter'> = ({ minutes }, { workspace, actor }) => {
  workspace.setLockAfterMinutes(minutes, callerId(actor))
  return ok({ minutes })
}
