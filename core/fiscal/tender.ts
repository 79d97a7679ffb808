import type { PaymentMethod } from './codes.ts'

/** A payment by the customer, in cents; for cash the amount received, not the price. */
export type Tender = { method: PaymentMethod; amount: number }

/**
 * The books hold the rounding of cash as a payment of its own. So the payments of a document always sum up to its total
 * and the change. It is negative where the cash is more than the price.
 */
export type Booked = PaymentMethod | 'rounding'

/** `tender` counts from 0; null means all of them together. */
export type TenderProblem = { tender: number | null; reason: 'amountInvalid' | 'overpaidWithoutCash' }

/**
 * In cents. `change` is returned in cash. `rounding`: what cash pays more than the price; negative: less. The sale is paid
 * when `remaining` is 0.
 */
export type Settlement = { paid: number; remaining: number; change: number; rounding: number }

export type TenderResult = { ok: true; settlement: Settlement } | { ok: false; problem: TenderProblem }

/**
 * Sums up the payments against a total in cents. Change is given from cash only, so the other payments together may
 * not exceed the total. With `roundCash` the part that cash pays is whole shillings.
 */
export function settleTenders(total: number, tenders: readonly Tender[], roundCash = false): TenderResult {
  const invalid = tenders.findIndex(({ amount }) => !Number.isSafeInteger(amount) || amount <= 0)
  if (invalid >= 0) return { ok: false, problem: { tender: invalid, reason: 'amountInvalid' } }
  const cash = sumOf(tenders.filter(({ method }) => method === 'cash'))
  const other = sumOf(tenders) - cash
  if (other > total) return { ok: false, problem: { tender: null, reason: 'overpaidWithoutCash' } }
  const paid = cash + other
  const rounding = roundCash && cash > 0 ? inCash(total - other) - (total - other) : 0
  const due = total + rounding
  const settlement = { paid, remaining: Math.max(0, due - paid), change: Math.max(0, paid - due), rounding }
  return { ok: true, settlement }
}

/** Returns the cents of cash that pay the rest. Not above 0: nothing is left to pay. */
export function restInCash(total: number, tenders: readonly Tender[], roundCash: boolean): number {
  const other = sumOf(tenders.filter(({ method }) => method !== 'cash'))
  return (roundCash ? inCash(total - other) : total - other) - (sumOf(tenders) - other)
}

/** Rounds cents to whole shillings, half a shilling up. */
const toShillings = (cents: number): number => Math.floor((cents + 50) / 100) * 100

/** A price that would round to nothing stays as it is. */
const inCash = (cents: number): number => toShillings(cents) || cents

/**
 * Rounds the cash of a refund. `before`: what earlier refunds of the sale returned more than their prices, so that all of
 * them together return the whole shillings that the sale took. The cash becomes one payment.
 */
export function roundRefund<T extends { method: string; amount: number; reference: string | null }>(
  payments: readonly T[],
  before: number,
  isCash: (method: string) => boolean,
): (T | { method: 'rounding'; amount: number; reference: null })[] {
  const cash = payments.filter(({ method }) => isCash(method))
  const [first] = cash
  if (!first) return [...payments]
  const price = sumOf(cash)
  const due = Math.max(0, toShillings(price - before))
  return [
    ...payments.filter((payment) => !cash.includes(payment)),
    ...(due > 0 ? [{ ...first, amount: due }] : []),
    ...roundingAs(due - price),
  ]
}

/** Returns how the books hold a rounding (cents; positive: cash paid more than the price). */
export const roundingAs = (rounding: number): { method: 'rounding'; amount: number; reference: null }[] =>
  rounding === 0 ? [] : [{ method: 'rounding', amount: 0 - rounding, reference: null }]

/** Returns the cents that cash paid more than the price; negative: less. */
export const roundingOf = (tenders: readonly { method: string; amount: number }[]): number =>
  0 - sumOf(tenders.filter((tender) => !isPayment(tender)))

/** False for the rounding of cash, which nobody handed over. */
export const isPayment = ({ method }: { method: string }): boolean => method !== 'rounding'

/**
 * Returns the one payment method that the authority accepts on a document: cash and credit share a code; otherwise
 * the method that paid most, the first of equals. Change does not count as paid.
 */
export function mainPaymentMethod(
  total: number,
  tenders: readonly { method: Booked; amount: number }[],
): PaymentMethod {
  const paid = new Map<PaymentMethod, number>()
  for (const { method, amount } of tenders)
    if (method !== 'rounding') paid.set(method, (paid.get(method) ?? 0) + amount)
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
