import type { Handler } from '../handler.ts'

export const setRest: Handler<'rest.set'> = (wanted, { rest, workspace }) =>
  workspace.inTurn(async () => {
    const reply = await rest.set(wanted)
    workspace.emit({ type: 'workspace.changed' })
    return reply
  })
