/**
 * The rules of authority §6 once more, in exact fractions and by searching instead of computing, to
 * compare the till's arithmetic with. Shares no code with it on purpose.
 */
type Fraction = { over: bigint; under: bigint }

/** The whole number nearest to a fraction that is not negative; of two equally near, the larger. */
function nearest({ over, under }: Fraction): bigint {
  let whole = over / under
  while ((whole + 1n) * under - over <= over - whole * under) whole += 1n
  return whole
}

export function supplyOf(unitPrice: number, quantity: number): bigint {
  return nearest({ over: BigInt(unitPrice) * BigInt(quantity), under: 100n })
}

export function taxableOf(supply: number, ratePercent: number): bigint {
  return nearest({ over: BigInt(supply) * 100n, under: 100n + BigInt(ratePercent) })
}

/** One cent at a time to the line that is furthest below its fair part, the earlier of equals. */
export function shareOut(amount: bigint, weights: bigint[]): bigint[] {
  const all = weights.reduce((total, weight) => total + weight, 0n)
  const shares = weights.map(() => 0n)
  if (all === 0n) return shares
  for (let given = 0n; given < amount; given += 1n) {
    let poorest = 0
    for (let index = 1; index < weights.length; index += 1) {
      if (lack(index) > lack(poorest)) poorest = index
    }
    shares[poorest] = (shares[poorest] ?? 0n) + 1n
  }
  return shares

  function lack(index: number): bigint {
    return (weights[index] ?? 0n) * amount - (shares[index] ?? 0n) * all
  }
}
