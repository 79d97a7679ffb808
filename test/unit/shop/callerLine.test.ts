import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type SaleLine, saleLine } from '../../../core/contract/callerSale.ts'
import { callerLine } from '../../../core/shop/sales/callerLine.ts'

const line = (amounts: Partial<SaleLine>): SaleLine =>
  saleLine.parse({
    itemCd: 'X',
    itemNm: 'X',
    qtyUnitCd: 'U',
    taxTyCd: 'B',
    prc: 116,
    qty: 1,
    taxblAmt: 100,
    taxAmt: 16,
    totAmt: 116,
    ...amounts,
  })
const read = (amounts: Partial<SaleLine>, rate = 16) => {
  const reply = callerLine(line(amounts), 'lineItems[0]', rate)
  if (!reply.ok) throw new Error(reply.error.message)
  return reply.data
}

const half = (value: bigint, by: bigint): number => Number((2n * value + by) / (2n * by))
/** The strict rules in their own words (authority §6.1, T3). */
const strict = ({ wire }: ReturnType<typeof read>, rate: number): boolean =>
  wire.every(({ quantity, unitPrice, supply, discount, taxable, tax, total }) => {
    const gross = half(BigInt(unitPrice) * BigInt(quantity), 100n)
    const net = half(BigInt(gross) * 100n, BigInt(100 + rate))
    return supply === gross && total === gross && discount === 0 && taxable === net && tax === gross - net
  })

/** A consistent line as a program computes it: its total, and what of it is tax, each rounded once. */
const consistent = fc
  .record({
    quantity: fc.integer({ min: 1, max: 100_000 }),
    total: fc.integer({ min: 0, max: 50_000_000 }),
    price: fc.integer({ min: 0, max: 10_000_000 }),
    rate: fc.constantFrom(0, 8, 16),
  })
  .map(({ quantity, total, price, rate }) => {
    const taxable = half(BigInt(total) * 100n, BigInt(100 + rate))
    const amounts = { taxblAmt: taxable / 100, taxAmt: (total - taxable) / 100, totAmt: total / 100 }
    return { rate, total, taxable, amounts: { qty: quantity / 100, prc: price / 100, ...amounts } }
  })

test('a consistent line passes the strict rules whatever its unit price is said to be', () => {
  fc.assert(
    fc.property(consistent, ({ amounts, rate, total, taxable }) => {
      const result = read(amounts, rate)
      expect(strict(result, rate)).toBe(true)
      expect(result.total).toBe(total)
      expect([result.taxable, result.tax]).toEqual([taxable, total - taxable])
    }),
  )
})

test('the wire lines add up to the line, and the line shows where its total comes from', () => {
  fc.assert(
    fc.property(consistent, ({ amounts, rate }) => {
      const { wire, quantity, unitPrice, discount, taxable, tax, total } = read(amounts, rate)
      const sum = (name: 'quantity' | 'taxable' | 'tax' | 'total') =>
        wire.reduce((all, part) => all + part[name], 0)
      expect([sum('quantity'), sum('taxable'), sum('tax'), sum('total')]).toEqual([
        quantity,
        taxable,
        tax,
        total,
      ])
      expect(half(BigInt(unitPrice) * BigInt(quantity), 100n) - discount).toBe(total)
      expect(discount).toBeGreaterThanOrEqual(0)
    }),
  )
})

describe('one price makes the total', () => {
  test.each([
    ['as it is', { prc: 116, qty: 2, taxblAmt: 200, taxAmt: 32, totAmt: 232 }, 116_00, 0],
    ['before tax', { prc: 100, qty: 2, taxblAmt: 200, taxAmt: 32, totAmt: 232 }, 116_00, 0],
    [
      'before a discount',
      { prc: 116, qty: 2, dcRt: 50, dcAmt: 116, taxblAmt: 100, taxAmt: 16, totAmt: 116 },
      116_00,
      116_00,
    ],
  ])('%s', (_what, amounts, shownPrice, discount) => {
    const result = read(amounts)
    expect(result).toMatchObject({ unitPrice: shownPrice, discount })
    expect(result.wire).toHaveLength(1)
    expect(result.wire[0]).toMatchObject({ discount: 0, discountRate: 0, supply: result.total })
  })
})

test('a line that contradicts itself goes as it was given', () => {
  const { wire } = read({ prc: 33.33, qty: 3, dcRt: 1, dcAmt: 1, taxblAmt: 50, taxAmt: 16, totAmt: 100 })
  expect(wire).toEqual([
    {
      quantity: 300,
      unitPrice: 33_33,
      supply: 99_99,
      discountRate: 100,
      discount: 100,
      taxable: 50_00,
      tax: 16_00,
      total: 100_00,
    },
  ])
})

test.each([
  ['qty', { qty: 0.001 }],
  ['qty', { qty: 1.005 }],
])('%s finer than a hundredth is refused with its path', (field, amounts) => {
  expect(callerLine(line(amounts), 'lineItems[3]', 16)).toMatchObject({
    ok: false,
    error: { code: '003', field: `lineItems[3].${field}` },
  })
})
