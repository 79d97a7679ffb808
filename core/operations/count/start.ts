import { setImmediate } from 'node:timers/promises'
import {
  type CountReason,
  countByRequest,
  insertCount,
  openCounts,
  proposals,
} from '../../../db/profile/counts.ts'
import { filteredItems, itemById } from '../../../db/profile/items.ts'
import { takeNumber } from '../../../db/profile/lanes.ts'
import { authorOf } from '../../access/actor.ts'
import type { CountHead } from '../../contract/count.ts'
import { fail, ok, type Reply } from '../../contract/errors.ts'
import type { ParsedInputOf } from '../../contract/index.ts'
import { itemNotFound } from '../../shop/failures.ts'
import { isService } from '../../shop/items/isService.ts'
import type { ProfileContext } from '../context.ts'
import type { Handler } from '../shared/handler.ts'
import { headOf } from './view.ts'

/** Each running count is read for the list. */
const mostOpen = 20

type Items = Parameters<typeof insertCount>[2]

/** Up to `most` items, each with its reason. The reasons take turns, so that none of them fills the list. */
const propose = async ({ db }: ProfileContext, most: number): Promise<Items> => {
  const lists: [CountReason, number[]][] = []
  for (const reason of ['value', 'longAgo', 'sold'] as const) {
    lists.push([reason, proposals[reason](db, most)])
    await setImmediate()
  }
  const chosen = new Map<number, CountReason>()
  for (let turn = 0; turn < most && chosen.size < most; turn += 1)
    for (const [reason, ids] of lists) {
      const id = ids.find((each) => !chosen.has(each))
      if (id !== undefined && chosen.size < most) chosen.set(id, reason)
    }
  return [...chosen].map(([item_id, reason]) => ({ item_id, reason }))
}

const itemsOf = (
  { db }: ProfileContext,
  input: ParsedInputOf<'count.start'>,
  proposedItems: Items,
): Reply<Items> => {
  if (input.scope === 'rolling')
    return proposedItems.length > 0
      ? ok(proposedItems)
      : fail('003', 'count.nothing', 'No item has stock yet. Receive goods first.', { field: 'scope' })
  if (input.scope === 'category') {
    const query = filteredItems(db, { filter: 'goods' }).where('category', '=', input.category)
    return db.first(query.select('item.id').limit(1))
      ? ok([])
      : fail(
          '003',
          'count.noCategory',
          `The category "${input.category}" has no goods. Choose another one.`,
          { field: 'category', params: { category: input.category } },
        )
  }
  if (input.scope === 'all') return ok([])
  const items: Items[number][] = []
  for (const [index, id] of [...new Set(input.itemIds)].entries()) {
    const item = itemById(db, id)
    if (!item) return itemNotFound(`itemIds[${index}]`, String(id))
    if (isService(item))
      return fail(
        '003',
        'stock.service',
        `"${item.name}" is a service and has no stock. Remove it from the list.`,
        { field: `itemIds[${index}]`, params: { name: item.name } },
      )
    items.push({ item_id: id, reason: null })
  }
  return ok(items)
}

export const startCount: Handler<'count.start'> = async (input, context) => {
  const { profile, db, ports, actor } = context
  const proposedItems = input.scope === 'rolling' ? await propose(context, input.most) : []
  const reply = db.transaction((): Reply<CountHead> => {
    const before = countByRequest(db, input.requestId)
    if (before) return ok(headOf(before, context))
    if (openCounts(db) >= mostOpen)
      return fail('003', 'count.tooMany', `${mostOpen} counts are open. Book or drop one first.`, {
        params: { count: mostOpen },
      })
    const items = itemsOf(context, input, proposedItems)
    if (!items.ok) return items
    profile.disk.demandRoom()
    const author = authorOf(actor)
    insertCount(
      db,
      {
        uid: ports.ids.uuid(),
        number: takeNumber(db, 'till.count'),
        scope: input.scope,
        category: input.scope === 'category' ? input.category : null,
        started_at: profile.day.sure(),
        author_id: author.id,
        author_name: author.name,
        request_id: input.requestId,
      },
      items.data,
    )
    const stored = countByRequest(db, input.requestId)
    if (!stored) throw new Error('The count was not stored')
    return ok(headOf(stored, context))
  })
  if (reply.ok) profile.emit({ type: 'count.changed' })
  return reply
}
