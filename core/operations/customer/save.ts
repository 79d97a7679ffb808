import { audit } from '../../../db/profile/audit.ts'
import {
  type CustomerRow,
  customerById,
  customerByPin,
  customerByRequest,
} from '../../../db/profile/customers.ts'
import { authorOf, isCashier, whoOf } from '../../access/actor.ts'
import { fail, ok, type Reply } from '../../contract/errors.ts'
import type { ParsedInputOf } from '../../contract/index.ts'
import { phoneKey, phoneText } from '../../fiscal/phone.ts'
import { noCustomer, subjectOf } from '../../shop/customers/account.ts'
import { keepCustomer } from '../../shop/customers/keepCustomer.ts'
import { missing } from '../../shop/failures.ts'
import type { ProfileContext } from '../context.ts'
import type { Handler } from '../shared/handler.ts'
import { customerOf } from './view.ts'

type Input = ParsedInputOf<'customer.save'>

/** Returns the row that changes; undefined: a new one. */
const rowBefore = ({ id, pin, requestId }: Input, { db }: ProfileContext): Reply<CustomerRow | undefined> => {
  const withPin = pin ? customerByPin(db, pin) : undefined
  if (id === undefined) return pin || requestId ? ok(withPin) : missing('requestId')
  const row = customerById(db, id)
  if (!row) return noCustomer('id')
  if (row.merged_into !== null) {
    const into = customerById(db, row.merged_into)?.name ?? ''
    const message = `${row.name} was merged into ${into}. Change that customer.`
    return fail('003', 'customer.merged', message, { field: 'id', params: { name: row.name, into } })
  }
  if (withPin && withPin.id !== id) {
    const message = `${withPin.name} has this PIN. Merge the two customers, or correct the PIN.`
    return fail('003', 'customer.pinTaken', message, { field: 'pin', params: { name: withPin.name } })
  }
  if (pin && row.pin !== null && row.pin !== pin) {
    const message = `${row.name} has the PIN ${row.pin}, which stays. Enter a new customer for another PIN.`
    return fail('003', 'customer.pinStays', message, {
      field: 'pin',
      params: { name: row.name, pin: row.pin },
    })
  }
  return ok(row)
}

/** Returns the form in which a number is stored. A text that other software stored may stay. */
const phoneOf = (typed: string | null | undefined, before: CustomerRow | undefined): Reply<string | null> => {
  if (!typed) return ok(null)
  if (typed === before?.phone) return ok(typed)
  const key = phoneKey(typed)
  if (key !== null) return ok(phoneText(key))
  return fail(
    '003',
    'customer.phoneWrong',
    'This is no phone number. Enter ten digits such as 0712 345 678, or +255… of another country.',
    { field: 'phone' },
  )
}

const compared = ['name', 'pin', 'phone', 'email', 'address', 'remark', 'credit_limit'] as const

const save = (input: Input, context: ProfileContext): Reply<CustomerRow> => {
  const { profile, db, actor, ports } = context
  const done = input.requestId === undefined ? undefined : customerByRequest(db, input.requestId)
  if (done) return ok(done)
  const found = rowBefore(input, context)
  if (!found.ok) return found
  const before = found.data
  const phone = phoneOf(input.phone, before)
  if (!phone.ok) return phone
  const limit = before?.credit_limit ?? null
  if (input.creditLimit !== undefined && input.creditLimit !== limit && isCashier(actor)) {
    return fail(
      '001',
      'customer.limitNeedsManager',
      'Only a manager may set a credit limit. Save the customer without it.',
      { field: 'creditLimit', params: { role: 'manager' } },
    )
  }
  const change = {
    name: input.name,
    pin: input.pin || undefined,
    phone: phone.data,
    email: input.email || null,
    address: input.address || null,
    remark: input.note === undefined ? undefined : input.note || null,
    credit_limit: input.creditLimit,
    active: 1,
    ...(before === undefined && { request_id: input.requestId }),
  } as const
  const { row } = keepCustomer(profile, before, change, authorOf(actor))
  const changed = compared.filter((name) => row[name] !== (before?.[name] ?? null))
  if (changed.length > 0) {
    audit(db, {
      at: ports.clock.now(),
      kind: 'customerSaved',
      subject: subjectOf(row),
      row_id: null,
      who: whoOf(actor),
      content: JSON.stringify({
        fields: changed,
        ...(changed.includes('credit_limit') && { limits: [limit, row.credit_limit] }),
      }),
    })
  }
  return ok(row)
}

export const saveCustomer: Handler<'customer.save'> = (input, context) => {
  const { profile, db } = context
  const reply = db.transaction(() => save(input, context))
  if (!reply.ok) return reply
  profile.emit({ type: 'customer.changed' })
  if (reply.data.pin !== null) profile.emit({ type: 'queue.changed' })
  profile.submitter.wake()
  return ok(customerOf(db, reply.data))
}
