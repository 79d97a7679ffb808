import { itemsByPrice, searchCorrected, searchItems } from '../../../db/profile/itemSearch.ts'
import { ok } from '../../contract/errors.ts'
import { parseMoney } from '../../fiscal/money.ts'
import type { Handler } from '../shared/handler.ts'
import { itemView } from './view.ts'

export const searchForItems: Handler<'item.search'> = ({ text, limit }, { db }) => {
  const found = searchItems(db, text, limit)
  const price = found.length < limit ? parseMoney(text) : null
  const priced = price === null ? [] : itemsByPrice(db, price, limit - found.length)
  const ids = new Set(found.map(({ id }) => id))
  const items = [...found, ...priced.filter(({ id }) => !ids.has(id))]
  if (items.length > 0) return ok({ items: items.map(itemView), corrected: false })
  const corrected = searchCorrected(db, text, limit)
  return ok({ items: corrected.map(itemView), corrected: corrected.length > 0 })
}
