/** New prices of a bulk change. Whole cents; percents in hundredths. */
import { roundHalfUp, scale } from './money.ts'

/** Cents of the steps to which a price is rounded. */
const steps = { none: 1, one: 100, five: 500, ten: 1_000, nine: 1_000 } as const
export type PriceRounding = keyof typeof steps

/** The last price before a full ten: 9, 19, 29 shillings. */
const nine = 900

/** Returns the nearest price that the rule allows, halves up; 9 shillings is the lowest that ends in 9. */
export const roundPrice = (price: number, rounding: PriceRounding): number => {
  const step = steps[rounding]
  if (rounding === 'nine') return Math.max(nine, roundHalfUp(price - nine, step) * step + nine)
  return roundHalfUp(price, step) * step
}

/** Returns a price with so many hundredths of a percent on top, not rounded to shillings yet. */
export const byPercent = (price: number, percent: number): number => scale(price, 10_000 + percent, 10_000)
