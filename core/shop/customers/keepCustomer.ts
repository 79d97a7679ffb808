import {
  type CustomerRow,
  customerById,
  insertCustomer,
  listNumberOf,
  takeCustomerNumber,
  updateCustomer,
} from '../../../db/profile/customers.ts'
import type { Author } from '../../authority/port.ts'
import { phoneKey } from '../../fiscal/phone.ts'
import type { Profile } from '../../profile/profile.ts'
import { enqueueCustomer, type Replacing } from '../../queue/enqueue.ts'

/** A change of a customer; undefined = unchanged. */
export type CustomerChange = {
  [N in
    | 'pin'
    | 'list_number'
    | 'address'
    | 'phone'
    | 'email'
    | 'fax'
    | 'remark'
    | 'active'
    | 'credit_limit']?: CustomerRow[N] | undefined
} & { name: string; author?: Author | undefined; request_id?: string | undefined }

const unsaid = { address: null, phone: null, email: null, fax: null, remark: null, pin: null } as const

/** Stores a change of `before`, or a new customer with the next number. `modifier`: the author. */
export const writeCustomer = (
  { db, ports }: Profile,
  before: CustomerRow | undefined,
  { author, ...change }: CustomerChange,
  modifier: Author,
): CustomerRow => {
  const at = ports.clock.now()
  const said = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  const changed = {
    ...said,
    ...(change.phone !== undefined && { phone_key: change.phone === null ? null : phoneKey(change.phone) }),
    ...(author && { author_id: author.id, author_name: author.name }),
    modifier_id: modifier.id,
    modifier_name: modifier.name,
    updated_at: at,
  }
  let id = before?.id
  if (id !== undefined) updateCustomer(db, id, changed)
  else {
    const number = takeCustomerNumber(db)
    id = insertCustomer(db, {
      ...unsaid,
      uid: ports.ids.uuid(),
      number,
      list_number: listNumberOf(number),
      author_id: modifier.id,
      author_name: modifier.name,
      created_at: at,
      name: change.name,
      ...changed,
    })
  }
  return customerById(db, id) as CustomerRow
}

/** Stores a customer and, if it has a PIN, queues it for the authority's branch list. `submissionId` 0: it has none. */
export const keepCustomer = (
  profile: Profile,
  before: CustomerRow | undefined,
  change: CustomerChange,
  author: Author,
  made?: Replacing['made'],
): { row: CustomerRow; submissionId: number } =>
  profile.db.transaction(() => {
    profile.disk.demandRoom()
    const row = writeCustomer(profile, before, change, author)
    const { pin } = row
    if (pin === null) return { row, submissionId: 0 }
    const act = { author, at: row.updated_at, made }
    return { row, submissionId: enqueueCustomer(profile.db, { ...row, pin }, act) }
  })
