import { ok } from '../../contract/errors.ts'
import type { Handler } from '../shared/handler.ts'

export const checkAudit: Handler<'audit.check'> = (_, { profile, workspace }) => {
  profile.audit.check()
  workspace.audit.check()
  return ok({})
}
