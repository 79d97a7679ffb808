import { audit } from '../../../db/profile/audit.ts'
import {
  type CustomerRow,
  customerById,
  mergeCustomer,
  updateCustomer,
} from '../../../db/profile/customers.ts'
import { whoOf } from '../../access/actor.ts'
import { fail, ok, type Reply } from '../../contract/errors.ts'
import type { ParsedInputOf } from '../../contract/index.ts'
import { noCustomer, subjectOf } from '../../shop/customers/account.ts'
import type { ProfileContext } from '../context.ts'
import { customerOf } from '../customer/view.ts'
import type { Handler } from '../shared/handler.ts'

const merge = (
  { from, into }: ParsedInputOf<'account.merge'>,
  { db, actor, ports }: ProfileContext,
): Reply<CustomerRow> => {
  const [one, other] = [customerById(db, from), customerById(db, into)]
  if (!one) return noCustomer('from')
  if (!other || other.merged_into !== null) return noCustomer('into')
  // A second press of the same button.
  if (one.merged_into === other.id) return ok(other)
  if (one.merged_into !== null) return noCustomer('from')
  if (one.id === other.id) {
    const message = 'Choose two different customers.'
    return fail('003', 'customer.mergeSame', message, { field: 'into' })
  }
  if (one.pin !== null && other.pin === null) {
    const message = `${one.name} has a PIN, so merge ${other.name} into ${one.name}.`
    return fail('003', 'customer.mergePin', message, {
      field: 'into',
      params: { name: one.name, other: other.name },
    })
  }
  mergeCustomer(db, one.id, other.id)
  // The customer is still found by the number that the other row had.
  if (other.phone_key === null && one.phone_key !== null)
    updateCustomer(db, other.id, { phone: one.phone, phone_key: one.phone_key })
  audit(db, {
    at: ports.clock.now(),
    kind: 'customersMerged',
    subject: subjectOf(one),
    row_id: null,
    who: whoOf(actor),
    content: JSON.stringify({ customer: subjectOf(other) }),
  })
  return ok(customerById(db, other.id) ?? other)
}

export const mergeCustomers: Handler<'account.merge'> = (input, context) => {
  const { profile, db } = context
  const reply = db.transaction(() => merge(input, context))
  if (!reply.ok) return reply
  profile.emit({ type: 'customer.changed' })
  return ok(customerOf(db, reply.data))
}
