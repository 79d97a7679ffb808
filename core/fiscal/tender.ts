import type { PaymentMethod } from './codes.ts'

/** A payment by the customer, in cents; for cash the amount received, not the price. */
export type Tender = { method: PaymentMethod; amount: number }

/** `tender` counts from 0; null means all of them together. */
export type TenderProblem = { tender: number | null; reason: 'amountInvalid' | 'overpaidWithoutCash' }

/** In cents. `change` is returned in cash. The sale is paid when `remaining` is 0. */
export type Settlement = { paid: number; remaining: number; change: number }

export type TenderResult = { ok: true; settlement: Settlement } | { ok: false; problem: TenderProblem }

/**
 * Sums up the payments against a total in cents. Change is given from cash only, so the other payments together may
 * not exceed the total.
 */
export function settleTenders(total: number, tenders: readonly Tender[]): TenderResult {
  const invalid = tenders.findIndex(({ amount }) => !Number.isSafeInteger(amount) || amount <= 0)
  if (invalid >= 0) return { ok: false, problem: { tender: invalid, reason: 'amountInvalid' } }
  const cash = sumOf(tenders.filter(({ method }) => method === 'cash'))
  const other = sumOf(tenders) - cash
  if (other > total) return { ok: false, problem: { tender: null, reason: 'overpaidWithoutCash' } }
  const paid = cash + other
  const settlement = { paid, remaining: Math.max(0, total - paid), change: Math.max(0, paid - total) }
  return { ok: true, settlement }
}

/**
 * Returns the one payment method that the authority accepts on a document: cash and credit share a code; otherwise
 * the method that paid most, the first of equals. Change does not count as paid.
 */
export function mainPaymentMethod(total: number, tenders: readonly Tender[]): PaymentMethod {
  const paid = new Map<PaymentMethod, number>()
  for (const { method, amount } of tenders) paid.set(method, (paid.get(method) ?? 0) + amount)
  const cash = paid.get('cash')
  if (cash !== undefined) paid.set('cash', cash - Math.max(0, sumOf(tenders) - total))
  if (paid.size === 2 && paid.has('cash') && paid.has('credit')) return 'cashCredit'
  const [most] = [...paid].toSorted(([, a], [, b]) => b - a)
  return most?.[0] ?? 'cash'
}

/** Returns the cents that the buyer still owes. */
export const onCredit = (tenders: readonly { method: string; amount: number }[]): number =>
  sumOf(tenders.filter(({ method }) => method === 'credit'))

function sumOf(tenders: readonly { amount: number }[]): number {
  return tenders.reduce((total, { amount }) => total + amount, 0)
}
