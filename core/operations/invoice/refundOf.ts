import { ok } from '../../contract/errors.ts'
import { planCredit } from '../../shop/sales/creditTillSale.ts'
import type { Handler } from '../shared/handler.ts'

export const refundOf: Handler<'invoice.refundOf'> = (input, context) => {
  const plan = planCredit(context, { ...input, reason: '06' })
  if (!plan.ok) return plan
  const { sale, lines, amount, lessOwed, money } = plan.data
  return ok({
    number: sale.number,
    total: amount,
    lessOwed,
    refund: money,
    lines: lines.map(({ kept }) => ({ name: kept.name, quantity: kept.quantity, total: kept.total })),
  })
}
