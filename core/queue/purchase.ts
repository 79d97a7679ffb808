/** Telling the authority of a purchase; its word "already there" means two things, told apart here. */
import type { Submission } from '../../db/profile/submissions.ts'
import type { Answer, Authority, PurchaseRecord } from '../authority/port.ts'
import { parseWireDate, toWireDateTime } from '../fiscal/dates.ts'
import type { LookUp } from './reconcile.ts'
import { purchasePayload } from './records.ts'

type Invoice = Pick<PurchaseRecord, 'supplierPin' | 'supplierBranch' | 'supplierNumber' | 'purchasedOn'>

/** The whole list can be more than the authority gives at once: it is asked for from so long before the purchase, milliseconds. */
const monthMs = 31 * 86_400_000
const sinceBefore = (purchasedOn: string): string | undefined => {
  const day = parseWireDate(purchasedOn)
  return day === null ? undefined : toWireDateTime(day - monthMs)
}

/** Whether the authority still lists a supplier's invoice as one that nobody has confirmed (authority §1.4 no. 15). */
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

/** As the authority says it of what it has already (`authority §2.1`). */
export const alreadyThere = {
  kind: 'refused',
  code: '994',
  text: 'The invoice is confirmed already.',
} as const

/**
 * Confirms a supplier's invoice that is still to be confirmed: not every authority minds a second confirmation, and other
 * branches of the taxpayer see the same invoices. One that is gone from the list is there by our own try, where one may have
 * arrived (`sentBefore`), else by somebody else's, which no other number would change. "Already there" of one that is listed
 * is our number, which is taken.
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

/** What became of a purchase whose number is taken: is its invoice still to be confirmed? */
export const askForPurchase = async (authority: Authority, row: Submission): Promise<LookUp> => {
  const answer = await isListed(authority, purchasePayload.parse(JSON.parse(row.payload)))
  if (answer.kind !== 'accepted') return { outcome: answer, invoice: null, answer }
  return {
    outcome: { kind: 'accepted', data: answer.data ? 'notThere' : 'there' },
    invoice: null,
    answer,
  }
}
