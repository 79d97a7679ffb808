/** How a till's sale is paid. */
import type { Db } from '../../../db/engine/sqlite.ts'
import { fail, ok, type Reply } from '../../contract/errors.ts'
import type { ParsedInputOf } from '../../contract/index.ts'
import { type PaymentMethod, paymentMethod } from '../../fiscal/codes.ts'
import { settleTenders } from '../../fiscal/tender.ts'
import { invalid } from '../failures.ts'
import { paymentTable } from './payment.ts'
import { normalReference } from './references.ts'

/** Payment methods that leave a debt. */
const owedMethods: ReadonlySet<PaymentMethod> = new Set<PaymentMethod>(['credit', 'cashCredit'])

/** In the till's own words. Kaunta looks up the authority's codes when it sends the sale. */
interface NewTender {
  method: PaymentMethod
  amount: number
  reference: string | null
}

export interface Payment {
  tenders: NewTender[]
  /** Cents. */
  change: number
}

/** `total` in cents. It must be paid in full; a debt needs a named buyer. */
export const settlePayment = (
  db: Db,
  input: Pick<ParsedInputOf<'sale.complete'>, 'tenders' | 'buyer'>,
  total: number,
): Reply<Payment> => {
  const table = paymentTable(db)
  const unknown = input.tenders.findIndex(({ method }) => !table.some(({ code }) => code === method))
  if (unknown >= 0) {
    return invalid(
      `tenders[${unknown}].method`,
      input.tenders[unknown]?.method ?? '',
      `one of ${table.map(({ code }) => code).join(', ')}`,
    )
  }
  const tenders = input.tenders.map(({ method: code, amount, reference }) => {
    const method = paymentMethod(code, table)
    return { method, amount, reference: normalReference(method, reference) }
  })
  const settled = settleTenders(total, tenders)
  if (!settled.ok) {
    const { tender, reason } = settled.problem
    return fail('003', `tender.${reason}`, 'Only cash can exceed the total.', {
      field: tender === null ? 'tenders' : `tenders[${tender}].amount`,
    })
  }
  if (settled.settlement.remaining > 0) {
    return fail('003', 'sale.notPaid', 'The sale is not paid in full yet.', {
      field: 'tenders',
      params: { remaining: settled.settlement.remaining },
    })
  }
  if (!input.buyer && tenders.some(({ method }) => owedMethods.has(method))) {
    return fail(
      '002',
      'sale.creditNeedsBuyer',
      'A sale on credit needs a buyer: the name or the PIN of the debtor.',
      { field: 'buyer' },
    )
  }
  return ok({ tenders, change: settled.settlement.change })
}
