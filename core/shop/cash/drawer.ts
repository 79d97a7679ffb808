/** What the drawer of a shift should hold. */
import type { Db } from '../../../db/engine/sqlite.ts'
import type { Scope } from '../../../db/profile/figures.ts'
import { newestInvoice } from '../../../db/profile/invoices.ts'
import { cashSums, openShift, type Shift } from '../../../db/profile/shifts.ts'
import { type DrawerMoves, expectedCash } from '../../fiscal/cash.ts'
import type { Profile } from '../../profile/profile.ts'
import type { Wanted } from '../acts/mayAct.ts'
import { type CashOfDocuments, cashOf } from '../reports/figures.ts'

/** The documents of the open shift so far. */
export const documentsIn = (db: Db, shift: Shift) =>
  ({ shift: shift.id, after: shift.after_invoice, through: newestInvoice(db)?.id ?? 0 }) satisfies Scope

type Moved = Map<string, { count: number; amount: number }>

/** Returns what moved the cash of a shift, and the rows of its cash book by kind. */
export const movesOf = (
  db: Db,
  shift: Shift,
  cash: CashOfDocuments,
): { moves: DrawerMoves; moved: Moved } => {
  const moved: Moved = new Map(cashSums(db, shift.id).map((row) => [row.kind, row]))
  const by = (kind: 'payIn' | 'payOut' | 'drop') => moved.get(kind)?.amount ?? 0
  return {
    moved,
    moves: {
      float: shift.float,
      sales: cash.received - cash.change,
      refunds: cash.refunds,
      onAccount: cash.onAccount,
      payIn: by('payIn'),
      payOut: by('payOut'),
      drop: by('drop'),
    },
  }
}

/** Returns the act of paying out more cash (cents) than the drawer of the open shift should hold; none otherwise. */
export const cashBeyond = (profile: Profile, amount: number, document: string): Wanted[] => {
  const { db } = profile
  const shift = amount > 0 ? openShift(db) : undefined
  if (!shift) return []
  const { moves } = movesOf(db, shift, cashOf(profile, documentsIn(db, shift)))
  return amount > expectedCash(moves) ? [{ act: 'cashAboveDrawer', amount, document }] : []
}
