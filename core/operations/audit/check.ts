import { ok } from '../../contract/errors.ts'
import type { Handler } from '../handler.ts'

export const checkAudit: Handler<'audit.check'> = (_, { app }) => {
  app.audit.check()
  return ok({})
}
