import { itemById, updateItem } from '../../../db/profile/items.ts'
import { authorOf } from '../../access/actor.ts'
import { fail, ok } from '../../contract/errors.ts'
import type { Handler } from '../shared/handler.ts'
import { itemView } from './view.ts'

export const setFavourite: Handler<'item.favourite'> = ({ id, favourite }, { profile, db, ports, actor }) => {
  const row = itemById(db, id)
  if (!row) return fail('005', 'item.unknown', 'There is no such item.', { field: 'id' })
  const change = {
    favourite: favourite ? 1 : 0,
    modifier_name: authorOf(actor).name,
    updated_at: ports.clock.now(),
  } as const
  updateItem(db, id, change)
  profile.emit({ type: 'item.changed', itemIds: [id] })
  return ok(itemView({ ...row, ...change }))
}
