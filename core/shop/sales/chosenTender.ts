/** A tender of the shop's list that a person chose for a payment, a refund, or a payment on account. */
import type { Tender } from '../../../db/profile/paymentChanges.ts'
import { fail, ok, type Reply } from '../../contract/errors.ts'
import { type CodeRow, type PaymentMethod, paymentMethod } from '../../fiscal/codes.ts'
import { isShipped, tenderOf } from '../../fiscal/shopTenders.ts'
import type { Profile } from '../../profile/profile.ts'
import { invalid } from '../failures.ts'
import { normalReference } from './references.ts'

interface Asked {
  /** A code of the authority. */
  method: string
  tenderId?: string | undefined
  reference?: string | undefined
}

interface Rules {
  /** The authority's methods that are possible here. */
  table: readonly CodeRow[]
  /** The caller's name for a field of {@link Asked}. */
  field: (name: keyof Asked) => string
  /** The payments of a sale that is being corrected. Their tenders may be off now. */
  was?: readonly Tender[]
  /** A refund has no reference. */
  isRefund?: boolean
}

/** How the books hold the tender and its reference. */
export type ChosenTender = Required<Omit<Tender, 'amount'>> & { method: PaymentMethod }

export const chosenTender = (
  profile: Profile,
  { method: code, tenderId, reference: given }: Asked,
  { table, field, was = [], isRefund = false }: Rules,
): Reply<ChosenTender> => {
  if (!table.some((row) => row.code === code))
    return invalid(field('method'), code, `one of ${table.map((row) => row.code).join(', ')}`)
  const method = paymentMethod(code, table)
  const found = tenderOf(profile.settings().tenders, { method, tenderId })
  if (!found || found.method !== method)
    return invalid(field('tenderId'), tenderId ?? '', `a payment method of the shop, of the kind ${method}`)
  const tender_id = isShipped(found) ? null : found.id
  const isKept = was.some((each) => each.method === method && each.tender_id === tender_id)
  if (!found.on && !isKept) {
    return fail('003', 'tender.off', 'This payment method is switched off. Choose another one.', {
      field: field(tenderId === undefined ? 'method' : 'tenderId'),
    })
  }
  const reference = normalReference({ method, tender_id }, given)
  if (found.reference === 'required' && reference === null && !isRefund) {
    return fail(
      '003',
      'tender.referenceMissing',
      'This payment method needs a reference. Enter its number.',
      {
        field: field('reference'),
      },
    )
  }
  return ok({ method, reference, tender_id, tender_name: found.name })
}
