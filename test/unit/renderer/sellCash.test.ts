import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isImplausibleCash, likelyCash } from '../../../renderer/screens/sell/sale/cash.ts'

/** Shillings. */
const offers: [due: number, likely: number[]][] = [
  [1_240, [1_250, 1_300, 1_500, 2_000]],
  [1_237, [1_250, 1_300, 1_500, 2_000]],
  [0.5, [1, 5, 10]],
  [1, [5, 10, 20]],
  [10, [20, 50, 100, 200]],
  [18, [20, 50, 100, 200]],
  [25, [50, 100, 200, 500]],
  [30, [50, 100, 200, 500]],
  [43, [50, 100, 200, 500]],
  [50, [100, 200, 500, 1_000]],
  [65, [100, 200, 500, 1_000]],
  [70, [100, 200, 500, 1_000]],
  [99.5, [100, 200, 500, 1_000]],
  [100, [200, 500, 1_000]],
  [150, [200, 500, 1_000]],
  [195, [200, 500, 1_000]],
  [200, [500, 1_000]],
  [230, [250, 300, 500, 1_000]],
  [245.5, [250, 300, 500, 1_000]],
  [500, [1_000]],
  [520, [550, 600, 1_000]],
  [610, [620, 650, 700, 1_000]],
  [995, [1_000]],
  [1_000, []],
  [1_010, [1_050, 1_100, 1_500, 2_000]],
  [1_700, [2_000]],
  [2, [5, 10, 20]],
  [2_400, [2_500, 3_000]],
  [12_340, [12_350, 12_400, 12_500, 13_000]],
  [0, []],
]

for (const [due, likely] of offers)
  test(`for ${due} a customer is likely to hand over ${likely.join(', ') || 'nothing else'}`, () => {
    expect(likelyCash(due * 100).map((cents) => cents / 100)).toEqual(likely)
  })

const kinds = [1_000_00, 500_00, 200_00, 100_00, 50_00, 40_00, 20_00, 10_00, 5_00, 1_00]

/** Can it be paid so that every note and coin is needed? Tries each as the smallest one, from those as large. */
const canBeHandedOver = (amount: number, due: number): boolean =>
  kinds.some((smallest) => amount - smallest < due && isSumOf(amount - smallest, smallest))

const isSumOf = (amount: number, smallest: number): boolean => {
  let rest = amount
  for (const kind of kinds) if (kind >= smallest) rest %= kind
  return rest === 0
}

test('every offer is distinct, ascending, above what is due, and needs each of its notes and coins', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20_000_00 }), (due) => {
      const likely = likelyCash(due)
      expect(likely.length).toBeLessThanOrEqual(4)
      expect([due, ...likely]).toEqual([...new Set([due, ...likely])].toSorted((a, b) => a - b))
      for (const amount of likely) {
        expect(canBeHandedOver(amount, due)).toBe(true)
        expect(isImplausibleCash(due, amount)).toBe(false)
      }
    }),
  )
})

/** Shillings. */
const doubts: [due: number, received: number, isImplausible: boolean][] = [
  [245.5, 100_000, true],
  [245.5, 2_000, true],
  [245.5, 1_245.5, true],
  [245.5, 1_227.5, false],
  [245.5, 1_000, false],
  [10, 1_000, false],
  [10, 1_010, true],
  [10, 1_009.99, false],
  [300, 1_500, false],
  [300, 1_500.01, true],
  [5_000, 10_000, false],
]

for (const [due, received, isImplausible] of doubts)
  test(`${received} for ${due} is ${isImplausible ? 'asked about' : 'taken'}`, () => {
    expect(isImplausibleCash(due * 100, received * 100)).toBe(isImplausible)
  })
