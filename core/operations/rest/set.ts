import { callerId } from '../../access/actor.ts'
import type { Handler } from '../shared/handler.ts'

export const setRest: Handler<'rest.set'> = (wanted, { rest, workspace, actor }) =>
  workspace.inTurn(async () => {
    const reply = await rest.set(wanted, callerId(actor))
    workspace.emit({ type: 'workspace.changed' })
    return reply
  })
