/** Parts of a sold line, one credit note after the other: their amounts, and the lines sent to the authority. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { priceCart } from '../../../core/fiscal/cart.ts'
import { taxableOfPart, totalOfPart } from '../../../core/fiscal/parts.ts'
import { defaultTaxRates, taxTypes } from '../../../core/fiscal/tax.ts'
import { settlePart } from '../../../core/shop/sales/callerLine.ts'
import { supplyOf, taxableOf } from '../fiscal/slowModel.ts'

const rates = defaultTaxRates

interface Sold {
  quantity: number
  unitPrice: number
  taxType: (typeof taxTypes)[number]
  total: number
  taxable: number
}

/** Takes the line back in parts as large as `sizes` says, the last of them what is left. */
const takeBack = (sold: Sold, sizes: readonly number[]) => {
  const rate = rates[sold.taxType]
  const left = { quantity: sold.quantity, total: sold.total, taxable: sold.taxable }
  const parts = []
  for (const size of [...sizes, Number.POSITIVE_INFINITY]) {
    if (left.quantity === 0) break
    const quantity = Math.min(size, left.quantity)
    const total = totalOfPart(sold, left, quantity)
    const taxable = taxableOfPart(left, total, rate)
    const part = settlePart({ quantity, unitPrice: sold.unitPrice }, { total, taxable }, rate)
    left.quantity -= quantity
    left.total -= part.total
    left.taxable -= part.taxable
    parts.push(part)
  }
  return { parts, left }
}

const sum = <T>(rows: readonly T[], of: (row: T) => number) => rows.reduce((all, row) => all + of(row), 0)

const anySold = (quantities: fc.Arbitrary<number>, least: number) =>
  fc
    .record({
      quantity: quantities,
      unitPrice: fc.integer({ min: least, max: 60_000 }),
      taxType: fc.constantFrom(...taxTypes),
      percent: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 9_000 })),
    })
    .map(({ quantity, unitPrice, taxType, percent }): Sold => {
      const priced = priceCart({
        lines: [
          {
            quantity,
            unitPrice,
            taxType,
            discount: percent ? { kind: 'percent', basisPoints: percent } : undefined,
          },
        ],
        rates,
      })
      const line = priced.ok ? priced.cart.lines[0] : undefined
      if (!line) throw new Error('a line')
      return { quantity, unitPrice, taxType, total: line.total, taxable: line.taxable }
    })

const pieces = fc.integer({ min: 1, max: 30 }).map((units) => units * 100)
const weights = fc.integer({ min: 2, max: 3_000 })

describe('parts of a line', () => {
  it('add up to the line in money, and each is sent with the authority’s arithmetic', () => {
    fc.assert(
      fc.property(
        anySold(fc.oneof(pieces, weights), 0),
        fc.array(fc.integer({ min: 1, max: 900 })),
        (sold, sizes) => {
          const { parts, left } = takeBack(sold, sizes)
          expect(left).toMatchObject({ quantity: 0, total: 0 })
          // Of the tax at most a cent for each part is left.
          expect(Math.abs(left.taxable)).toBeLessThanOrEqual(parts.length)
          for (const { wire, ...part } of parts) {
            expect(part.taxable + part.tax).toBe(part.total)
            expect(supplyOf(part.unitPrice, part.quantity) - BigInt(part.discount)).toBe(BigInt(part.total))
            expect(sum(wire, ({ quantity }) => quantity)).toBe(part.quantity)
            expect(sum(wire, ({ total }) => total)).toBe(part.total)
            expect(sum(wire, ({ taxable }) => taxable)).toBe(part.taxable)
            for (const sent of wire) {
              expect(sent.supply).toBe(Number(supplyOf(sent.unitPrice, sent.quantity)))
              expect(sent.total).toBe(sent.supply)
              expect(sent.taxable).toBe(Number(taxableOf(sent.supply, rates[sold.taxType])))
              expect(sent.tax).toBe(sent.total - sent.taxable)
            }
            // In proportion: no part is worth a cent more than rounding makes it.
            const paid = (sold.total * part.quantity) / sold.quantity
            expect(Math.abs(part.total - paid)).toBeLessThan(2)
          }
        },
      ),
      { numRuns: 3_000 },
    )
  })

  it('of whole units stay whole units to the authority where that makes the tax', () => {
    const sold: Sold = { quantity: 500, unitPrice: 33_33, taxType: 'B', total: 166_65, taxable: 143_66 }
    const { parts } = takeBack(sold, [300])
    expect(parts.map(({ total, taxable }) => [total, taxable])).toEqual([
      [99_99, 86_20],
      [66_66, 57_46],
    ])
    for (const { quantity } of parts.flatMap(({ wire }) => wire)) expect(quantity % 100).toBe(0)
  })

  it('of goods given away are worth nothing', () => {
    const { parts } = takeBack({ quantity: 300, unitPrice: 50_00, taxType: 'B', total: 0, taxable: 0 }, [100])
    expect(parts.map(({ total, discount, wire }) => [total, discount, wire[0]?.unitPrice])).toEqual([
      [0, 50_00, 0],
      [0, 100_00, 0],
    ])
  })

  it('are not worth more because others went back for less than was paid for them', () => {
    const sold = { quantity: 500, total: 500_00 }
    expect(totalOfPart(sold, { quantity: 400, total: 490_00 }, 100)).toBeLessThanOrEqual(100_01)
    expect(totalOfPart(sold, { quantity: 400, total: 490_00 }, 400)).toBe(490_00)
  })
})
