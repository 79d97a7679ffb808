import { countedItems, insertEntry } from '../../../db/profile/counts.ts'
import { heardIn } from '../../../db/profile/hubLevels.ts'
import { listMovements } from '../../../db/profile/movements.ts'
import { authorOf } from '../../access/actor.ts'
import { fail, ok } from '../../contract/errors.ts'
import { goodsAt } from '../../shop/items/goodsAt.ts'
import { allOrNothing } from '../../shop/transaction.ts'
import type { Handler } from '../shared/handler.ts'
import { countedRows, findRunning } from './view.ts'

export const enterCounted: Handler<'count.enter'> = ({ id, entries }, context) => {
  const { profile, db, actor } = context
  const reply = allOrNothing(db, () => {
    const found = findRunning(context, id)
    if (!found.ok) return found
    profile.disk.demandRoom()
    const author = authorOf(actor)
    const at = profile.day.sure()
    for (const [index, { uid, itemId, quantity, recount }] of entries.entries()) {
      const goods = goodsAt(db, `entries[${index}].itemId`, itemId)
      if (!goods.ok) return goods
      const item = goods.data
      const params = { name: item.name }
      if (quantity === 0 && !recount)
        return fail(
          '003',
          'stock.zero',
          `The quantity of "${item.name}" is 0. Enter a quantity, or remove the item from the list.`,
          { field: `entries[${index}].quantity`, params },
        )
      const isNew = insertEntry(db, {
        uid,
        count_id: id,
        item_id: itemId,
        quantity,
        recount: recount ? 1 : 0,
        on_hand: item.on_hand,
        heard: heardIn(db, itemId),
        last_movement: listMovements(db, { itemId, limit: 1 })[0]?.id ?? 0,
        entered_at: at,
        author_id: author.id,
        author_name: author.name,
      })
      const counted = countedItems(db, id, { itemIds: [itemId] })[0]?.counted ?? 0
      if (isNew && counted < 0)
        return fail(
          '003',
          'count.belowZero',
          `More of "${item.name}" would be taken back than was counted. Enter its whole quantity instead.`,
          { field: `entries[${index}].quantity`, params },
        )
    }
    const itemIds = [...new Set(entries.map(({ itemId }) => itemId))]
    return ok({ items: countedRows(found.data, countedItems(db, id, { itemIds }), context) })
  })
  if (reply.ok) profile.emit({ type: 'count.changed' })
  return reply
}
