import { countItems, listItems } from '../../../db/app/items.ts'
import { ok } from '../../contract/errors.ts'
import { decodeCursor, encodeCursor } from '../cursor.ts'
import type { Handler } from '../handler.ts'
import { itemView } from './view.ts'

export const listAllItems: Handler<'item.list'> = ({ text, filter, cursor, limit }, { db }) => {
  const [name, id] = decodeCursor(cursor) ?? []
  const after = typeof name === 'string' && typeof id === 'number' ? { name, id } : undefined
  const rows = listItems(db, { text, filter, after, limit })
  const last = rows.at(-1)
  return ok({
    items: rows.map(itemView),
    total: countItems(db, { text, filter }),
    ...(last && rows.length === limit ? { nextCursor: encodeCursor([last.name, last.id]) } : {}),
  })
}
