/** Telling the authority of a purchase; its word "already there" means two things, told apart here. */
import type { Submission } from '../../db/app/submissions.ts'
import type { Answer, Authority, PurchaseRecord } from '../authority/port.ts'
import type { LookUp } from './reconcile.ts'
import { purchasePayload } from './records.ts'

type Invoice = Pick<PurchaseRecord, 'supplierPin' | 'supplierBranch' | 'supplierNumber'>

/** Whether the authority still lists a supplier's invoice as one that nobody has confirmed (authority §1.4 no. 15). */
const isListed = async (
  authority: Authority,
  { supplierPin, supplierBranch, supplierNumber }: Invoice,
): Promise<Answer<boolean>> => {
  const open = await authority.supplierInvoices(undefined)
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

/**
 * Confirms a supplier's invoice. "Already there" after a try that may have arrived (`sentBefore`) is asked about. Else it is
 * either our number, which is taken, or the supplier's invoice, which somebody has confirmed before: the authority still
 * lists it in the first case, in the second no other number would help.
 */
export const confirmPurchase = async (
  authority: Authority,
  record: PurchaseRecord,
  sentBefore: boolean,
): Promise<Answer<null>> => {
  const answer = await authority.confirmPurchase(record)
  if (answer.kind !== 'refused' || !answer.duplicate || sentBefore) return answer
  const listed = await isListed(authority, record)
  if (listed.kind === 'accepted' && listed.data) return answer
  const { duplicate: _, ...refused } = answer
  return refused
}

/** What became of a purchase whose number is taken, a try of which may have arrived: is its invoice still to be confirmed? */
export const askForPurchase = async (authority: Authority, row: Submission): Promise<LookUp> => {
  const answer = await isListed(authority, purchasePayload.parse(JSON.parse(row.payload)))
  if (answer.kind !== 'accepted') return { outcome: answer, invoice: null, answer }
  return { outcome: { kind: 'accepted', data: answer.data ? 'notThere' : 'ours' }, invoice: null, answer }
}
