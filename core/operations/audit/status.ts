import { ok } from '../../contract/errors.ts'
import type { Handler } from '../shared/handler.ts'

export const auditStatus: Handler<'audit.status'> = (_, { app, workspace }) =>
  ok({ ...app.audit.state(), installation: workspace.audit.state() })
