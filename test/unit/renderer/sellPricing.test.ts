import { describe, expect, test } from 'vitest'
import { tender } from '../../../core/contract/sale.ts'
import { defaultTaxRates } from '../../../core/fiscal/tax.ts'
import { type Limits, problemOf } from '../../../renderer/screens/sell/ringing/problemOf.ts'
import { looksLikeCode, readSearch } from '../../../renderer/screens/sell/ringing/searchText.ts'
import {
  changeSale,
  newSale,
  type Sale,
  type SaleAction,
  type SoldItem,
} from '../../../renderer/screens/sell/sale/cart.ts'
import { beforeSaleDiscount, largestSale, priceSale } from '../../../renderer/screens/sell/sale/pricing.ts'

const soap: SoldItem = {
  id: 1,
  code: 'KE2NTU0000001',
  name: 'Menengai bar soap 800 g',
  price: 11_600,
  taxType: 'B',
  type: '2',
  quantityUnit: 'U',
  onHand: 300,
}

const saleAfter = (...actions: SaleAction[]): Sale => actions.reduce(changeSale, newSale('request-1'))
const problem = (sale: Sale, limits: Partial<Limits> = {}) =>
  problemOf(sale, priceSale(sale, defaultTaxRates), { blockBelowStock: false, discount: 100, ...limits })

describe('pricing', () => {
  test('a line costs its own price, less its discount, with the tax taken out', () => {
    const sale = saleAfter(
      { type: 'add', item: soap, quantity: 200 },
      { type: 'setPrice', key: 1, unitPrice: 11_000 },
      { type: 'discountLine', key: 1, discount: { kind: 'amount', cents: 500 } },
    )
    expect(priceSale(sale, defaultTaxRates)).toMatchObject({
      ok: true,
      cart: { gross: 22_000, discount: 500, total: 21_500, taxable: 18_534, tax: 2966 },
    })
  })

  test('the discount of a sale is taken from what its lines cost after their own', () => {
    const sale = saleAfter(
      { type: 'add', item: soap, quantity: 200 },
      { type: 'discountLine', key: 1, discount: { kind: 'percent', basisPoints: 5000 } },
      { type: 'discountSale', discount: { kind: 'percent', basisPoints: 1000 } },
    )
    const priced = priceSale(sale, defaultTaxRates)
    expect(priced.ok && [beforeSaleDiscount(priced.cart), priced.cart.total]).toEqual([11_600, 10_440])
  })
})

describe('what keeps a sale from being paid', () => {
  test('nothing, when it is empty or in order', () => {
    expect(problem(saleAfter())).toBeNull()
    expect(problem(saleAfter({ type: 'add', item: soap }))).toBeNull()
  })

  test('a discount that became larger than the sale, or takes all of it', () => {
    const add: SaleAction = { type: 'add', item: soap }
    expect(
      problem(saleAfter(add, { type: 'discountSale', discount: { kind: 'amount', cents: 20_000 } })),
    ).toBe('problem.discountTooLarge')
    expect(
      problem(saleAfter(add, { type: 'discountSale', discount: { kind: 'percent', basisPoints: 10_000 } })),
    ).toBe('problem.nothingToPay')
  })

  test('a discount above the limit of the signed-in person', () => {
    const sale = saleAfter(
      { type: 'add', item: soap },
      { type: 'discountLine', key: 1, discount: { kind: 'percent', basisPoints: 1100 } },
    )
    expect(problem(sale)).toBeNull()
    expect(problem(sale, { discount: 10 })).toBe('discount.manager')
    expect(problem(changeSale(sale, { type: 'add', item: soap }), { discount: 10 })).toBeNull()
  })

  test('more than can be paid in one go', () => {
    const saleOver = (price: number) => saleAfter({ type: 'add', item: { ...soap, price } })
    const takes = (amount: number) => tender.safeParse({ method: 'cash', amount }).success
    expect([problem(saleOver(largestSale)), takes(largestSale)]).toEqual([null, true])
    expect([problem(saleOver(largestSale + 1)), takes(largestSale + 1)]).toEqual([
      'problem.amountTooLarge',
      false,
    ])
  })

  test('more than the stock has, only where the shop wants it', () => {
    const sale = saleAfter({ type: 'add', item: soap, quantity: 400 })
    expect(problem(sale)).toBeNull()
    expect(problem(sale, { blockBelowStock: true })).toBe('cart.stockBlocked')
  })
})

describe('the search box', () => {
  test('a quantity and a star before a name or a code take so many', () => {
    expect(readSearch('3*')).toEqual({ quantity: 300, words: '' })
    expect(readSearch('3* soap')).toEqual({ quantity: 300, words: 'soap' })
    expect(readSearch('0,75 × tomato')).toEqual({ quantity: 75, words: 'tomato' })
    expect(readSearch('12*6169900000016')).toEqual({ quantity: 1200, words: '6169900000016' })
  })

  test('anything else is what it says', () => {
    expect(readSearch(' soap 800 ')).toEqual({ quantity: null, words: 'soap 800' })
    expect(readSearch('0*soap')).toEqual({ quantity: null, words: '0*soap' })
    expect(readSearch('1.234*soap').quantity).toBeNull()
  })

  test('three digits and more may be a code', () => {
    expect(['12', '123', '12a', '6169900000016'].map(looksLikeCode)).toEqual([false, true, false, true])
  })
})
