import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lineOfPriceLabel } from '../../../core/fiscal/barcode.ts'
import {
  type Cart,
  type Discount,
  type PricedCart,
  priceCart,
  spread,
  takesOffMore,
  wirePrices,
} from '../../../core/fiscal/cart.ts'
import { formatMoney, multiply } from '../../../core/fiscal/money.ts'
import { defaultTaxRates, taxTypes } from '../../../core/fiscal/tax.ts'
import { shareOut, supplyOf, taxableOf } from './slowModel.ts'

const rates = defaultTaxRates

function price(cart: Omit<Cart, 'rates'>): PricedCart {
  const result = priceCart({ ...cart, rates })
  if (!result.ok) throw new Error(JSON.stringify(result.problem))
  return result.cart
}

function problem(cart: Omit<Cart, 'rates'>) {
  const result = priceCart({ ...cart, rates })
  return result.ok ? null : result.problem
}

const percent = (basisPoints: number): Discount => ({ kind: 'percent', basisPoints })
const amount = (cents: number): Discount => ({ kind: 'amount', cents })

const anyDiscount = (most: number) =>
  fc.oneof(
    { weight: 2, arbitrary: fc.constant(undefined) },
    { weight: 2, arbitrary: fc.integer({ min: 0, max: 10_000 }).map(percent) },
    { weight: 2, arbitrary: fc.nat({ max: Math.max(0, most) }).map(amount) },
    { weight: 1, arbitrary: fc.constant(amount(most)) },
  )

const anyQuantity = fc.oneof(
  fc.integer({ min: 1, max: 40 }).map((units) => units * 100),
  fc.integer({ min: 1, max: 99 }),
  fc.integer({ min: 1, max: 5000 }),
)

const anyLine = fc
  .tuple(anyQuantity, fc.nat({ max: 60_000 }), fc.constantFrom(...taxTypes))
  .chain(([quantity, unitPrice, taxType]) =>
    anyDiscount(Number(supplyOf(unitPrice, quantity))).map((discount) => ({
      quantity,
      unitPrice,
      taxType,
      discount,
    })),
  )

const anyCart = fc.array(anyLine, { minLength: 1, maxLength: 8 }).chain((lines) => {
  const net = price({ lines }).total
  return anyDiscount(net).map((discount) => ({ lines, discount }))
})

describe('a priced cart', () => {
  it('sends lines that pass the authority’s own arithmetic', () => {
    fc.assert(
      fc.property(anyCart, (cart) => {
        for (const line of price(cart).lines) {
          for (const wire of line.wireLines) {
            expect(BigInt(wire.supply)).toBe(supplyOf(wire.unitPrice, wire.quantity))
            expect(BigInt(wire.taxable)).toBe(taxableOf(wire.supply, rates[line.taxType]))
            expect(wire.tax).toBe(wire.supply - wire.taxable)
            expect(wire.quantity).toBeGreaterThan(0)
          }
        }
      }),
      { numRuns: 1000 },
    )
  })

  it('leaves no cent and no hundredth behind when discounts turn into unit prices', () => {
    fc.assert(
      fc.property(anyCart, (cart) => {
        for (const [index, line] of price(cart).lines.entries()) {
          const given = cart.lines[index]!
          expect(add(line.wireLines, (wire) => wire.quantity)).toBe(given.quantity)
          expect(add(line.wireLines, (wire) => wire.supply)).toBe(line.gross - line.discount)
          expect(line.wireLines.length).toBeLessThanOrEqual(2)
          const [first, second] = line.wireLines
          // Half a cent is avoided by a price that is dearer by less than a cent of the whole line.
          const dearest = given.unitPrice + Math.ceil(50 / given.quantity)
          expect(first!.unitPrice).toBeLessThanOrEqual(dearest)
          if (second) {
            expect(second.unitPrice).toBe(first!.unitPrice + 1)
            expect(second.unitPrice).toBeLessThanOrEqual(dearest)
            if (given.quantity % 100 === 0) expect(first!.quantity % 100).toBe(0)
          }
        }
      }),
      { numRuns: 3000 },
    )
  })

  it('adds up from wire lines to lines, from lines to buckets, from buckets to totals', () => {
    fc.assert(
      fc.property(anyCart, (cart) => {
        const priced = price(cart)
        for (const line of priced.lines) {
          expect(line.taxable).toBe(add(line.wireLines, (wire) => wire.taxable))
          expect(line.tax).toBe(add(line.wireLines, (wire) => wire.tax))
          expect(line.taxable + line.tax).toBe(line.total)
          expect(line.ownDiscount + line.sharedDiscount).toBe(line.discount)
        }
        for (const type of taxTypes) {
          const lines = priced.lines.filter((line) => line.taxType === type)
          expect(priced.buckets[type].taxable).toBe(add(lines, (line) => line.taxable))
          expect(priced.buckets[type].tax).toBe(add(lines, (line) => line.tax))
        }
        const buckets = Object.values(priced.buckets)
        expect(priced.taxable).toBe(add(buckets, (bucket) => bucket.taxable))
        expect(priced.tax).toBe(add(buckets, (bucket) => bucket.tax))
        expect(priced.total).toBe(priced.taxable + priced.tax)
        expect(priced.total).toBe(priced.gross - priced.discount)
        expect(priced.total).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  it('agrees with the slow model on every discount', () => {
    fc.assert(
      fc.property(anyCart, (cart) => {
        const priced = price(cart)
        const nets = cart.lines.map((line, index) => {
          const gross = supplyOf(line.unitPrice, line.quantity)
          const own = slowDiscount(line.discount, gross)
          expect(BigInt(priced.lines[index]!.gross)).toBe(gross)
          expect(BigInt(priced.lines[index]!.ownDiscount)).toBe(own)
          return gross - own
        })
        const subtotal = nets.reduce((total, net) => total + net, 0n)
        const whole = slowDiscount(cart.discount, subtotal)
        expect(BigInt(add(priced.lines, (line) => line.sharedDiscount))).toBe(whole)
        expect(BigInt(priced.total)).toBe(subtotal - whole)
      }),
    )
  })

  it('spreads an amount as handing it out cent by cent would', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat({ max: 500 }), { minLength: 1, maxLength: 7 }),
        fc.nat(),
        (weights, seed) => {
          const all = add(weights, (weight) => weight)
          const part = seed % (all + 1)
          const shares = spread(part, weights)
          expect(add(shares, (share) => share)).toBe(all === 0 ? 0 : part)
          for (const [index, share] of shares.entries()) expect(share).toBeLessThanOrEqual(weights[index]!)
          const slow = shareOut(BigInt(part), weights.map(BigInt))
          expect(shares.map(BigInt)).toEqual(slow)
        },
      ),
    )
  })

  it('works the examples of the authority', () => {
    const priced = price({
      lines: [
        { quantity: 200, unitPrice: 58_000, taxType: 'B' },
        { quantity: 100, unitPrice: 100_000, taxType: 'B' },
        { quantity: 300, unitPrice: 10_000, taxType: 'E' },
        { quantity: 100, unitPrice: 25_000, taxType: 'A' },
      ],
    })
    expect(priced.lines.map(({ total, taxable, tax }) => [total, taxable, tax])).toEqual([
      [116_000, 100_000, 16_000],
      [100_000, 86_207, 13_793],
      [30_000, 27_778, 2222],
      [25_000, 25_000, 0],
    ])
    expect(formatMoney(priced.total)).toBe('2,710.00')
  })

  it('sells three things for a hundred at two prices a cent apart', () => {
    const [line] = price({
      lines: [{ quantity: 300, unitPrice: 4000, taxType: 'B', discount: amount(2000) }],
    }).lines
    expect(line!.wireLines.map(({ quantity, unitPrice, supply }) => [quantity, unitPrice, supply])).toEqual([
      [200, 3333, 6666],
      [100, 3334, 3334],
    ])
  })

  it('keeps weighed goods whole to the hundredth of a kilogramme', () => {
    const [line] = price({
      lines: [{ quantity: 237, unitPrice: 12_000, taxType: 'A', discount: amount(1111) }],
    }).lines
    expect(add(line!.wireLines, (wire) => wire.supply)).toBe(28_440 - 1111)
    expect(add(line!.wireLines, (wire) => wire.quantity)).toBe(237)
  })

  it('gives everything away at a discount of one hundred percent', () => {
    const priced = price({
      lines: [
        { quantity: 150, unitPrice: 9999, taxType: 'B' },
        { quantity: 100, unitPrice: 500, taxType: 'A', discount: percent(10_000) },
      ],
      discount: percent(10_000),
    })
    expect([priced.total, priced.taxable, priced.tax]).toEqual([0, 0, 0])
    expect(priced.lines.map((line) => line.wireLines.map((wire) => wire.unitPrice))).toEqual([[0], [0]])
  })

  it('costs nothing while it is empty', () => {
    expect(price({ lines: [] })).toMatchObject({ lines: [], gross: 0, discount: 0, total: 0, tax: 0 })
  })

  it('takes the rates it is given', () => {
    const lines = [{ quantity: 100, unitPrice: 10_800, taxType: 'E' as const }]
    const zero = priceCart({ lines, rates: { ...rates, E: 0 } })
    expect(zero.ok && zero.cart.tax).toBe(0)
    expect(price({ lines }).tax).toBe(800)
  })
})

describe('what the authority gets', () => {
  const anyTotal = fc.integer({ min: 1, max: 5_000 }).chain((quantity) =>
    fc.integer({ min: 1, max: 60_000 }).chain((unitPrice) =>
      fc.record({
        quantity: fc.constant(quantity),
        unitPrice: fc.constant(unitPrice),
        total: fc.oneof(
          fc.constant(multiply(unitPrice, quantity)),
          fc.integer({ min: 1, max: Math.max(1, multiply(unitPrice, quantity)) }),
        ),
      }),
    ),
  )
  const half = ({ quantity, unitPrice }: { quantity: number; unitPrice: number }) =>
    (quantity * unitPrice) % 100 === 50

  it('adds up to the total and the quantity, with no half cent on a line of three hundredths or more', () => {
    fc.assert(
      fc.property(anyTotal, ({ total, ...line }) => {
        const pieces = wirePrices(line, total)
        expect(add(pieces, (piece) => multiply(piece.unitPrice, piece.quantity))).toBe(total)
        expect(add(pieces, (piece) => piece.quantity)).toBe(line.quantity)
        expect(pieces.every(({ quantity }) => quantity > 0)).toBe(true)
        if (line.quantity >= 3) expect(pieces.some(half)).toBe(false)
      }),
      { numRuns: 5_000 },
    )
  })

  it('is half a kilogramme at a price whose product has no half cent', () => {
    const line = { quantity: 50, unitPrice: 153_23 }
    expect(wirePrices(line, multiply(153_23, 50))).toEqual([{ quantity: 50, unitPrice: 153_24 }])
  })
})

describe('a cart that cannot be', () => {
  const good = { quantity: 100, unitPrice: 1000, taxType: 'B' as const }

  it.each([
    ['nothing of it', { ...good, quantity: 0 }, 'quantityInvalid'],
    ['less than nothing', { ...good, quantity: -100 }, 'quantityInvalid'],
    ['half a hundredth', { ...good, quantity: 0.5 }, 'quantityInvalid'],
    ['a negative price', { ...good, unitPrice: -1 }, 'priceInvalid'],
    ['a price that is no number', { ...good, unitPrice: Number.NaN }, 'priceInvalid'],
    ['an unknown tax letter', { ...good, taxType: 'F' as 'A' }, 'taxTypeUnknown'],
    ['a negative discount', { ...good, discount: amount(-1) }, 'discountInvalid'],
    ['a discount of a fraction of a cent', { ...good, discount: amount(0.5) }, 'discountInvalid'],
    ['a discount above the price', { ...good, discount: amount(1001) }, 'discountTooLarge'],
    ['more than all of it off', { ...good, discount: percent(10_001) }, 'discountTooLarge'],
    ['more than the till can count', { ...good, quantity: 1e9, unitPrice: 1e12 }, 'amountTooLarge'],
  ])('is refused for %s, naming the line', (_, line, reason) => {
    expect(problem({ lines: [good, line] })).toEqual({ line: 1, reason })
  })

  it('is refused for a discount on the whole above what the lines come to', () => {
    const lines = [{ ...good, discount: amount(400) }]
    expect(problem({ lines, discount: amount(601) })).toEqual({ line: null, reason: 'discountTooLarge' })
    expect(problem({ lines, discount: amount(600) })).toBeNull()
  })
})

describe('more off than so many per cent', () => {
  const line = { quantity: 100, unitPrice: 9_95, taxType: 'B' } as const
  const over = (cart: Omit<Cart, 'rates'>, limit: number) => takesOffMore(price(cart), limit)

  it('counts the discounts of the lines and of the sale together', () => {
    const lines = [{ ...line, discount: percent(1500) }, line]
    expect(over({ lines }, 10)).toBe(false)
    expect(over({ lines, discount: percent(500) }, 10)).toBe(true)
    expect(over({ lines, discount: percent(10_000) }, 100)).toBe(false)
  })

  it('allows the limit on every line, to the cent', () => {
    // 10 % of 9.95 is 0.99: a percentage is rounded down.
    const lines = Array.from({ length: 40 }, () => ({ ...line, discount: percent(1000) }))
    expect(over({ lines }, 10)).toBe(false)
    expect(over({ lines: [{ ...line, discount: amount(99) }] }, 10)).toBe(false)
    expect(over({ lines: [{ ...line, discount: amount(100) }] }, 10)).toBe(true)
  })

  it('finds any cart that costs less than the limit allows, however it is cut into lines', () => {
    const anyCart = fc.record({
      lines: fc.array(anyLine, { minLength: 1, maxLength: 60 }),
      discount: anyDiscount(500),
    })
    fc.assert(
      fc.property(anyCart, fc.integer({ min: 0, max: 100 }), (cart, limit) => {
        const result = priceCart({ ...cart, rates })
        fc.pre(result.ok)
        if (!result.ok) return
        const { gross, total } = result.cart
        expect(takesOffMore(result.cart, limit)).toBe((gross - total) * 100 > gross * limit)
      }),
    )
  })

  it('finds 0.74 off each of 500 lines of 0.01 loaves', () => {
    const crumbs = Array.from({ length: 500 }, () => ({
      ...line,
      quantity: 1,
      unitPrice: 75_00,
      discount: amount(74),
    }))
    expect(over({ lines: crumbs }, 10)).toBe(true)
  })

  it('does not count what a scale’s label leaves of its line', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100_000 }),
        fc.integer({ min: 1, max: 100_000 }),
        (label, unitPrice) => {
          const { quantity, discount } = lineOfPriceLabel(label, unitPrice) ?? { quantity: 100, discount: 0 }
          const labelled = { ...line, quantity, unitPrice, discount: amount(discount), labelled: true }
          expect(over({ lines: [labelled] }, 0)).toBe(false)
        },
      ),
    )
  })
})

function add<T>(values: readonly T[], pick: (value: T) => number): number {
  return values.reduce((total, value) => total + pick(value), 0)
}

function slowDiscount(discount: Discount | undefined, of: bigint): bigint {
  if (!discount) return 0n
  if (discount.kind === 'amount') return BigInt(discount.cents)
  return (of * BigInt(discount.basisPoints)) / 10_000n
}
