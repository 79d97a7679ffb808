import { countItems, listItems } from '../../../db/profile/items.ts'
import { ok } from '../../contract/errors.ts'
import { pageOf, readCursor } from '../shared/cursor.ts'
import type { Handler } from '../shared/handler.ts'
import { costsView, itemView } from './view.ts'

export const listAllItems: Handler<'item.list'> = ({ text, filter, cursor, limit }, { db, actor }) => {
  const from = readCursor(cursor, ['string', 'number'])
  if (!from.ok) return from
  const after = from.data && { name: from.data[0], id: from.data[1] }
  const { rows, next } = pageOf(
    listItems(db, { text, filter, after, limit: limit + 1 }),
    limit,
    ({ name, id }) => [name, id],
  )
  const items = rows.map((row) => ({ ...itemView(row), costs: costsView(row, actor) }))
  return ok({ items, total: countItems(db, { text, filter }), ...next })
}
