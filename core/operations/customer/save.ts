import { taxpayerByPin } from '../../../db/profile/customers.ts'
import { authorOf } from '../../access/actor.ts'
import { ok } from '../../contract/errors.ts'
import { keepCustomer } from '../../shop/customers/keepCustomer.ts'
import type { Handler } from '../shared/handler.ts'
import { customerView } from './view.ts'

export const saveCustomer: Handler<'customer.save'> = (input, { profile, db, actor }) => {
  const change = {
    name: input.name,
    phone: input.phone || null,
    email: input.email || null,
    address: input.address || null,
    active: 1,
  } as const
  const { row } = keepCustomer(profile, input.pin, change, authorOf(actor))
  profile.emit({ type: 'customer.changed' })
  profile.emit({ type: 'queue.changed' })
  profile.submitter.wake()
  return ok(customerView(row, taxpayerByPin(db, input.pin)))
}
