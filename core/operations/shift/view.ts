import type { ShiftReview } from '../../../db/profile/approvals.ts'
import type { CashMovement, ShiftClose } from '../../../db/profile/shifts.ts'
import type { ListedShift, Movement } from '../../contract/shift.ts'
import { storedReport } from '../../shop/cash/readReport.ts'

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

export const isToReview = (close: Pick<ShiftClose, 'figures'>): boolean => storedReport(close).toReview

export const reviewState = (close: ShiftClose, review: ShiftReview | undefined): ListedShift['review'] =>
  isToReview(close) ? { done: review ? { at: review.reviewed_at, by: review.author_name } : null } : null
