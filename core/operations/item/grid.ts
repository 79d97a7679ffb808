import type { Db } from '../../../db/engine/sqlite.ts'
import {
  allForGrid,
  categories,
  categoryColours,
  categoryForGrid,
  favouritesForGrid,
  hasFavourites,
  setCategoryColour,
} from '../../../db/profile/itemGrid.ts'
import { itemsByIds, type ShownItem } from '../../../db/profile/items.ts'
import { authorOf } from '../../access/actor.ts'
import type { TileColour } from '../../contract/bounds.ts'
import { ok } from '../../contract/errors.ts'
import type { GridView, SellPage } from '../../contract/grid.ts'
import type { Handler } from '../shared/handler.ts'
import { itemView } from './view.ts'

/** More tiles than fit on a screen do not help; then search is better. */
const tiles = 120

const itemsOfPage = (db: Db, page: SellPage | undefined): ShownItem[] => {
  const ids = page?.items ?? []
  const byId = new Map(itemsByIds(db, ids).map((item) => [item.id, item]))
  return ids.flatMap((id) => byId.get(id) ?? []).filter(({ active }) => active === 1)
}

const itemsOf = (db: Db, view: GridView, pages: SellPage[]): ShownItem[] => {
  switch (view.kind) {
    case 'all':
      return allForGrid(db, tiles)
    case 'favourites':
      return favouritesForGrid(db, tiles)
    case 'category':
      return categoryForGrid(db, view.category, tiles)
    case 'page':
      return itemsOfPage(db, pages[view.page])
  }
}

export const itemGrid: Handler<'item.grid'> = ({ view: wanted }, { profile, db }) => {
  const pages = profile.settings().sellPages
  const favourites = hasFavourites(db)
  const known = categories(db)
  const isThere =
    wanted?.kind === 'all' ||
    (wanted?.kind === 'favourites' && favourites) ||
    (wanted?.kind === 'category' && known.includes(wanted.category)) ||
    (wanted?.kind === 'page' && wanted.page < pages.length)
  const first: GridView =
    pages.length > 0 ? { kind: 'page', page: 0 } : { kind: favourites ? 'favourites' : 'all' }
  const view = wanted && isThere ? wanted : first
  return ok({
    view,
    pages: pages.map(({ name }) => name),
    favourites,
    categories: known,
    colours: Object.fromEntries(
      categoryColours(db).map(({ category, colour }) => [category, colour as TileColour]),
    ),
    items: itemsOf(db, view, pages).map(itemView),
  })
}

export const arrangePages: Handler<'item.arrange'> = ({ pages }, { profile, actor }) => {
  const { sellPages } = profile.saveSettings({ sellPages: pages }, authorOf(actor).name)
  profile.emit({ type: 'item.changed' })
  return ok({ pages: sellPages })
}

export const chooseCategoryColour: Handler<'item.categoryColour'> = (
  { category, colour },
  { profile, db },
) => {
  setCategoryColour(db, category, colour)
  profile.emit({ type: 'item.changed' })
  return ok({})
}
