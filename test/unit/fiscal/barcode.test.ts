import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  checkDigit,
  drawnCode,
  isValidGtin,
  lineOfPriceLabel,
  ownBarcode,
  ownPrefix,
  parseScan,
  type ScaleRule,
} from '../../../core/fiscal/barcode.ts'
import { priceCart } from '../../../core/fiscal/cart.ts'
import { defaultTaxRates } from '../../../core/fiscal/tax.ts'

const label = (digits: string) => digits + checkDigit(digits)

describe('a barcode', () => {
  it.each(['4006381333931', '96385074', '036000291452'])('%s is one that is printed in the world', (code) => {
    expect(isValidGtin(code)).toBe(true)
  })

  it.each(['4006381333932', '400638133393', '1234567', '', 'ABCDEFGH'])('%j is none', (code) => {
    expect(isValidGtin(code)).toBe(false)
  })

  it('differs from itself with any one digit changed', () => {
    const anyCode = fc.tuple(
      fc.stringMatching(/^\d{12}$/),
      fc.nat({ max: 12 }),
      fc.integer({ min: 1, max: 9 }),
    )
    fc.assert(
      fc.property(anyCode, ([digits, place, by]) => {
        const code = label(digits)
        const changed = (Number(code[place]) + by) % 10
        expect(isValidGtin(`${code.slice(0, place)}${changed}${code.slice(place + 1)}`)).toBe(false)
      }),
    )
  })
})

describe('a label', () => {
  it.each([
    ['4006381333931', 'EAN13', '4006381333931'],
    ['036000291452', 'EAN13', '0036000291452'],
    ['96385074', 'EAN8', '96385074'],
    ['4006381333932', 'CODE128', '4006381333932'],
    ['10036000291459', 'CODE128', '10036000291459'],
    ['KE2NTU0000001', 'CODE128', 'KE2NTU0000001'],
  ])('has the bars of %s as %s', (code, kind, text) => {
    expect(drawnCode(code)).toEqual({ kind, text })
  })

  it('of an own barcode is never one of a scale', () => {
    const rule = (prefix: string) => ({
      prefix,
      itemDigits: 5,
      valueDigits: 5,
      value: 'weight' as const,
      decimals: 3,
    })
    expect(ownPrefix([])).toBe('20')
    // The factory settings of scales have 21, 23 and 24.
    expect(ownPrefix([rule('20')])).toBe('22')
    expect(ownPrefix([rule('2')])).toBeNull()
    expect(ownBarcode('22', 1234, 7)).toBe(label('220012340007'))
  })
})

describe('a scan', () => {
  it('of a label with a weight is so many hundredths of a kilogramme', () => {
    expect(parseScan(label('210004201234'))).toEqual({ kind: 'weight', itemCode: '00042', quantity: 123 })
    expect(parseScan(label('210004201235'))).toEqual({ kind: 'weight', itemCode: '00042', quantity: 124 })
  })

  it('of a label with a price is so many cents', () => {
    expect(parseScan(label('230004224537'))).toEqual({ kind: 'price', itemCode: '00042', price: 24_537 })
    expect(parseScan(label('240004201250'))).toEqual({ kind: 'price', itemCode: '00042', price: 125_000 })
  })

  it('passes over the check digit inside a label', () => {
    const rule: ScaleRule = {
      prefix: '2',
      itemDigits: 5,
      innerCheckDigit: true,
      valueDigits: 5,
      value: 'price',
      decimals: 2,
    }
    expect(parseScan(label('212345912345'), [rule])).toEqual({
      kind: 'price',
      itemCode: '12345',
      price: 12_345,
    })
  })

  it('takes the first rule that fits', () => {
    const rules: ScaleRule[] = [
      { prefix: '211', itemDigits: 4, valueDigits: 5, value: 'price', decimals: 0 },
      { prefix: '21', itemDigits: 5, valueDigits: 5, value: 'weight', decimals: 3 },
    ]
    expect(parseScan(label('211004200500'), rules)).toMatchObject({ kind: 'price', itemCode: '0042' })
    expect(parseScan(label('210004200500'), rules)).toMatchObject({ kind: 'weight', itemCode: '00042' })
  })

  it.each([
    ['a label with a wrong check digit', '2100042012340'],
    ['a label that weighs nothing', label('210004200004')],
    ['a number too short for the rule', '21000420'],
    ['goods of the shop itself', label('200000000001')],
    ['a word', 'SUGAR-2KG'],
  ])('of %s is a plain code', (_, code) => {
    expect(parseScan(code)).toEqual({ kind: 'plain', codes: [code] })
  })

  it('finds an American code with and without its leading zero', () => {
    expect(parseScan(' 036000291452\r')).toEqual({ kind: 'plain', codes: ['036000291452', '0036000291452'] })
    expect(parseScan('0036000291452')).toEqual({ kind: 'plain', codes: ['0036000291452', '036000291452'] })
  })
})

describe('goods with their price on the label', () => {
  it('cost what the label says, to the cent', () => {
    const prices = fc.tuple(fc.integer({ min: 1, max: 9_999_900 }), fc.integer({ min: 1, max: 500_000 }))
    fc.assert(
      fc.property(prices, ([price, unitPrice]) => {
        const line = lineOfPriceLabel(price, unitPrice)!
        const result = priceCart({
          lines: [
            {
              quantity: line.quantity,
              unitPrice,
              taxType: 'B',
              discount: { kind: 'amount', cents: line.discount },
            },
          ],
          rates: defaultTaxRates,
        })
        expect(result.ok && result.cart.total).toBe(price)
        expect(line.discount).toBeLessThanOrEqual(Math.ceil(unitPrice / 100))
      }),
    )
  })

  it('cannot be sold without a price of their own', () => {
    expect(lineOfPriceLabel(500, 0)).toBeNull()
  })
})
