import { accountBefore } from '../../../db/profile/accounts.ts'
import { standingCustomer } from '../../../db/profile/customers.ts'
import { ok } from '../../contract/errors.ts'
import { noCustomer } from '../../shop/customers/account.ts'
import { pageOf, readCursor } from '../shared/cursor.ts'
import type { Handler } from '../shared/handler.ts'
import { entryView } from './view.ts'

export const listEntries: Handler<'account.entries'> = ({ customerId, cursor, limit }, { db }) => {
  const before = readCursor(cursor, ['number', 'string', 'number'])
  if (!before.ok) return before
  const customer = standingCustomer(db, customerId)
  if (!customer) return noCustomer('customerId')
  const found = accountBefore(db, customer.id, { before: before.data, limit: limit + 1 })
  const { rows, next } = pageOf(found, limit, ({ at, kind, id }) => [at, kind, id])
  return ok({ entries: rows.map(entryView), ...next })
}
