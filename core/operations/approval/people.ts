import { ok } from '../../contract/errors.ts'
import type { Handler } from '../shared/handler.ts'
import { approversOf } from './approvers.ts'

export const listApprovers: Handler<'approval.people'> = ({ acts }, context) =>
  ok({
    people: approversOf(context, acts).map(({ id, name, role }) => ({
      id,
      name,
      role,
      lockedUntil: context.workspace.lockedUntil(id),
    })),
  })
