import { checkAudit } from './check.ts'
import { listAudit } from './list.ts'
import { auditStatus } from './status.ts'

export const auditHandlers = {
  'audit.status': auditStatus,
  'audit.check': checkAudit,
  'audit.list': listAudit,
}
