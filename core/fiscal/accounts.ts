/** What customers owe. Cents. */

const dayMs = 86_400_000

export interface OpenDebt {
  id: number
  /** Negative: the sale was withdrawn after a payment. */
  owed: number
  /** Epoch milliseconds. */
  soldAt: number
}

/** Distributes a payment over debts, in their order. Returns no part for a debt that gets nothing. */
export function allocate(debts: readonly OpenDebt[], amount: number): { id: number; amount: number }[] {
  let left = amount
  return debts.flatMap(({ id, owed }) => {
    const part = Math.min(left, Math.max(0, owed))
    left -= part
    return part > 0 ? [{ id, amount: part }] : []
  })
}

/**
 * Subtracts from debts what was paid for them at other tills, in their order; negative: credits there are used up. A debt
 * that is paid is left out.
 */
export function reduce<Debt extends OpenDebt>(open: readonly Debt[], amount: number): Debt[] {
  let left = amount
  return open.flatMap((debt) => {
    const part = left > 0 ? Math.min(left, Math.max(0, debt.owed)) : Math.max(left, Math.min(0, debt.owed))
    left -= part
    return part === debt.owed ? [] : [{ ...debt, owed: debt.owed - part }]
  })
}

/** The last day of each age but the oldest. */
export const ageLimits = [30, 60, 90] as const
export type Ageing = [number, number, number, number]

/** Returns what is owed for 0 to 30 days, 31 to 60, 61 to 90, and longer. A debt of today has the age 0. */
export function ageing(debts: readonly OpenDebt[], now: number): Ageing {
  const sums: Ageing = [0, 0, 0, 0]
  for (const { owed, soldAt } of debts) {
    const days = Math.floor((now - soldAt) / dayMs)
    const age = ageLimits.findIndex((last) => days <= last)
    sums[(age < 0 ? 3 : age) as 0 | 1 | 2 | 3] += owed
  }
  return sums
}
