import { ok } from '../../contract/errors.ts'
import { paymentMethod } from '../../fiscal/codes.ts'
import { paymentTable } from '../../shop/sales/payment.ts'
import { inForce } from '../../shop/sales/references.ts'
import type { Handler } from '../shared/handler.ts'

export const receiptPaidWith: Handler<'sale.paidWith'> = ({ method: code, tenderId, reference }, { db }) => {
  const method = paymentMethod(code, paymentTable(db))
  const tender_id = tenderId === undefined || tenderId === method ? null : tenderId
  const found = inForce(db, { method, tender_id }, reference)
  return ok({
    receipt: found ? { id: found.id, number: found.number, soldAt: found.sold_at, total: found.total } : null,
  })
}
