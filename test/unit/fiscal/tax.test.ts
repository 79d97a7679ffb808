import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { largestAmount } from '../../../core/fiscal/money.ts'
import { bucketTotals, splitTax } from '../../../core/fiscal/tax.ts'
import { taxableOf } from './slowModel.ts'

describe('tax taken out of an amount', () => {
  it.each([
    [100_000, 16, 86_207, 13_793],
    [130_207, 16, 112_247, 17_960],
    [30_000, 8, 27_778, 2222],
    [25, 16, 22, 3],
    [25_000, 0, 25_000, 0],
    [0, 16, 0, 0],
  ])('of %i cents at %i percent', (total, rate, taxable, tax) => {
    expect(splitTax(total, rate)).toEqual({ taxable, tax })
  })

  it('agrees with the slow model and always adds up', () => {
    fc.assert(
      fc.property(fc.nat({ max: largestAmount }), fc.constantFrom(0, 8, 16), (total, rate) => {
        const { taxable, tax } = splitTax(total, rate)
        expect(BigInt(taxable)).toBe(taxableOf(total, rate))
        expect(taxable + tax).toBe(total)
        expect(splitTax(-total, rate).taxable + taxable).toBe(0)
      }),
    )
  })

  it('takes rates with decimals', () => {
    expect(splitTax(11_450, 14.5)).toEqual({ taxable: 10_000, tax: 1450 })
  })
})

it('buckets name every letter, also those that nothing was sold under', () => {
  const totals = bucketTotals([
    { taxType: 'B', taxable: 86, tax: 14 },
    { taxType: 'B', taxable: 43, tax: 7 },
    { taxType: 'A', taxable: 50, tax: 0 },
  ])
  expect(totals).toEqual({
    buckets: {
      A: { taxable: 50, tax: 0 },
      B: { taxable: 129, tax: 21 },
      C: { taxable: 0, tax: 0 },
      D: { taxable: 0, tax: 0 },
      E: { taxable: 0, tax: 0 },
    },
    taxable: 179,
    tax: 21,
    total: 200,
  })
})
