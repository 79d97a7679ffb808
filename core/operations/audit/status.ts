import { ok } from '../../contract/errors.ts'
import type { Handler } from '../handler.ts'

export const auditStatus: Handler<'audit.status'> = (_, { app }) => ok(app.audit.state())
