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
  payIn: number
  payOut: number
  drop: number
}

/** Returns the cash that the drawer should hold. Negative: more was taken out than it had. */
export const expectedCash = ({ float, sales, refunds, payIn, payOut, drop }: DrawerMoves): number =>
  float + sales - refunds + payIn - payOut - drop
