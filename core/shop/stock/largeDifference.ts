/** Differences of a count that a person must say are right before they are booked. */
import type { ItemRow } from '../../../db/profile/items.ts'
import { fail, ok, type Reply } from '../../contract/errors.ts'
import { formatMoney, formatQuantity, multiply } from '../../fiscal/money.ts'
import { unitValue } from './unitValue.ts'

/** Quantities in hundredths. */
export interface CountedLine {
  item: Pick<ItemRow, 'id' | 'name' | 'average_cost' | 'price'>
  counted: number
  expected: number
}

/** Cents. */
const large = 5_000_00
const largeForItem = 1_000_00

/** Worth KSh 5,000, or more than half of the stock and worth KSh 1,000. */
const isLarge = ({ item, counted, expected }: CountedLine): boolean => {
  const difference = Math.abs(counted - expected)
  const value = multiply(unitValue(item), difference)
  return value >= large || (value >= largeForItem && difference * 2 > Math.abs(expected))
}

/** Returns a failure that names the largest difference, if one is large. `sure`: the person has seen it. */
export const demandSure = (lines: readonly CountedLine[], sure: boolean): Reply<null> => {
  if (sure) return ok(null)
  const found = lines
    .filter(isLarge)
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
