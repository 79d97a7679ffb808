import { customsEntriesBefore, customsEntry } from '../../../db/profile/customs.ts'
import { device } from '../../../db/profile/reference.ts'
import { ok } from '../../contract/errors.ts'
import { notReady } from '../../shop/failures.ts'
import { customsPull } from '../../shop/purchases/pull.ts'
import { pageOfIds, readCursor } from '../shared/cursor.ts'
import type { Handler } from '../shared/handler.ts'
import { entryView, noEntry, wholeEntry } from './view.ts'

export const listEntries: Handler<'customs.list'> = ({ filter, text, cursor, limit }, context) => {
  const { db, profile } = context
  const from = readCursor(cursor, ['number'])
  if (!from.ok) return from
  const found = customsEntriesBefore(db, { filter, text, before: from.data?.[0], limit: limit + 1 })
  const { rows, next } = pageOfIds(found, limit)
  return ok({
    entries: rows.map((row) => entryView(row, context)),
    ...customsPull.state(profile),
    ...next,
  })
}

export const fetchEntries: Handler<'customs.fetch'> = async (_, { db, profile, lookUpMs }) => {
  if (!device(db)) return notReady()
  return ok({ fetched: await customsPull.run(profile, lookUpMs) })
}

export const getEntry: Handler<'customs.get'> = ({ id }, context) => {
  const row = customsEntry(context.db, id)
  return row ? ok(wholeEntry(row, context)) : noEntry('id')
}
