import { ok } from '../../contract/errors.ts'
import type { Handler } from '../shared/handler.ts'

export const touched: Handler<'session.touched'> = (_, { workspace, actor }) => {
  if (actor.kind === 'person') workspace.touched(actor.client)
  return ok({})
}
