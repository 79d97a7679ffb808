/** What a part of a sold line comes to. The screen and the operation both ask here, so what was shown is what is booked. */
import { scale } from './money.ts'
import { splitTax } from './tax.ts'

/** Hundredths, and the cents paid for them after every discount. */
export interface Portion {
  quantity: number
  total: number
}

/**
 * Cents paid for `quantity` hundredths of what is left of a line: in proportion to what is left, and all of it with the last
 * of them, so that parts add up to the line. Where goods went back for less than was paid for them, the others are not
 * worth more by it before the last.
 */
export function totalOfPart(sold: Portion, left: Portion, quantity: number): number {
  if (quantity >= left.quantity) return left.total
  const ofLeft = scale(left.total, quantity, left.quantity)
  // A cent more makes room for parts that were rounded down.
  return Math.min(ofLeft, scale(sold.total, quantity, sold.quantity) + 1)
}

/**
 * Cents without tax of a part of `total` cents: its own by `splitTax` as long as what is left stays within a cent of what it
 * would be untouched by rounding, else the whole cent on the other side, which two prices can make of one line. The last
 * part so ends what the line was taxed with.
 */
export function taxableOfPart(
  left: { total: number; taxable: number },
  total: number,
  ratePercent: number,
): number {
  const own = splitTax(total, ratePercent).taxable
  const whole = BigInt(10_000 + Math.round(ratePercent * 100))
  /** By how much this is above the taxable part of `total`, exactly: in parts of `whole`. */
  const above = (taxable: number, total: number) => BigInt(taxable) * whole - BigInt(total) * 10_000n
  const after = above(left.taxable - own, left.total - total)
  if (after >= whole && above(own, total) < 0n) return own + 1
  if (after <= -whole && above(own, total) > 0n) return own - 1
  return own
}
