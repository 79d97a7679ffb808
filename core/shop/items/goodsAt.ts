import type { Db } from '../../../db/engine/sqlite.ts'
import { type ItemRow, itemById } from '../../../db/profile/items.ts'
import { fail, ok, type Reply } from '../../contract/errors.ts'
import { itemNotFound } from '../failures.ts'
import { isService } from './isService.ts'

/** The item with that id. It must have stock. `field` names the id in the caller's input. */
export const goodsAt = (db: Db, field: string, id: number): Reply<ItemRow> => {
  const item = itemById(db, id)
  if (!item) return itemNotFound(field, String(id))
  if (!isService(item)) return ok(item)
  const { name } = item
  return fail('003', 'stock.service', `"${name}" is a service and has no stock. Remove it from the list.`, {
    field,
    params: { name },
  })
}
