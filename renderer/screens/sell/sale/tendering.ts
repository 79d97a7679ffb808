/** The payment being entered, and the next act of the payment step's main button. Cents throughout. */
import type { Returned } from '../../../../core/contract/sale.ts'
import { type CodeRow, type PaymentMethod, paymentMethod } from '../../../../core/fiscal/codes.ts'
import { isMpesa } from '../../../../core/fiscal/shopTenders.ts'
import {
  restInCash,
  type Settlement,
  settleTenders,
  type TenderProblem,
} from '../../../../core/fiscal/tender.ts'
import type { SaleTender } from './cart.ts'

/** Returns the word for a tender's reference. */
export const referenceWord = ({ method, tenderId }: Way): 'mobileMoney' | 'card' | 'cheque' | 'other' => {
  if (isMpesa(method, tenderId)) return 'mobileMoney'
  return method === 'card' || method === 'cheque' ? method : 'other'
}

/** Is a part of it taken, or about to be, as somebody's debt? */
export const leavesOwing = (tenders: readonly Pick<SaleTender, 'method'>[]): boolean =>
  tenders.some(({ method }) => method === 'credit')

/** The payment in the fields. `allowUsed`: a used code is taken once more. */
export type Entered = {
  method: PaymentMethod
  /** A tender of the shop; absent: the shipped one. */
  tenderId?: string | undefined
  text: string
  reference: string
  allowUsed: boolean
}

type Way = Pick<Entered, 'method' | 'tenderId'>

export const nothingEntered: Entered = {
  method: 'cash',
  tenderId: undefined,
  text: '',
  reference: '',
  allowUsed: false,
}

export type Draft = Omit<Entered, 'text'> & { amount: number | null }

/** `amount` null is the exact rest. */
export const emptyDraft: Draft = { method: 'cash', amount: null, reference: '', allowUsed: false }

/** Returns the part of typed or pasted text that a field takes: of a whole M-PESA message the code, which comes first. */
export const toReference = ({ method, tenderId }: Way, typed: string): string =>
  isMpesa(method, tenderId) ? typed.replace(/\s/g, '').toUpperCase().slice(0, 10) : typed.toUpperCase()

/** An M-PESA code that was begun has to be whole. */
export const isHalfCode = ({ method, tenderId, reference }: Way & { reference: string }): boolean =>
  isMpesa(method, tenderId) && reference !== '' && !/^[A-Z0-9]{10}$/.test(reference)

const mpesa: Way = { method: 'mobileMoney' }

/** Returns the code with what came as fast as a scan: a person may type, or scan it, that fast. null: it is a barcode. */
export function codeWithScan(reference: string, scanned: string): string | null {
  const bare = toReference(mpesa, scanned)
  if (!/^[A-Z0-9]+$/.test(bare) || scanned.trim().length > 10) return null
  if (/^\d+$/.test(bare))
    return reference !== '' && (reference + bare).length === 10 ? reference + bare : null
  return bare.length === 10 ? bare : toReference(mpesa, reference + bare)
}

export type NextStep =
  /** This draft covers the sale: take it and complete. */
  | { kind: 'complete'; tenders: SaleTender[]; settlement: Settlement }
  /** It covers a part: take it and ask for the rest. */
  | { kind: 'add'; tender: SaleTender; settlement: Settlement }
  | { kind: 'impossible'; reason: TenderProblem['reason'] }

/** Returns the cents that a method still has to pay. Not above 0: the sale is paid. */
export function restOf(
  total: number,
  taken: readonly SaleTender[],
  { method, roundCash }: { method: PaymentMethod; roundCash: boolean },
): number {
  const cash = restInCash(total, taken, roundCash)
  return method === 'cash' || cash <= 0 ? cash : restInCash(total, taken, false)
}

/** The current act of Enter. */
export function nextStep(
  total: number,
  taken: readonly SaleTender[],
  draft: Draft,
  roundCash = false,
): NextStep {
  const before = settleTenders(total, taken, roundCash)
  if (!before.ok) return { kind: 'impossible', reason: before.problem.reason }
  if (before.settlement.remaining === 0) {
    return { kind: 'complete', tenders: [...taken], settlement: before.settlement }
  }
  const tender = toTender(draft, restOf(total, taken, { method: draft.method, roundCash }))
  const tenders = [...taken, tender]
  const after = settleTenders(total, tenders, roundCash)
  if (!after.ok) return { kind: 'impossible', reason: after.problem.reason }
  return after.settlement.remaining === 0
    ? { kind: 'complete', tenders, settlement: after.settlement }
    : { kind: 'add', tender, settlement: after.settlement }
}

function toTender({ method, tenderId, amount, reference, allowUsed }: Draft, remaining: number): SaleTender {
  const noted = method === 'cash' || method === 'credit' ? '' : reference.trim()
  return {
    method,
    ...(tenderId !== undefined && { tenderId }),
    amount: amount ?? remaining,
    ...(noted && { reference: noted }),
    ...(noted && allowUsed && { allowUsed }),
  }
}

/** Adds what returned goods pay. Only cash gives change. */
export function withReturned(
  taken: SaleTender[],
  returned: Returned | undefined,
  { total, table }: { total: number; table: readonly CodeRow[] },
): SaleTender[] {
  if (!returned || returned.refund === 0) return taken
  const method = returned.refundBy === undefined ? 'cash' : paymentMethod(returned.refundBy, table)
  const amount = method === 'cash' ? returned.refund : Math.min(returned.refund, total)
  return [...taken, { method, amount, returned: true }]
}
