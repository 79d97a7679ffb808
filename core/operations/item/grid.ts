import { categories, gridItems } from '../../../db/profile/itemGrid.ts'
import { ok } from '../../contract/errors.ts'
import type { Handler } from '../shared/handler.ts'
import { itemView } from './view.ts'

/** More tiles than fit on a screen do not help; then search is better. */
const tiles = 120

export const itemGrid: Handler<'item.grid'> = ({ category }, { db }) =>
  ok({ categories: categories(db), items: gridItems(db, category, tiles).map(itemView) })
