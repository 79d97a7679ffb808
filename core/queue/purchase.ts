/** Confirms purchases. "Already there" has two meanings, which this file distinguishes. */
import type { Submission } from '../../db/profile/submissions.ts'
import type { Answer, Authority, PurchaseRecord } from '../authority/port.ts'
import { parseWireDate, toWireDateTime } from '../fiscal/dates.ts'
import type { LookUp } from './reconcile.ts'
import { purchasePayload } from './records.ts'

type Invoice = Pick<PurchaseRecord, 'supplierPin' | 'supplierBranch' | 'supplierNumber' | 'purchasedOn'>

/** The full list can exceed one response. So the query starts this many milliseconds before the purchase. */
const monthMs = 31 * 86_400_000
const sinceBefore = (purchasedOn: string): string | undefined => {
  const day = parseWireDate(purchasedOn)
  return day === null ? undefined : toWireDateTime(day - monthMs)
}

/** True if the authority still lists a supplier's invoice as unconfirmed (`authority §1.4`, no. 15). */
const isListed = async (
  authority: Authority,
  { supplierPin, supplierBranch, supplierNumber, purchasedOn }: Invoice,
): Promise<Answer<boolean>> => {
  const open = await authority.supplierInvoices(sinceBefore(purchasedOn))
  const { exchange } = open
  if (open.kind === 'nothingFound') return { kind: 'accepted', data: false, exchange }
  if (open.kind !== 'accepted') return open
  const data = open.data.some(
    (invoice) =>
      supplierPin === invoice.supplierPin &&
      supplierBranch === invoice.supplierBranch &&
      supplierNumber === invoice.number,
  )
  return { kind: 'accepted', data, exchange }
}

/** The authority's wording for an existing record (`authority §2.1`). */
export const alreadyThere = {
  kind: 'refused',
  code: '994',
  text: 'The invoice is confirmed already.',
} as const

/**
 * Confirms a supplier's invoice that is still unconfirmed. Not every authority rejects a second confirmation, and
 * other branches see the same invoices. If the invoice left the list, our own attempt confirmed it (if `sentBefore`),
 * or another branch did. "Already there" for a listed invoice means that our number is in use.
 */
export const confirmPurchase = async (
  authority: Authority,
  record: PurchaseRecord,
  sentBefore: boolean,
): Promise<Answer<null>> => {
  const listed = await isListed(authority, record)
  const { exchange } = listed
  if (listed.kind === 'accepted' && !listed.data)
    return { ...alreadyThere, ...(sentBefore ? { duplicate: true } : {}), exchange }
  if (listed.kind === 'accepted' || listed.kind === 'refused') return authority.confirmPurchase(record)
  return listed.kind === 'mayHaveArrived' ? { ...listed, kind: 'neverArrived' } : listed
}

/** Asks whether the invoice of a purchase with a used number is still unconfirmed. */
export const askForPurchase = async (authority: Authority, row: Submission): Promise<LookUp> => {
  const answer = await isListed(authority, purchasePayload.parse(JSON.parse(row.payload)))
  if (answer.kind !== 'accepted') return { outcome: answer, invoice: null, answer }
  return {
    outcome: { kind: 'accepted', data: answer.data ? 'notThere' : 'there' },
    invoice: null,
    answer,
  }
}
