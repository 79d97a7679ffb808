import { itemsByPrice, searchItems } from '../../../db/profile/items.ts'
import { ok } from '../../contract/errors.ts'
import { parseMoney } from '../../fiscal/money.ts'
import type { Handler } from '../shared/handler.ts'
import { itemView } from './view.ts'

export const searchForItems: Handler<'item.search'> = ({ text, limit }, { db }) => {
  const found = searchItems(db, text, limit)
  const price = found.length < limit ? parseMoney(text) : null
  const priced = price === null ? [] : itemsByPrice(db, price, limit - found.length)
  const ids = new Set(found.map(({ id }) => id))
  return ok({ items: [...found, ...priced.filter(({ id }) => !ids.has(id))].map(itemView) })
}
