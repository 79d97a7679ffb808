import { itemsByIds } from '../../../db/profile/items.ts'
import { ok } from '../../contract/errors.ts'
import type { Handler } from '../shared/handler.ts'
import { itemView } from './view.ts'

export const getItems: Handler<'item.getMany'> = ({ ids }, { db }) =>
  ok({ items: itemsByIds(db, ids).map(itemView) })
