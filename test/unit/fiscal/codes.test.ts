import { describe, expect, it } from 'vitest'
import {
  paymentCode,
  paymentCodes,
  paymentMethod,
  paymentMethods,
  stockSign,
  taxLabel,
  unitSign,
} from '../../../core/fiscal/codes.ts'
import { defaultTaxRates, taxTypes } from '../../../core/fiscal/tax.ts'

const eightRows = [
  ...paymentCodes.slice(0, 4),
  { code: '05', name: 'DEBIT/CREDIT' },
  { code: '06', name: 'Card' },
  { code: '07', name: 'Mobile Money' },
  { code: '08', name: 'Other' },
]

describe('ways to pay', () => {
  it('have the codes of the specification when no table is at hand', () => {
    expect(paymentMethods.map((method) => paymentCode(method))).toEqual([
      '01',
      '02',
      '03',
      '04',
      '05',
      '06',
      '07',
    ])
    expect(paymentCode('mobileMoney', [])).toBe('06')
  })

  it('are found by name where the table has another order', () => {
    expect(paymentCode('mobileMoney', eightRows)).toBe('07')
    expect(paymentCode('card', eightRows)).toBe('05')
    expect(paymentCode('credit', eightRows)).toBe('02')
    expect(paymentCode('other', eightRows)).toBe('08')
    expect(paymentMethod('06', eightRows)).toBe('card')
    expect(paymentMethod('06')).toBe('mobileMoney')
  })

  it('fall back to other', () => {
    expect(paymentCode('cheque', [{ code: '9', name: 'OTHER' }])).toBe('9')
    expect(paymentMethod('09')).toBe('other')
  })

  it('come back from their codes', () => {
    for (const method of paymentMethods) expect(paymentMethod(paymentCode(method))).toBe(method)
  })
})

it('stock comes in below ten and goes out above', () => {
  expect(['01', '06', '11', '13', '16', '07', ''].map(stockSign)).toEqual([1, 1, -1, -1, -1, null, null])
})

it('tax labels follow the rates of the table', () => {
  const labels = taxTypes.map((type) => taxLabel(type, defaultTaxRates))
  expect(labels).toEqual(['A-EX', 'B-16.00%', 'C-0%', 'D-NON VAT', 'E-8%'])
  expect(taxLabel('E', { ...defaultTaxRates, E: 0 })).toBe('E-0%')
  expect(taxLabel('B', { ...defaultTaxRates, B: 14 })).toBe('B-14.00%')
})

it('units are written as on a price tag', () => {
  expect(['KG', 'U', 'YRD'].map(unitSign)).toEqual(['kg', 'pc', 'yrd'])
})
