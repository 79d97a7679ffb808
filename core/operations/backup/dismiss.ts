import { ok } from '../../contract/errors.ts'
import type { Handler } from '../shared/handler.ts'

export const dismissFinding: Handler<'backup.dismiss'> = ({ id }, { app }) => {
  app.recovery.dismiss(id)
  return ok({})
}
