/**
 * An exchange: a credit note and a sale in one transaction. The credit note gives its money back in cash or by another
 * tender, and the same tender pays a part of the sale. So drawer, X and Z change by the difference only.
 */
import type { Db } from '../../../db/engine/sqlite.ts'
import { type Invoice, invoiceByRequest, tendersOf } from '../../../db/profile/invoices.ts'
import { fail, type Reply } from '../../contract/errors.ts'
import type { Returned } from '../../contract/sale.ts'
import { paymentCode } from '../../fiscal/codes.ts'
import { formatMoney } from '../../fiscal/money.ts'
import { isPayment } from '../../fiscal/tender.ts'
import type { Wanted } from '../acts/mayAct.ts'
import { cashBeyond } from '../cash/drawer.ts'
import type { ShopContext } from '../context.ts'
import { type CreditPlan, planCredit } from './creditTillSale.ts'
import { paymentTable } from './payment.ts'
import type { Payment } from './settlePayment.ts'

/** The request of the credit note that belongs to a sale's request. */
export const creditRequestOf = (requestId: string): string => `${requestId} return`

/** The returned goods of an exchange. Fails if they are not worth what the window showed. */
export const planReturn = (context: ShopContext, returned: Returned): Reply<CreditPlan> => {
  const cash = paymentCode('cash', paymentTable(context.db))
  const plan = planCredit(context, { ...returned, refundBy: returned.refundBy ?? cash })
  if (!plan.ok || plan.data.money === returned.refund) return plan
  const worth = formatMoney(plan.data.money)
  return fail(
    '003',
    'sale.returnChanged',
    `The returned goods are now worth KSh ${worth}. Choose them again on the Receipts screen.`,
    { field: 'returned.refund', params: { worth } },
  )
}

/** Returns the payment of a sale of `total` cents by returned goods. Only cash gives change. */
export const paymentBy = ({ by, money }: CreditPlan, total: number) => {
  const amount = by?.method === 'cash' ? money : Math.min(money, total)
  return by && amount > 0 ? { ...by, amount } : undefined
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

/** Returns the credit note of an exchange by its sale, and what it paid; null if the sale is none. */
export const returnOf = (db: Db, { id, request_id }: Pick<Invoice, 'id' | 'request_id'>) => {
  const note = request_id === null ? undefined : invoiceByRequest(db, creditRequestOf(request_id))
  if (!note) return null
  const refund = tendersOf(db, id).find(({ reference }) => reference === note.number)?.amount ?? 0
  const given = tendersOf(db, note.id).find((each) => isPayment(each) && each.method !== 'credit')
  const returned = { invoiceId: note.id, number: note.number, refund }
  if (!given || given.amount === refund) return returned
  const { method, tender_name, amount } = given
  const tender = tender_name === null ? {} : { tender: tender_name }
  return { ...returned, back: { method, ...tender, amount: amount - refund } }
}
