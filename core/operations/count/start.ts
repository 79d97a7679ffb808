import { setImmediate } from 'node:timers/promises'
import {
  type CountReason,
  countByRequest,
  insertCount,
  openCounts,
  proposals,
} from '../../../db/profile/counts.ts'
import { filteredItems } from '../../../db/profile/items.ts'
import { takeNumber } from '../../../db/profile/lanes.ts'
import { listStock } from '../../../db/profile/stockList.ts'
import { authorOf } from '../../access/actor.ts'
import type { CountHead } from '../../contract/count.ts'
import { fail, ok, type Reply } from '../../contract/errors.ts'
import type { ParsedInputOf } from '../../contract/index.ts'
import { goodsAt } from '../../shop/items/goodsAt.ts'
import type { ProfileContext } from '../context.ts'
import type { Handler } from '../shared/handler.ts'
import { headOf } from './view.ts'

/** Each running count is read for the list. */
const mostOpen = 20
/** As many as a person can name one by one. */
const mostListed = 1000

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

/** The goods of the stock list as a person has filtered it. */
const shownItems = (
  { db, profile }: ProfileContext,
  levels: Extract<ParsedInputOf<'count.start'>, { scope: 'shown' }>['levels'],
): Reply<Items> => {
  const found = listStock(db, {
    ...levels,
    now: profile.day.sure(),
    order: 'name',
    skip: 0,
    limit: mostListed + 1,
  })
  if (found.length === 0)
    return fail('003', 'count.noneShown', 'The list has no goods. Choose another filter.', {
      field: 'levels',
    })
  if (found.length > mostListed)
    return fail(
      '003',
      'count.tooManyShown',
      `The list has more than ${mostListed} items. Choose a filter, or count a category.`,
      { field: 'levels', params: { count: mostListed } },
    )
  return ok(found.map(({ id }) => ({ item_id: id, reason: null })))
}

const itemsOf = (
  context: ProfileContext,
  input: ParsedInputOf<'count.start'>,
  proposedItems: Items,
): Reply<Items> => {
  const { db } = context
  if (input.scope === 'shown') return shownItems(context, input.levels)
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
    const goods = goodsAt(db, `itemIds[${index}]`, id)
    if (!goods.ok) return goods
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
        scope: input.scope === 'shown' ? 'list' : input.scope,
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
