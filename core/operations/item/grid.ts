import { categories, gridItems } from '../../../db/profile/items.ts'
import { ok } from '../../contract/errors.ts'
import type { Handler } from '../shared/handler.ts'
import { itemView } from './view.ts'

/** More than a screen of tiles helps nobody; beyond it there is the search. */
const tiles = 120

export const itemGrid: Handler<'item.grid'> = ({ category }, { db }) =>
  ok({ categories: categories(db), items: gridItems(db, category, tiles).map(itemView) })
