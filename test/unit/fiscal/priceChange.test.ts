import { expect, test } from 'vitest'
import { byPercent, type PriceRounding, roundPrice } from '../../../core/fiscal/priceChange.ts'

test.each<[price: number, rounding: PriceRounding, rounded: number]>([
  [104_49, 'none', 104_49],
  [104_49, 'one', 104_00],
  [104_50, 'one', 105_00],
  [102_49, 'five', 100_00],
  [102_50, 'five', 105_00],
  [104_99, 'ten', 100_00],
  [105_00, 'ten', 110_00],
  [103_99, 'nine', 99_00],
  [104_00, 'nine', 109_00],
  [1_00, 'nine', 9_00],
])('%d cents rounded to %s are %d', (price, rounding, rounded) => {
  expect(roundPrice(price, rounding)).toBe(rounded)
})

test('a percentage is exact to half a cent', () => {
  expect([byPercent(99_99, 12_50), byPercent(99_99, -10_00), byPercent(1, 50_00)]).toEqual([112_49, 89_99, 2])
})
