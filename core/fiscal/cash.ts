/** Cash in a drawer, in cents. */

/** Notes and coins of one kind. */
export interface Denomination {
  value: number
  count: number
}

export const sumOfDenominations = (counts: readonly Denomination[]): number =>
  counts.reduce((sum, { value, count }) => sum + value * count, 0)

/** What moved the cash of a drawer since it was opened with `float`; all positive. */
export interface DrawerMoves {
  float: number
  /** Cash received less change. */
  sales: number
  refunds: number
  /** Paid by customers on account. */
  onAccount: number
  payIn: number
  payOut: number
  drop: number
}

/** Returns the cash that the drawer should hold. Negative: more was taken out than it had. */
export const expectedCash = (moves: DrawerMoves): number =>
  moves.float + moves.sales - moves.refunds + moves.onAccount + moves.payIn - moves.payOut - moves.drop
