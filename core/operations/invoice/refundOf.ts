import { ok } from '../../contract/errors.ts'
import { planCredit } from '../../shop/sales/creditTillSale.ts'
import { returnedInCash } from '../../shop/sales/exchange.ts'
import type { Handler } from '../shared/handler.ts'

export const refundOf: Handler<'invoice.refundOf'> = (input, context) => {
  const plan = planCredit(context, returnedInCash(context, { ...input, reason: '06' }))
  if (!plan.ok) return plan
  const { sale, lines, amount, cash } = plan.data
  return ok({
    number: sale.number,
    total: amount,
    refund: cash,
    lines: lines.map(({ kept }) => ({ name: kept.name, quantity: kept.quantity, total: kept.total })),
  })
}
