/**
 * The value of a part of a sold line. The screen and the operation both call this, so that the customer sees what is
 * booked.
 */
import { scale } from './money.ts'
import { splitTax } from './tax.ts'

/** Hundredths, and the cents paid for them after every discount. */
export interface Portion {
  quantity: number
  total: number
}

/**
 * Returns the cents paid for `quantity` hundredths of what is left of a line: in proportion to what is left, and the
 * full rest with the last hundredth, so that parts sum up to the line. If goods were returned for less than was paid,
 * only the last part gets the difference.
 */
export function totalOfPart(sold: Portion, left: Portion, quantity: number): number {
  if (quantity >= left.quantity) return left.total
  const ofLeft = scale(left.total, quantity, left.quantity)
  // One more cent compensates for parts that were rounded down.
  return Math.min(ofLeft, scale(sold.total, quantity, sold.quantity) + 1)
}

/**
 * Returns the cents without tax of a part of `total` cents. It uses `splitTax` as long as the rest stays within a
 * cent of its exact value. Otherwise it takes the whole cent on the other side, which two prices on one line can
 * give. So the last part ends with the line's exact tax.
 */
export function taxableOfPart(
  left: { total: number; taxable: number },
  total: number,
  ratePercent: number,
): number {
  const own = splitTax(total, ratePercent).taxable
  const whole = BigInt(10_000 + Math.round(ratePercent * 100))
  /** How far this exceeds the taxable part of `total`, exactly, in units of 1/`whole`. */
  const above = (taxable: number, total: number) => BigInt(taxable) * whole - BigInt(total) * 10_000n
  const after = above(left.taxable - own, left.total - total)
  if (after >= whole && above(own, total) < 0n) return own + 1
  if (after <= -whole && above(own, total) > 0n) return own - 1
  return own
}
