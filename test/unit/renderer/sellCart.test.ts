import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { multiply } from '../../../core/fiscal/money.ts'
import {
  changeSale,
  isBelowStock,
  mostLines,
  newSale,
  type Sale,
  type SaleAction,
  type SoldItem,
  selectedLine,
  takenOf,
  toCart,
} from '../../../renderer/screens/sell/sale/cart.ts'

const bread: SoldItem = {
  id: 1,
  code: 'KE2NTU0000001',
  name: 'Broadways bread 400 g',
  price: 6500,
  taxType: 'A',
  type: '2',
  quantityUnit: 'U',
  onHand: 200,
}
const soap: SoldItem = { ...bread, id: 2, name: 'Menengai bar soap 800 g', price: 19_500, taxType: 'B' }
const tomatoes: SoldItem = { ...bread, id: 3, name: 'Tomatoes, loose', price: 12_000, quantityUnit: 'KG' }
const delivery: SoldItem = { ...bread, id: 4, name: 'Delivery in town', type: '3', onHand: null }

const saleAfter = (...actions: SaleAction[]): Sale => actions.reduce(changeSale, newSale('request-1'))
const quantities = (sale: Sale) => sale.lines.map((line) => [line.item.id, line.quantity])

describe('adding', () => {
  test('an item appears as one piece, selected and touched', () => {
    const sale = saleAfter({ type: 'add', item: bread })
    expect(quantities(sale)).toEqual([[1, 100]])
    expect(selectedLine(sale)?.item).toBe(bread)
    expect(sale.touched).toEqual({ key: 1, count: 1 })
  })

  test('the same item again adds to its line, wherever it stands', () => {
    const sale = saleAfter(
      { type: 'add', item: bread },
      { type: 'add', item: soap },
      { type: 'add', item: bread, quantity: 300 },
    )
    expect(quantities(sale)).toEqual([
      [1, 400],
      [2, 100],
    ])
    expect(selectedLine(sale)?.item.id).toBe(1)
    expect(sale.touched?.count).toBe(3)
  })

  test('weighed goods, a changed price, a changed line price and a discounted line start a new line', () => {
    const weighed = saleAfter({ type: 'add', item: tomatoes }, { type: 'add', item: tomatoes, quantity: 75 })
    expect(quantities(weighed)).toEqual([
      [3, 100],
      [3, 75],
    ])
    const dearer = saleAfter({ type: 'add', item: bread }, { type: 'add', item: { ...bread, price: 7000 } })
    expect(dearer.lines).toHaveLength(2)
    const repriced = saleAfter(
      { type: 'add', item: bread },
      { type: 'setPrice', key: 1, unitPrice: 6000 },
      { type: 'add', item: bread },
    )
    expect(repriced.lines).toHaveLength(2)
    const discounted = saleAfter(
      { type: 'add', item: bread },
      { type: 'discountLine', key: 1, discount: { kind: 'percent', basisPoints: 1000 } },
      { type: 'add', item: bread },
    )
    expect(discounted.lines).toHaveLength(2)
  })

  test("a scale's price label costs what it says, to the cent", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 500_000 }),
        fc.integer({ min: 1, max: 9_999_999 }),
        (price, total) => {
          const [line] = saleAfter({
            type: 'add',
            item: { ...tomatoes, price },
            label: { code: '2100101001503', total },
          }).lines
          const off = line?.discount?.kind === 'amount' ? line.discount.cents : 0
          expect(multiply(price, line?.quantity ?? 0) - off).toBe(total)
          expect(off).toBeLessThan(multiply(price, 1) + 1)
        },
      ),
    )
  })

  test('a labelled line that a person changes is an ordinary one', () => {
    const label = { code: '2100101001503', total: 149_99 }
    const added = { type: 'add', item: { ...tomatoes, price: 120_00 }, label } as const
    expect(toCart(saleAfter(added)).lines).toMatchObject([
      { label: label.code, discount: { kind: 'amount' } },
    ])
    for (const change of [
      { type: 'setQuantity', key: 1, quantity: 300 },
      { type: 'setPrice', key: 1, unitPrice: 90_00 },
    ] as const) {
      const [line] = toCart(saleAfter(added, change)).lines
      expect(line).not.toHaveProperty('label')
      expect(line).not.toHaveProperty('discount')
    }
    const given = { kind: 'percent', basisPoints: 500 } as const
    const [line] = toCart(saleAfter(added, { type: 'discountLine', key: 1, discount: given })).lines
    expect(line).toEqual({ itemId: tomatoes.id, quantity: expect.any(Number), discount: given })
  })

  test('a sale that is full stays as it is', () => {
    const full = saleAfter(
      ...Array.from({ length: mostLines }, (_, index) => ({
        type: 'add' as const,
        item: { ...bread, id: index + 1 },
      })),
    )
    expect(changeSale(full, { type: 'add', item: { ...soap, id: 9999 } })).toBe(full)
    expect(changeSale(full, { type: 'add', item: bread }).lines[0]?.quantity).toBe(200)
  })
})

describe('correcting a line', () => {
  test("a manager's price stays until it equals the item's again", () => {
    const repriced = saleAfter({ type: 'add', item: bread }, { type: 'setPrice', key: 1, unitPrice: 6000 })
    expect(toCart(repriced).lines[0]).toEqual({ itemId: 1, quantity: 100, unitPrice: 6000 })
    const back = changeSale(repriced, { type: 'setPrice', key: 1, unitPrice: 6500 })
    expect(toCart(back).lines[0]).toEqual({ itemId: 1, quantity: 100 })
  })

  test('quantity and discounts reach the core, and a discount can be taken away', () => {
    const discount = { kind: 'percent', basisPoints: 1000 } as const
    const sale = saleAfter(
      { type: 'add', item: bread },
      { type: 'setQuantity', key: 1, quantity: 250 },
      { type: 'discountLine', key: 1, discount },
      { type: 'discountSale', discount: { kind: 'amount', cents: 500 } },
      { type: 'setBuyer', buyer: { pin: 'P051234567X' } },
    )
    expect(toCart(sale)).toEqual({
      lines: [{ itemId: 1, quantity: 250, discount }],
      discount: { kind: 'amount', cents: 500 },
      buyer: { pin: 'P051234567X' },
    })
    const without = [
      { type: 'discountLine', key: 1, discount: null } as const,
      { type: 'discountSale', discount: null } as const,
      { type: 'setBuyer', buyer: null } as const,
    ].reduce(changeSale, sale)
    expect(toCart(without)).toEqual({ lines: [{ itemId: 1, quantity: 250 }] })
  })

  test('the arrows walk the lines and stop at the ends', () => {
    const sale = saleAfter({ type: 'add', item: bread }, { type: 'add', item: soap })
    const up = changeSale(sale, { type: 'move', by: -1 })
    expect(up.selected).toBe(1)
    expect(changeSale(up, { type: 'move', by: -1 }).selected).toBe(1)
    expect(changeSale(sale, { type: 'move', by: 1 }).selected).toBe(2)
  })

  test('items as they are now replace their lines without touching what the cashier entered', () => {
    const sale = saleAfter({ type: 'add', item: bread, quantity: 300 })
    const fresh = changeSale(sale, { type: 'refreshItems', items: [{ ...bread, price: 7000, onHand: 0 }] })
    expect(fresh.lines[0]).toMatchObject({ quantity: 300, item: { price: 7000, onHand: 0 } })
  })

  test('stock counts all lines of an item together; a service has none', () => {
    const sale = saleAfter(
      { type: 'add', item: bread, quantity: 150 },
      { type: 'setPrice', key: 1, unitPrice: 6000 },
      { type: 'add', item: bread },
      { type: 'add', item: delivery },
    )
    const taken = takenOf(sale.lines)
    expect(sale.lines.map((line) => isBelowStock(line, taken))).toEqual([true, true, false])
  })
})

describe('voiding', () => {
  test('a voided line selects its neighbour and comes back to its place', () => {
    const sale = saleAfter(
      { type: 'add', item: bread },
      { type: 'add', item: soap },
      { type: 'void', key: 1 },
    )
    expect(quantities(sale)).toEqual([[2, 100]])
    expect(sale.selected).toBe(2)
    const back = changeSale(sale, { type: 'undoVoid' })
    expect(quantities(back)).toEqual([
      [1, 100],
      [2, 100],
    ])
    expect(back.selected).toBe(1)
    expect(back.voided).toBeNull()
  })

  test('a voided sale leaves nothing to the next customer and comes back whole', () => {
    const buyer = { pin: 'P051234567X' }
    const sale = saleAfter(
      { type: 'add', item: bread },
      { type: 'add', item: soap },
      { type: 'discountSale', discount: { kind: 'amount', cents: 500 } },
      { type: 'setBuyer', buyer },
      { type: 'tender', tender: { method: 'cash', amount: 1000 } },
      { type: 'voidAll' },
    )
    expect(sale.lines).toEqual([])
    expect(sale.tenders).toEqual([])
    expect(sale.buyer).toBeUndefined()
    expect(sale.discount).toBeUndefined()
    const back = changeSale(sale, { type: 'undoVoid' })
    expect(back).toMatchObject({ buyer, discount: { cents: 500 }, tenders: [{ amount: 1000 }] })
    expect(quantities(back)).toEqual([
      [1, 100],
      [2, 100],
    ])
  })

  test('after a voided sale the next item starts afresh', () => {
    const sale = saleAfter({ type: 'add', item: bread }, { type: 'voidAll' }, { type: 'add', item: soap })
    expect(sale.voided).toBeNull()
    expect(quantities(changeSale(sale, { type: 'undoVoid' }))).toEqual([[2, 100]])
  })

  test('any number of voids and undos in turn loses no line', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(9), { maxLength: 10 }), (picks) => {
        let sale = saleAfter(
          ...Array.from({ length: 10 }, (_, id) => ({
            type: 'add' as const,
            item: { ...bread, id: id + 1 },
          })),
        )
        const whole = quantities(sale)
        for (const pick of picks) {
          sale = changeSale(sale, { type: 'void', key: sale.lines[pick]?.key ?? 1 })
          sale = changeSale(sale, { type: 'undoVoid' })
          expect(quantities(sale)).toEqual(whole)
        }
      }),
    )
  })
})

test('a parked sale comes back with its items as they are now', () => {
  const cart = toCart(
    saleAfter(
      { type: 'add', item: bread, quantity: 200 },
      { type: 'add', item: tomatoes, quantity: 75 },
      { type: 'discountLine', key: 2, discount: { kind: 'amount', cents: 50 } },
      { type: 'setBuyer', buyer: { pin: 'P051234567X' } },
    ),
  )
  const items = [{ ...bread, price: 7000 }, tomatoes]
  const sale = changeSale(newSale('request-1'), { type: 'resume', cart, items, requestId: 'request-2' })
  expect(sale.requestId).toBe('request-2')
  expect(sale.lines[0]).toMatchObject({ quantity: 200, item: { price: 7000 }, alone: false })
  expect(sale.lines[1]).toMatchObject({ quantity: 75, alone: true, discount: { cents: 50 } })
  expect(toCart(sale)).toEqual(cart)
  expect(changeSale(sale, { type: 'add', item: soap }).lines.at(-1)?.key).toBe(3)
})

test('a new sale has nothing of the one before but its own name', () => {
  const sale = saleAfter(
    { type: 'add', item: bread },
    { type: 'tender', tender: { method: 'cash', amount: 10_000 } },
    { type: 'start', requestId: 'request-2' },
  )
  expect(sale).toEqual(newSale('request-2'))
})
