import { transferById, transfersBefore } from '../../../db/profile/transfers.ts'
import { ok } from '../../contract/errors.ts'
import { pageOfIds, readCursor } from '../shared/cursor.ts'
import type { Handler } from '../shared/handler.ts'
import { noTransfer, transferView, wholeTransfer } from './view.ts'

export const listTransfers: Handler<'transfer.list'> = ({ cursor, limit, ...query }, { db }) => {
  const from = readCursor(cursor, ['number'])
  if (!from.ok) return from
  const { direction, text, differing } = query
  const found = transfersBefore(db, { direction, text, differing, before: from.data?.[0], limit: limit + 1 })
  const { rows, next } = pageOfIds(found, limit)
  return ok({ transfers: rows.map(transferView), ...next })
}

export const getTransfer: Handler<'transfer.get'> = ({ id }, { db }) => {
  const row = transferById(db, id)
  return row ? ok(wholeTransfer(row, db)) : noTransfer()
}
