import type { PaymentMethod } from './codes.ts'

/** What a customer hands over, in cents; of cash the note, not the price. */
export type Tender = { method: PaymentMethod; amount: number }

/** `tender` counts from 0; null is all of them together. */
export type TenderProblem = { tender: number | null; reason: 'amountInvalid' | 'overpaidWithoutCash' }

/** In cents. `change` goes back out of the cash; the sale is paid when nothing is `remaining`. */
export type Settlement = { paid: number; remaining: number; change: number }

export type TenderResult = { ok: true; settlement: Settlement } | { ok: false; problem: TenderProblem }

/**
 * Adds up what was tendered against a total in cents. Change is given from cash only, so the other
 * tenders together may not be above the total.
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
 * The one way to pay that the authority has room for on a document: cash and credit have a code
 * together, else the tender that paid most of it, the first of equals. Change does not count as paid.
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

/** What the buyer goes on owing: no part of what was handed over. Cents. */
export const onCredit = (tenders: readonly { method: string; amount: number }[]): number =>
  sumOf(tenders.filter(({ method }) => method === 'credit'))

function sumOf(tenders: readonly { amount: number }[]): number {
  return tenders.reduce((total, { amount }) => total + amount, 0)
}
