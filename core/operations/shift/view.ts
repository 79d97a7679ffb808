import type { CashMovement } from '../../../db/profile/shifts.ts'
import type { Movement } from '../../contract/shift.ts'

export const movementView = (row: CashMovement): Movement => ({
  id: row.id,
  kind: row.kind,
  amount: row.amount,
  reason: row.reason,
  reference: row.reference,
  note: row.note,
  at: row.moved_at,
  by: row.author_name,
})
