import { dismissChecklist, getChecklist } from './checklist.ts'
import { getStatus } from './get.ts'

export const statusHandlers = {
  'status.get': getStatus,
  'status.checklist': getChecklist,
  'status.dismissChecklist': dismissChecklist,
}
