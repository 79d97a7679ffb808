import { listCustomers } from '../../../db/profile/customers.ts'
import { ok } from '../../contract/errors.ts'
import { phonePart } from '../../fiscal/phone.ts'
import { pageOf, readCursor } from '../shared/cursor.ts'
import type { Handler } from '../shared/handler.ts'
import { accountHead } from './restView.ts'

export const findAccounts: Handler<'account.find'> = ({ text, owing, cursor, limit }, { db }) => {
  const after = readCursor(cursor, ['string', 'number'])
  if (!after.ok) return after
  const search = { text, digits: phonePart(text), owing: owing === 'Y', above: false }
  const found = listCustomers(db, search, { after: after.data, limit: limit + 1 })
  const { rows, next } = pageOf(found, limit, ({ name, id }) => [name, id])
  return ok({ accounts: rows.map((row) => accountHead(row, row.owed)), ...next })
}
