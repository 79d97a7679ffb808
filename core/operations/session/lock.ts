import { ok } from '../../contract/errors.ts'
import type { Handler } from '../shared/handler.ts'

export const lock: Handler<'session.lock'> = (_, { workspace, actor }) => {
  if (actor.kind === 'person') workspace.lock(actor.client)
  return ok({})
}
