import { type CustomerRow, customerByPin, customerCount, storeCustomer } from '../../../db/app/customers.ts'
import type { App } from '../../app.ts'
import type { Author } from '../../authority/port.ts'
import { enqueueCustomer } from '../../queue/enqueue.ts'

export interface CustomerFields {
  pin: string
  name: string
  phone: string | null
  email: string | null
  address: string | null
}

/** Keeps a customer and queues it for the authority's branch list. Call inside a transaction. */
export const keepCustomer = ({ db, ports }: App, fields: CustomerFields, author: Author): CustomerRow => {
  const at = ports.clock.now()
  const before = customerByPin(db, fields.pin)
  // The authority's list wants a number of at most nine characters (authority §1.4, no. 9).
  const number = before?.number ?? String(customerCount(db) + 1).padStart(3, '0')
  storeCustomer(db, {
    ...fields,
    number,
    fax: before?.fax ?? null,
    active: 1,
    created_at: before?.created_at ?? at,
    updated_at: at,
  })
  enqueueCustomer(
    db,
    { ...fields, number, fax: before?.fax ?? null, active: true, remark: null, author },
    { author, at },
  )
  return customerByPin(db, fields.pin) as CustomerRow
}
