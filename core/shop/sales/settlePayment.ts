/** How a till's sale is paid. */
import type { Tender } from '../../../db/profile/paymentChanges.ts'
import { fail, ok, type Reply } from '../../contract/errors.ts'
import type { ParsedInputOf } from '../../contract/index.ts'
import { paymentMethod } from '../../fiscal/codes.ts'
import { type Booked, roundingAs, settleTenders } from '../../fiscal/tender.ts'
import type { Profile } from '../../profile/profile.ts'
import { type ChosenTender, chosenTender } from './chosenTender.ts'
import { paymentTable } from './payment.ts'

type Paying = ChosenTender & { amount: number }

export interface Payment {
  /** In the till's own words, with the rounding of cash. Kaunta looks up the authority's codes when it sends the sale. */
  tenders: (Tender & { method: Booked })[]
  /** Cents. */
  change: number
}

/**
 * `total` in cents. It must be paid in full; `demandCredit` checks a debt. `was`: the payments that these correct.
 * `returned`: what returned goods pay; it is the payment after those of the input.
 */
export const settlePayment = (
  profile: Profile,
  input: Pick<ParsedInputOf<'sale.complete'>, 'tenders'>,
  total: number,
  { was = [], returned }: { was?: readonly Tender[]; returned?: Paying | undefined } = {},
): Reply<Payment> => {
  // How much of *cash and credit* is owed is said by two payments.
  const table = paymentTable(profile.db).filter((row) => paymentMethod(row.code, [row]) !== 'cashCredit')
  const tenders: Paying[] = []
  for (const [index, asked] of input.tenders.entries()) {
    const field = (name: string) => `tenders[${index}].${name}`
    const chosen = chosenTender(profile, asked, { table, field, was })
    if (!chosen.ok) return chosen
    tenders.push({ ...chosen.data, amount: asked.amount })
  }
  if (returned) tenders.push(returned)
  const settled = settleTenders(total, tenders, profile.settings().roundCash)
  if (!settled.ok) {
    const { tender, reason } = settled.problem
    return fail('003', `tender.${reason}`, 'Only cash can exceed the total.', {
      field: tender === null ? 'tenders' : `tenders[${tender}].amount`,
    })
  }
  const { remaining, change, rounding } = settled.settlement
  if (remaining > 0) {
    return fail('003', 'sale.notPaid', 'The sale is not paid in full yet.', {
      field: 'tenders',
      params: { remaining },
    })
  }
  return ok({ tenders: [...tenders, ...roundingAs(rounding)], change })
}
