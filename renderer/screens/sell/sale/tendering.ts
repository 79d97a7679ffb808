/** The payment methods, and the next act of the payment step's main button. Cents throughout. */
import { type CodeRow, type PaymentMethod, paymentCode } from '../../../../core/fiscal/codes.ts'
import { type Settlement, settleTenders, type TenderProblem } from '../../../../core/fiscal/tender.ts'
import type { SaleTender } from './cart.ts'

/** In the order of their use at a Kenyan counter. */
const offered: readonly PaymentMethod[] = ['cash', 'mobileMoney', 'card', 'credit', 'cheque', 'other']

/** Ways to pay that have a number of their own to note: an M-PESA code, a slip, a cheque. */
const referenced = new Set<PaymentMethod>(['mobileMoney', 'card', 'cheque', 'other'])

export const takesReference = (method: PaymentMethod) => referenced.has(method)

/**
 * The ways to pay that the authority's table of class 07 has. Its codes differ between sandbox and
 * production, so their names distinguish them; one that is missing would be booked as OTHER, so it is not
 * offered beside it.
 */
export const offeredMethods = (table: readonly CodeRow[]): PaymentMethod[] =>
  offered.filter((method) => method === 'other' || paymentCode(method, table) !== paymentCode('other', table))

/** Is a part of it taken, or about to be, as somebody's debt? */
export const leavesOwing = (tenders: readonly Pick<SaleTender, 'method'>[]): boolean =>
  tenders.some(({ method }) => method === 'credit')

/** The payment in the fields. `allowUsed`: a manager accepts a used code. */
export type Entered = { method: PaymentMethod; text: string; reference: string; allowUsed: boolean }

export const nothingEntered: Entered = { method: 'cash', text: '', reference: '', allowUsed: false }

export type Draft = Omit<Entered, 'text'> & { amount: number | null }

/** `amount` null is the exact rest. */
export const emptyDraft: Draft = { method: 'cash', amount: null, reference: '', allowUsed: false }

/** Returns the part of typed or pasted text that a field takes: of a whole M-PESA message the code, which comes first. */
export const toReference = (method: PaymentMethod, typed: string): string =>
  method === 'mobileMoney' ? typed.replace(/\s/g, '').toUpperCase().slice(0, 10) : typed.toUpperCase()

/** An M-PESA code that was begun has to be whole. */
export const isHalfCode = ({ method, reference }: Pick<Draft, 'method' | 'reference'>): boolean =>
  method === 'mobileMoney' && reference !== '' && !/^[A-Z0-9]{10}$/.test(reference)

/** Returns the code with what came as fast as a scan: a person may type, or scan it, that fast. null: it is a barcode. */
export function codeWithScan(reference: string, scanned: string): string | null {
  const bare = toReference('mobileMoney', scanned)
  if (!/^[A-Z0-9]+$/.test(bare) || scanned.trim().length > 10) return null
  if (/^\d+$/.test(bare))
    return reference !== '' && (reference + bare).length === 10 ? reference + bare : null
  return bare.length === 10 ? bare : toReference('mobileMoney', reference + bare)
}

export type NextStep =
  /** This draft covers the sale: take it and complete. */
  | { kind: 'complete'; tenders: SaleTender[]; settlement: Settlement }
  /** It covers a part: take it and ask for the rest. */
  | { kind: 'add'; tender: SaleTender; settlement: Settlement }
  | { kind: 'impossible'; reason: TenderProblem['reason'] }

/** The current act of Enter. */
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

function toTender({ method, amount, reference, allowUsed }: Draft, remaining: number): SaleTender {
  const noted = takesReference(method) ? reference.trim() : ''
  return {
    method,
    amount: amount ?? remaining,
    ...(noted && { reference: noted }),
    ...(noted && allowUsed && { allowUsed }),
  }
}
