/** Counts as a window sees them. While one runs, a cashier does not see what is expected. */
import {
  type BookedLine,
  bookedDifferences,
  type CountedItem,
  type CountReason,
  type CountRow,
  countById,
  countedItems,
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

type Difference = Pick<BookedLine, 'name' | 'category' | 'counted' | 'expected'>
/** The name of an item with that difference in that category. */
type MixUps = ReadonlyMap<string, string>

const keyOf = (category: string, difference: number): string => `${difference} ${category}`

export const mixUpsOf = (differences: readonly Difference[]): MixUps => {
  const found = new Map<string, string>()
  for (const { name, category, counted, expected } of differences)
    if (category !== null) found.set(keyOf(category, counted - expected), name)
  return found
}

/** Another item of its category with the opposite difference. */
const mixedUp = ({ category, counted, expected }: Difference, mixUps: MixUps): Shown['causes'] => {
  const name = category === null ? undefined : mixUps.get(keyOf(category, expected - counted))
  return name === undefined ? [] : [{ kind: 'mixedUp', name }]
}

/** It was sold or received between its first and its last entry. */
const moved = ({
  expected,
  first_on_hand,
}: Pick<CountedItem, 'expected' | 'first_on_hand'>): Shown['causes'] =>
  expected === first_on_hand ? [] : [{ kind: 'moved', quantity: expected - first_on_hand }]

export const bookedRows = (count: CountRow, rows: readonly BookedLine[], { db, actor }: Viewer): Shown[] => {
  const isBlind = isCashier(actor)
  const differing = isBlind ? [] : rows.filter((row) => row.counted !== row.expected)
  const mixUps = differing.length === 0 ? new Map() : mixUpsOf(bookedDifferences(db, count.id))
  const itemIds = differing.map(({ id }) => id)
  const tallies = new Map(countedItems(db, count.id, { itemIds }).map((tally) => [tally.id, tally]))
  const causesOf = (row: BookedLine): Shown['causes'] => {
    const tally = tallies.get(row.id)
    return [...(tally ? moved(tally) : [{ kind: 'notCounted' as const }]), ...mixedUp(row, mixUps)]
  }
  return rows.map((row) => ({
    ...plain(row, null),
    counted: row.counted,
    expected: row.expected,
    value: isBlind ? null : multiply(row.unit_value, row.counted - row.expected),
    causes: isBlind || row.counted === row.expected ? [] : causesOf(row),
  }))
}

const causesOf = (item: CountedItem, { db }: Viewer, mixUps: MixUps, waiting: boolean): Shown['causes'] => {
  const corrected: Shown['causes'] = isCorrectedSince(db, item.id, item.last_movement)
    ? [{ kind: 'corrected' }]
    : []
  if (item.counted === item.expected) return corrected
  return [
    ...corrected,
    ...moved(item),
    ...mixedUp(item, mixUps),
    ...(waiting ? [{ kind: 'waiting' as const }] : []),
  ]
}

/** `all`: every difference of the count, among which a mix-up is looked for. */
export const countedRows = (
  count: CountRow,
  rows: readonly CountedItem[],
  viewer: Viewer,
  all: readonly CountedItem[] = rows,
): Shown[] => {
  const { db, actor } = viewer
  const reasons = reasonsOf(db, count.id)
  const isBlind = isCashier(actor)
  const mixUps = mixUpsOf(isBlind ? [] : all)
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
    causes: isBlind ? [] : causesOf(item, viewer, mixUps, waiting.has(item.id)),
  }))
}
