import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  centsFromWire,
  centsToWire,
  formatMoney,
  formatQuantity,
  largestAmount,
  largestQuantity,
  multiply,
  parseMoney,
  parseQuantity,
  roundHalfUp,
} from '../../../core/fiscal/money.ts'

const cents = fc.integer({ min: -largestAmount, max: largestAmount })

describe('rounding', () => {
  it('rounds halves away from zero, on both sides of it', () => {
    const halves = [0.5, 1.5, 2.5, -0.5, -1.5, 2.4, -2.4, 2.6].map((n) => roundHalfUp(n * 10, 10))
    expect(halves).toEqual([1, 2, 3, -1, -2, 2, -2, 3])
  })

  it('never answers with a negative zero', () => {
    expect(Object.is(roundHalfUp(-1, 3), 0)).toBe(true)
  })

  it('gives the nearest whole number, whatever the signs', () => {
    fc.assert(
      fc.property(
        fc.bigInt(-(10n ** 20n), 10n ** 20n),
        fc.integer({ min: 100_000, max: 2_000_000 }),
        (n, d) => {
          const off = BigInt(roundHalfUp(n, d)) * BigInt(d) - n
          const distance = off < 0n ? -off : off
          expect(distance * 2n <= BigInt(d)).toBe(true)
          expect(roundHalfUp(-n, d) + roundHalfUp(n, d)).toBe(0)
          expect(roundHalfUp(n, -d)).toBe(roundHalfUp(-n, d))
        },
      ),
    )
  })

  it('gives the same for numbers as for whole numbers of any size', () => {
    const whole = fc.maxSafeInteger()
    fc.assert(
      fc.property(whole, whole, (n, d) => {
        fc.pre(d !== 0)
        expect(roundHalfUp(n, d)).toBe(roundHalfUp(BigInt(n), d))
        expect(multiply(n, d)).toBe(roundHalfUp(BigInt(n) * BigInt(d), 100))
      }),
    )
    fc.assert(
      fc.property(cents, fc.integer({ min: -10_000, max: 10_000 }), (n, by) => {
        expect(multiply(n, by)).toBe(roundHalfUp(BigInt(n) * BigInt(by), 100))
      }),
    )
  })

  it('takes whole numbers only, and divides by none', () => {
    expect(() => roundHalfUp(1.5, 10)).toThrow(RangeError)
    expect(() => multiply(0.5, 200)).toThrow(RangeError)
    expect(() => roundHalfUp(1, 0)).toThrow(RangeError)
  })

  it('multiplies a price by hundredths of a unit exactly, at the largest amounts too', () => {
    expect(multiply(58_000, 200)).toBe(116_000)
    expect(multiply(10_001, 50)).toBe(5001)
    expect(multiply(333, 33)).toBe(110)
    expect(multiply(99_999_999_999, largestQuantity)).toBe(999_999_999_990_000_000)
  })
})

describe('money as text', () => {
  it.each([
    ['1,234.50', 123_450],
    ['1234.5', 123_450],
    [' 7 ', 700],
    ['.05', 5],
    ['-2.50', -250],
    ['-0', 0],
    ['1,000,000', 100_000_000],
  ])('reads %s', (text, expected) => {
    expect(parseMoney(text)).toBe(expected)
  })

  it.each(['', '-', '.', '1,23', '1,2345', '12,345,6', '1.234', '1,5', '1e3', 'KSh 5', '10000000001', '٣'])(
    'does not read %j',
    (text) => {
      expect(parseMoney(text)).toBeNull()
    },
  )

  it('reads back every amount it writes', () => {
    fc.assert(
      fc.property(cents, (amount) => {
        expect(parseMoney(formatMoney(amount))).toBe(amount)
      }),
    )
    expect(formatMoney(-123_456_789)).toBe('-1,234,567.89')
    expect(formatMoney(0)).toBe('0.00')
  })

  it('writes quantities without idle zeros and reads them back', () => {
    expect([200, 75, 150, 205, -25].map(formatQuantity)).toEqual(['2', '0.75', '1.5', '2.05', '-0.25'])
    fc.assert(
      fc.property(fc.integer({ min: 0, max: largestQuantity }), (hundredths) => {
        expect(parseQuantity(formatQuantity(hundredths))).toBe(hundredths)
      }),
    )
  })
})

describe('money on the wire', () => {
  it('survives JSON with at most two decimals', () => {
    fc.assert(
      fc.property(cents, (amount) => {
        const json = JSON.stringify(centsToWire(amount))
        expect(json).toMatch(/^-?\d+(\.\d{1,2})?$/)
        expect(centsFromWire(JSON.parse(json) as number)).toBe(amount)
      }),
    )
  })

  it('rounds what a careless sum of binary fractions leaves behind', () => {
    expect(centsFromWire(0.1 + 0.2)).toBe(30)
    expect(centsFromWire(1.005)).toBe(101)
    expect(centsFromWire(-1.005)).toBe(-101)
    expect(centsFromWire(1e-9)).toBe(0)
  })

  it('refuses what is no amount', () => {
    expect([Number.NaN, Number.POSITIVE_INFINITY, 1e13, -1e21].map(centsFromWire)).toEqual([
      null,
      null,
      null,
      null,
    ])
  })
})
