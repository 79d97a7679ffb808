/** What the payment step offers and what its one big button does next. Cents throughout. */
import { type CodeRow, type PaymentMethod, paymentCode } from '../../../core/fiscal/codes.ts'
import { type Settlement, settleTenders, type TenderProblem } from '../../../core/fiscal/tender.ts'
import type { SaleTender } from '../sell/cart.ts'

/** In the order of their use at a Kenyan counter. */
const offered: readonly PaymentMethod[] = ['cash', 'mobileMoney', 'card', 'credit', 'cheque', 'other']

/** Ways to pay that have a number of their own to note: an M-PESA code, a slip, a cheque. */
const referenced = new Set<PaymentMethod>(['mobileMoney', 'card', 'cheque', 'other'])

export const takesReference = (method: PaymentMethod) => referenced.has(method)

/**
 * The ways to pay that the authority's table of class 07 has. Its codes differ between sandbox and
 * production, so they are told apart by name; one that is missing would be booked as OTHER, so it is not
 * offered beside it.
 */
export const offeredMethods = (table: readonly CodeRow[]): PaymentMethod[] =>
  offered.filter((method) => method === 'other' || paymentCode(method, table) !== paymentCode('other', table))

/** Is a part of it taken, or about to be, as somebody's debt? */
export const leavesOwing = (tenders: readonly Pick<SaleTender, 'method'>[]): boolean =>
  tenders.some(({ method }) => method === 'credit')

export type Draft = { method: PaymentMethod; amount: number | null; reference: string }

/** `amount` null is the exact rest. */
export const emptyDraft: Draft = { method: 'cash', amount: null, reference: '' }

export type NextStep =
  /** This draft covers the sale: take it and complete. */
  | { kind: 'complete'; tenders: SaleTender[]; settlement: Settlement }
  /** It covers a part: take it and ask for the rest. */
  | { kind: 'add'; tender: SaleTender; settlement: Settlement }
  | { kind: 'impossible'; reason: TenderProblem['reason'] }

/** What Enter does now. */
export function nextStep(total: number, taken: readonly SaleTender[], draft: Draft): NextStep {
  const before = settleTenders(total, taken)
  if (!before.ok) return { kind: 'impossible', reason: before.problem.reason }
  if (before.settlement.remaining === 0) {
    return { kind: 'complete', tenders: [...taken], settlement: before.settlement }
  }
  const tender = toTender(draft, before.settlement.remaining)
  const tenders = [...taken, tender]
  const after = settleTenders(total, tenders)
  if (!after.ok) return { kind: 'impossible', reason: after.problem.reason }
  return after.settlement.remaining === 0
    ? { kind: 'complete', tenders, settlement: after.settlement }
    : { kind: 'add', tender, settlement: after.settlement }
}

function toTender({ method, amount, reference }: Draft, remaining: number): SaleTender {
  const noted = takesReference(method) ? reference.trim() : ''
  return { method, amount: amount ?? remaining, ...(noted && { reference: noted }) }
}
