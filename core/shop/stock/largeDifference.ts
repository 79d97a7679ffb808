/** Differences of a count that a person must say are right before they are booked. */
import type { ItemRow } from '../../../db/profile/items.ts'
import { fail, ok, type Reply } from '../../contract/errors.ts'
import type { Settings } from '../../contract/workspace.ts'
import { formatMoney, formatQuantity, multiply } from '../../fiscal/money.ts'
import { unitValue } from './unitValue.ts'

/** Quantities in hundredths. */
export interface CountedLine {
  item: Pick<ItemRow, 'id' | 'name' | 'average_cost' | 'price'>
  counted: number
  expected: number
}

export type Limits = Pick<Settings, 'largeDifference' | 'largeDifferenceShare'>

/** A share alone says little: half of two sweets is one sweet. */
const leastOfShare = 5

/** Worth the limit, or more than the share of the stock and worth a fifth of the limit. */
const isLarge = (
  { item, counted, expected }: CountedLine,
  { largeDifference, largeDifferenceShare }: Limits,
): boolean => {
  const difference = Math.abs(counted - expected)
  if (difference === 0) return false
  const value = multiply(unitValue(item), difference)
  return (
    value >= largeDifference ||
    (value * leastOfShare >= largeDifference && difference * 100 > Math.abs(expected) * largeDifferenceShare)
  )
}

/** Returns a failure that names the largest difference, if one is large. `sure`: the person has seen it. */
export const demandSure = (
  lines: readonly CountedLine[],
  { sure, limits }: { sure: boolean; limits: Limits },
): Reply<null> => {
  if (sure) return ok(null)
  const found = lines
    .filter((line) => isLarge(line, limits))
    .map((line) => ({ ...line, value: multiply(unitValue(line.item), line.counted - line.expected) }))
    .toSorted((one, other) => Math.abs(other.value) - Math.abs(one.value))
  const [first] = found
  if (!first) return ok(null)
  const { item, counted, expected, value } = first
  const quantity = formatQuantity(Math.abs(counted - expected))
  const worth = formatMoney(Math.abs(value))
  const params = { name: item.name, quantity, value: worth, others: found.length - 1 }
  return counted < expected
    ? fail(
        '003',
        'count.muchMissing',
        `${quantity} of "${item.name}" are missing, worth KSh ${worth}. Count again, or book if it is right.`,
        { field: 'sure', params },
      )
    : fail(
        '003',
        'count.muchMore',
        `${quantity} more of "${item.name}" were counted, worth KSh ${worth}. Count again, or book if it is right.`,
        { field: 'sure', params },
      )
}
