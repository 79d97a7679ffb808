/** The report of a shift for a person: X while it is open, Z as it was written. */
import type { Shift, ShiftClose } from '../../../db/profile/shifts.ts'
import { type Actor, authorOf, isCashier } from '../../access/actor.ts'
import type { Carried, ShiftReport } from '../../contract/shift.ts'
import type { Profile } from '../../profile/profile.ts'
import { shiftReportOf } from './shiftReport.ts'

/** Returns whether the person may see what a shift earned. A manager always may. `closedBy` null: it is open. */
export const mayReadFigures = (
  profile: Profile,
  actor: Actor,
  { openedBy, closedBy }: { openedBy: string; closedBy: string | null },
): boolean => {
  if (!isCashier(actor)) return true
  const { cashierSeesFigures, blindCount } = profile.settings()
  if (!cashierSeesFigures) return false
  const { id } = authorOf(actor)
  return closedBy === null ? !blindCount : openedBy === id || closedBy === id
}

/**
 * Returns the Z as it was written. One of an earlier version has no approvals, no payments on account, no rounding, no
 * unofficial papers, and no documents that were cancelled later.
 */
export const storedReport = ({ figures: written }: Pick<ShiftClose, 'figures'>): ShiftReport => {
  const { drawer, ...figures } = JSON.parse(written) as ShiftReport
  const zero = { count: 0, total: 0 }
  const unofficial = { TS: zero, TC: zero, PS: zero, copies: zero }
  const none = {
    approvals: [],
    toReview: false,
    onAccount: [],
    rounding: 0,
    unofficial,
    cancelled: { ...zero, named: [] },
  }
  return { ...none, ...figures, drawer: { ...{ onAccount: 0 }, ...drawer } }
}

/**
 * Call it inside a transaction. `report` null: the person may not see it. `carried`: of a closed shift, which everybody
 * may see.
 */
export const readReport = (
  profile: Profile,
  actor: Actor,
  { shift, close, by }: { shift: Shift; close: ShiftClose | undefined; by: { name: string; at: number } },
): { report: ShiftReport | null; carried: Carried | null } => {
  const may = mayReadFigures(profile, actor, {
    openedBy: shift.author_id,
    closedBy: close?.author_id ?? null,
  })
  if (!close) return { report: may ? shiftReportOf(profile, shift, by) : null, carried: null }
  const stored = storedReport(close)
  return { report: may ? stored : null, carried: stored.carried }
}
