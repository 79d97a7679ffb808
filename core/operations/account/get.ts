import { customersMergedInto, standingCustomer } from '../../../db/profile/customers.ts'
import { ok } from '../../contract/errors.ts'
import { noCustomer, standingOf } from '../../shop/customers/account.ts'
import { customerOf } from '../customer/view.ts'
import type { Handler } from '../shared/handler.ts'
import { mostOpen } from './view.ts'

export const getAccount: Handler<'account.get'> = ({ customerId }, { profile, db }) => {
  const customer = standingCustomer(db, customerId)
  if (!customer) return noCustomer('customerId')
  const { open, ...standing } = standingOf(profile, customer.id)
  return ok({
    customer: customerOf(db, customer),
    ...standing,
    open: open.slice(0, mostOpen).map(({ id, number, soldAt, credit, owed, earlier }) => ({
      id,
      number,
      soldAt,
      credit,
      owed,
      earlier: earlier === 1,
    })),
    merged: customersMergedInto(db, customer.id),
  })
}
