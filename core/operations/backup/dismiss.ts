import { ok } from '../../contract/errors.ts'
import type { Handler } from '../shared/handler.ts'

export const dismissFinding: Handler<'backup.dismiss'> = ({ id }, { profile }) => {
  profile.recovery.dismiss(id)
  return ok({})
}
