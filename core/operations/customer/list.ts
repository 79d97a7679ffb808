import { listCustomers } from '../../../db/profile/customers.ts'
import { ok } from '../../contract/errors.ts'
import { phonePart } from '../../fiscal/phone.ts'
import { pageOf, readCursor } from '../shared/cursor.ts'
import type { Handler } from '../shared/handler.ts'
import { customerOf } from './view.ts'

export const searchCustomers: Handler<'customer.list'> = ({ text, owing, above, cursor, limit }, { db }) => {
  const after = readCursor(cursor, ['string', 'number'])
  if (!after.ok) return after
  const found = listCustomers(
    db,
    { text, digits: phonePart(text), owing, above },
    { after: after.data, limit: limit + 1 },
  )
  const { rows, next } = pageOf(found, limit, ({ name, id }) => [name, id])
  return ok({ customers: rows.map((row) => ({ ...customerOf(db, row), owed: row.owed })), ...next })
}
