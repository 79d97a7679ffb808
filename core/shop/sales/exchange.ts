/**
 * An exchange: a credit note and a sale in one transaction. The credit note gives its money back in cash, and the same
 * cash pays a part of the sale. So drawer, X and Z change by the difference only.
 */
import type { Db } from '../../../db/engine/sqlite.ts'
import { invoiceByRequest, tendersOf } from '../../../db/profile/invoices.ts'
import { fail, type Reply } from '../../contract/errors.ts'
import type { Returned } from '../../contract/sale.ts'
import { paymentCode } from '../../fiscal/codes.ts'
import { formatMoney } from '../../fiscal/money.ts'
import type { Wanted } from '../acts/mayAct.ts'
import { cashBeyond } from '../cash/drawer.ts'
import type { ShopContext } from '../context.ts'
import { type CreditPlan, planCredit } from './creditTillSale.ts'
import { paymentTable } from './payment.ts'
import type { Payment } from './settlePayment.ts'

/** The request of the credit note that belongs to a sale's request. */
export const creditRequestOf = (requestId: string): string => `${requestId} return`

export const returnedInCash = ({ db }: ShopContext, returned: Pick<Returned, 'id' | 'reason' | 'items'>) => ({
  ...returned,
  refundBy: paymentCode('cash', paymentTable(db)),
})

/** The returned goods of an exchange. Fails if they are not worth what the window showed. */
export const planReturn = (context: ShopContext, returned: Returned): Reply<CreditPlan> => {
  const plan = planCredit(context, returnedInCash(context, returned))
  if (!plan.ok || plan.data.cash === returned.refund) return plan
  const worth = formatMoney(plan.data.cash)
  return fail(
    '003',
    'sale.returnChanged',
    `The returned goods are now worth KSh ${worth}. Choose them again on the Receipts screen.`,
    { field: 'returned.refund', params: { worth } },
  )
}

/** The acts of taking goods back in exchange. Only the difference leaves the drawer. */
export const actsOfReturn = (
  { profile }: ShopContext,
  { amount, cash, sale }: CreditPlan,
  { change, tenders }: Payment,
): Wanted[] => {
  const inCash = tenders.reduce((sum, each) => sum + (each.method === 'cash' ? each.amount : 0), 0)
  const difference = change - (inCash - cash)
  return [
    { act: 'creditNote', amount, document: sale.number },
    ...cashBeyond(profile, difference, sale.number),
  ]
}

/** Returns the credit note of an exchange by the request of its sale; null if the sale is none. */
export const returnOf = (db: Db, requestId: string) => {
  const note = invoiceByRequest(db, creditRequestOf(requestId))
  if (!note) return null
  const refund = tendersOf(db, note.id)
    .filter(({ method }) => method === 'cash')
    .reduce((sum, { amount }) => sum + amount, 0)
  return { invoiceId: note.id, number: note.number, refund }
}
