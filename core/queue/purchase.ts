/** Telling the authority of a purchase; its word "already there" means two things, told apart here. */
import type { Answer, Authority, PurchaseRecord } from '../authority/port.ts'

/**
 * Confirms a supplier's invoice. "Already there" is our own earlier try where one may have arrived (`sentBefore`). Else
 * it is either our number, which is taken, or the supplier's invoice, which somebody has confirmed before: the authority
 * still lists it in the first case (authority §1.4 no. 15), in the second no other number would help.
 */
export const confirmPurchase = async (
  authority: Authority,
  record: PurchaseRecord,
  sentBefore: boolean,
): Promise<Answer<null>> => {
  const answer = await authority.confirmPurchase(record)
  if (answer.kind !== 'refused' || !answer.duplicate || sentBefore) return answer
  const open = await authority.supplierInvoices(undefined)
  const listed =
    open.kind === 'accepted' &&
    open.data.some(
      ({ supplierPin, supplierBranch, number }) =>
        supplierPin === record.supplierPin &&
        supplierBranch === record.supplierBranch &&
        number === record.supplierNumber,
    )
  if (listed) return answer
  const { duplicate: _, ...refused } = answer
  return refused
}
