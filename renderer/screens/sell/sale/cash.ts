/** What a customer hands over in cash. Cents throughout. */

/** Kenyan notes and coins, the largest first. */
const pieces = [1_000_00, 500_00, 200_00, 100_00, 50_00, 40_00, 20_00, 10_00, 5_00, 1_00] as const

/** A customer rounds up to a multiple of one of these; the more usual ones are first. */
const roundings = [1_000_00, 500_00, 100_00, 50_00, 200_00, 10_00, 5_00, 20_00, 1_00] as const

const mostSuggestions = 4
/** Nobody pays for a sweet with a note of 1,000. */
const mostTimes = 20

/** Returns the smallest note or coin where an amount is paid with as few of them as possible. */
function smallestPieceOf(amount: number): number {
  let rest = amount
  let smallest = amount
  for (const piece of pieces) {
    if (rest < piece) continue
    rest %= piece
    smallest = piece
  }
  return smallest
}

/**
 * Returns the amounts above `due` that a customer is likely to hand over, ascending, at most four. A customer keeps a note
 * that the sale does not need, so 160 is never offered for 150.
 */
export function likelyCash(due: number): number[] {
  if (due <= 0) return []
  const likely = new Set<number>()
  for (const rounding of roundings) {
    const amount = Math.ceil(due / rounding) * rounding
    const isNeeded = amount - smallestPieceOf(amount) < due
    if (amount > due && amount <= due * mostTimes && isNeeded) likely.add(amount)
    if (likely.size === mostSuggestions) break
  }
  return [...likely].toSorted((a, b) => a - b)
}

/** Is the amount more likely a slip of the finger than money? Then more than a note of 1,000 would go back. */
export const isImplausibleCash = (due: number, received: number): boolean =>
  received > due * 5 && received - due >= 1_000_00
