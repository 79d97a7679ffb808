import { giveApproval } from './give.ts'
import { listApprovers } from './people.ts'
import { submitApproval } from './submit.ts'

export const approvalHandlers = {
  'approval.people': listApprovers,
  'approval.give': giveApproval,
  'approval.submit': submitApproval,
}
