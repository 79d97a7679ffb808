import { setImmediate } from 'node:timers/promises'
import { lastCounted } from '../../../db/profile/counts.ts'
import { settledLevels } from '../../../db/profile/hubLevels.ts'
import { hubLinkRow } from '../../../db/profile/hubLink.ts'
import { countItems } from '../../../db/profile/items.ts'
import { onOrder } from '../../../db/profile/orders.ts'
import { movementFigures } from '../../../db/profile/stock.ts'
import {
  countStock,
  goodsRunningOut,
  listStock,
  type StockQuery,
  stockValue,
} from '../../../db/profile/stockList.ts'
import { isCashier } from '../../access/actor.ts'
import { ok } from '../../contract/errors.ts'
import type { ParsedInputOf } from '../../contract/index.ts'
import { multiply } from '../../fiscal/money.ts'
import { unitValue } from '../../shop/stock/unitValue.ts'
import { arrivingOf } from '../../shop/transfers/arrivals.ts'
import type { ProfileContext } from '../context.ts'
import { pageOf, readCursor } from '../shared/cursor.ts'
import type { Handler } from '../shared/handler.ts'

/** In a large shop, each look at all goods takes tens of milliseconds, so each has a turn of its own. */
const queryOf = async (
  { text, itemId, filter, days }: Pick<ParsedInputOf<'stock.levels'>, 'text' | 'itemId' | 'filter' | 'days'>,
  { db, profile }: ProfileContext,
): Promise<StockQuery> => {
  const now = profile.day.sure()
  const runningOut = filter === 'runsOut' ? goodsRunningOut(db, days, now) : undefined
  if (runningOut) await setImmediate()
  return { text, itemId, filter, runningOut, days, now }
}

/** Apart from the list, which is shown before. */
export const valueOfStock: Handler<'stock.value'> = async (input, context) =>
  ok({ value: stockValue(context.db, await queryOf(input, context)) })

export const stockLevels: Handler<'stock.levels'> = async ({ order, cursor, limit, ...input }, context) => {
  const { db, actor, profile } = context
  const from = readCursor(cursor, ['number'])
  if (!from.ok) return from
  const skip = from.data?.[0] ?? 0
  const query = await queryOf(input, context)
  const { rows, next } = pageOf(listStock(db, { ...query, order, skip, limit: limit + 1 }), limit, () => [
    skip + limit,
  ])
  const ids = rows.map((row) => row.id)
  await setImmediate()
  const total = countStock(db, query)
  const seesValue = !isCashier(actor)
  await setImmediate()
  const figures = new Map(movementFigures(db, ids).map((row) => [row.item_id, row]))
  const counted = lastCounted(db, ids)
  const ordered = onOrder(db)
  const shared = hubLinkRow(db) ? settledLevels(db, ids) : null
  return ok({
    levels: rows.map((row) => ({
      itemId: row.id,
      code: row.code,
      name: row.name,
      secondName: row.second_name,
      category: row.category,
      quantityUnit: row.quantity_unit,
      onHand: row.on_hand,
      atAuthority: shared ? (shared.get(row.id) ?? null) : row.authority_on_hand,
      lowStock: row.low_stock,
      onOrder: ordered.get(row.id) ?? 0,
      arriving: input.itemId === undefined ? null : arrivingOf(profile, row),
      value: seesValue ? multiply(unitValue(row), row.on_hand) : null,
      sold7: row.sold7,
      sold30: row.sold30,
      lasts: row.lasts === null ? null : Math.floor(row.lasts),
      lastSoldAt: row.last_sold_at,
      lastCountedAt: counted.get(row.id) ?? null,
      lastMovedAt: figures.get(row.id)?.last_moved_at ?? null,
      waiting: figures.get(row.id)?.waiting ?? 0,
    })),
    total,
    low: countItems(db, { filter: 'low' }),
    ...next,
  })
}
