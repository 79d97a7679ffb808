/** Counts as a window sees them. While one runs, a cashier does not see what is expected. */
import {
  type CountedItem,
  type CountReason,
  type CountRow,
  countById,
  countedSoFar,
  differingItems,
  endOfCount,
  missingItems,
  reasonsOf,
} from '../../../db/profile/counts.ts'
import type { ItemRow } from '../../../db/profile/items.ts'
import { isCorrectedSince } from '../../../db/profile/movements.ts'
import { movementFigures } from '../../../db/profile/stock.ts'
import { isCashier } from '../../access/actor.ts'
import type { CountHead, CountRow as Shown } from '../../contract/count.ts'
import { fail, ok, type Reply } from '../../contract/errors.ts'
import { multiply } from '../../fiscal/money.ts'
import type { ShopContext } from '../../shop/context.ts'
import { unitValue } from '../../shop/stock/unitValue.ts'

type Viewer = Pick<ShopContext, 'db' | 'actor'>

export const findCount = ({ db }: Viewer, id: number): Reply<CountRow> => {
  const count = countById(db, id)
  return count
    ? ok(count)
    : fail('801', 'count.unknown', 'There is no such count. Choose one from the list.', { field: 'id' })
}

/** Returns the count if it still runs. */
export const findRunning = (viewer: Viewer, id: number): Reply<CountRow> => {
  const found = findCount(viewer, id)
  if (!found.ok) return found
  const end = endOfCount(viewer.db, id)
  return end
    ? fail(
        '003',
        'count.over',
        `${end.author_name} has ended the count ${found.data.number}. Start a new one.`,
        { field: 'id', params: { number: found.data.number, name: end.author_name } },
      )
    : found
}

/** For a list of counts: what takes no reading of their items. */
export const headOf = (count: CountRow, { db }: Viewer): CountHead => {
  const end = endOfCount(db, count.id)
  return {
    id: count.id,
    number: count.number,
    scope: count.scope,
    category: count.category,
    startedAt: count.started_at,
    by: count.author_name,
    end: end ? { act: end.act, at: end.ended_at, by: end.author_name } : null,
    counted: end?.act === 'booked' ? end.line_count : countedSoFar(db, count.id),
    differing: null,
    missing: null,
  }
}

export const wholeHeadOf = (count: CountRow, viewer: Viewer): CountHead => {
  const { db, actor } = viewer
  const head = headOf(count, viewer)
  const isBlind = isCashier(actor) && !head.end
  return {
    ...head,
    differing: isBlind ? null : differingItems(db, count.id, head.end?.act === 'booked'),
    missing: head.end ? null : missingItems(db, count),
  }
}

const plain = (item: ItemRow, reason: CountReason) => ({
  itemId: item.id,
  code: item.code,
  name: item.name,
  secondName: item.second_name,
  category: item.category,
  quantityUnit: item.quantity_unit,
  reason,
})

export const missingRow = (item: ItemRow, reason: CountReason = null): Shown => ({
  ...plain(item, reason),
  counted: null,
  expected: null,
  value: null,
  causes: [],
})

export const bookedRow = (
  item: ItemRow & { counted: number; expected: number; unit_value: number },
  { actor }: Viewer,
): Shown => ({
  ...plain(item, null),
  counted: item.counted,
  expected: item.expected,
  value: isCashier(actor) ? null : multiply(item.unit_value, item.counted - item.expected),
  causes: [],
})

/** `all`: every item of the count, among which a mix-up is looked for. */
const causesOf = (
  item: CountedItem,
  { db }: Viewer,
  all: readonly CountedItem[],
  waiting: boolean,
): Shown['causes'] => {
  const causes: Shown['causes'] = []
  if (isCorrectedSince(db, item.id, item.last_movement)) causes.push({ kind: 'corrected' })
  const difference = item.counted - item.expected
  if (difference === 0) return causes
  const moved = item.expected - item.first_on_hand
  if (moved !== 0) causes.push({ kind: 'moved', quantity: moved })
  const other = all.find(
    (each) =>
      each.id !== item.id &&
      each.category === item.category &&
      item.category !== null &&
      each.counted - each.expected === -difference,
  )
  if (other) causes.push({ kind: 'mixedUp', name: other.name })
  if (waiting) causes.push({ kind: 'waiting' })
  return causes
}

export const countedRows = (
  count: CountRow,
  rows: readonly CountedItem[],
  viewer: Viewer,
  all: readonly CountedItem[] = rows,
): Shown[] => {
  const { db, actor } = viewer
  const reasons = reasonsOf(db, count.id)
  const isBlind = isCashier(actor)
  const waiting = new Set(
    isBlind
      ? []
      : movementFigures(
          db,
          rows.map(({ id }) => id),
        )
          .filter((figure) => figure.waiting > 0)
          .map((figure) => figure.item_id),
  )
  return rows.map((item) => ({
    ...plain(item, reasons.get(item.id) ?? null),
    counted: item.counted,
    expected: isBlind ? null : item.expected,
    value: isBlind ? null : multiply(unitValue(item), item.counted - item.expected),
    causes: isBlind ? [] : causesOf(item, viewer, all, waiting.has(item.id)),
  }))
}
