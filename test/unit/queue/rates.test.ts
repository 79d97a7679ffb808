import { expect, test } from 'vitest'
import { rateNamedBy } from '../../../core/queue/rates.ts'

const rateIn = (text: string, ...totals: number[]) => {
  const lines = totals.map((total) => ({ total, taxType: 'E' }))
  return rateNamedBy(text, { lines } as never)
}

test.each([
  ['Invalid taxblAmt on item: 1. Expected: 116.00, But Found: 107.41', [11_600], 0],
  ['Invalid taxblAmt on item: 2. Expected: 100.00, But Found: 116.00', [500, 11_600], 16],
  // For a few cents every rate gives the same tax.
  ['Invalid taxblAmt on item: 1. Expected: 0.01, But Found: 0.02', [1], undefined],
  ['Invalid taxblAmt on item: 1. Expected: 90.00, But Found: 107.41', [11_600], undefined],
  ['Invalid taxblAmt on item: 3. Expected: 100.00, But Found: 116.00', [11_600], undefined],
  ['Invalid taxAmt on item: 1. Expected: 0.00, But Found: 16.00', [11_600], undefined],
])('%s, of %j: %s', (text, totals, percent) => {
  expect(rateIn(text, ...totals)?.percent).toBe(percent)
})

test('a record of another letter teaches nothing', () => {
  const text = 'Invalid taxblAmt on item: 1. Expected: 116.00, But Found: 100.00'
  expect(rateNamedBy(text, { lines: [{ total: 11_600, taxType: 'B' }] } as never)).toBeUndefined()
})
