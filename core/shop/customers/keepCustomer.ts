import {
  type CustomerRow,
  customerByPin,
  nextCustomerNumber,
  storeCustomer,
} from '../../../db/profile/customers.ts'
import type { Author } from '../../authority/port.ts'
import type { Profile } from '../../profile/profile.ts'
import { enqueueCustomer, type Replacing } from '../../queue/enqueue.ts'

/** A change of a customer; undefined = unchanged. */
export type CustomerChange = {
  [N in 'number' | 'address' | 'phone' | 'email' | 'fax' | 'remark' | 'active']?: CustomerRow[N] | undefined
} & { name: string; author?: Author | undefined }

const unsaid = { address: null, phone: null, email: null, fax: null, remark: null, active: 1 } as const

/** Stores a customer. A new one without a number gets the next number. `modifier`: the author. */
export const writeCustomer = (
  { db, ports }: Profile,
  pin: string,
  { author, ...change }: CustomerChange,
  modifier: Author,
): CustomerRow => {
  const at = ports.clock.now()
  const before = customerByPin(db, pin)
  const registrant = author ?? modifier
  const said = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  storeCustomer(db, {
    ...unsaid,
    // The authority accepts numbers of at most nine characters (`authority §1.4`, no. 9).
    number: before?.number ?? nextCustomerNumber(db),
    author_id: registrant.id,
    author_name: registrant.name,
    created_at: at,
    ...before,
    ...(author && { author_id: author.id, author_name: author.name }),
    ...said,
    name: change.name,
    pin,
    modifier_id: modifier.id,
    modifier_name: modifier.name,
    updated_at: at,
  })
  return customerByPin(db, pin) as CustomerRow
}

/** Stores a customer and queues it for the authority's branch list. Returns the row and the submission's id. */
export const keepCustomer = (
  profile: Profile,
  pin: string,
  change: CustomerChange,
  author: Author,
  made?: Replacing['made'],
): { row: CustomerRow; submissionId: number } =>
  profile.db.transaction(() => {
    profile.disk.demandRoom()
    const row = writeCustomer(profile, pin, change, author)
    return { row, submissionId: enqueueCustomer(profile.db, row, { author, at: row.updated_at, made }) }
  })
