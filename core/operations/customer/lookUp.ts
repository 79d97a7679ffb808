import { customerByPin } from '../../../db/profile/customers.ts'
import { ok } from '../../contract/errors.ts'
import { lookUpTaxpayer } from '../../shop/customers/lookUpTaxpayer.ts'
import type { Handler } from '../shared/handler.ts'
import { customerView, taxpayerView } from './view.ts'

/** Milliseconds. The till never waits longer for the network; the sale continues with what is known here. */
const patienceMs = 3_000

export const lookUpCustomer: Handler<'customer.lookUp'> = async ({ pin }, { profile, db }) => {
  const { taxpayer, asked } = await lookUpTaxpayer(profile, pin, patienceMs)
  const own = customerByPin(db, pin)
  return ok({
    customer: own ? customerView(own, taxpayer) : taxpayer ? taxpayerView(taxpayer) : null,
    askedAuthority: asked,
  })
}
