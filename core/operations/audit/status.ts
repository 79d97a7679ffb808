import { ok } from '../../contract/errors.ts'
import type { Handler } from '../shared/handler.ts'

export const auditStatus: Handler<'audit.status'> = (_, { profile, workspace }) =>
  ok({ ...profile.audit.state(), installation: workspace.audit.state() })
