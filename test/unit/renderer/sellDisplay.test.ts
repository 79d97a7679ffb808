import { expect, test } from 'vitest'
import type { SoldItem } from '../../../renderer/screens/sell/sale/cart.ts'
import { displayView } from '../../../renderer/screens/sell/sale/displayView.ts'
import { priceSale } from '../../../renderer/screens/sell/sale/pricing.ts'
import { openSaleStore, type SellAction } from '../../../renderer/screens/sell/sale/saleStore.ts'

const rates = { A: 0, B: 16, C: 0, D: 0, E: 8 }
const bread: SoldItem = {
  id: 1,
  code: 'KE2NTU0000001',
  name: 'Bread 400 g',
  price: 65_00,
  taxType: 'A',
  type: '2',
  quantityUnit: 'U',
  onHand: null,
}
const sukuma: SoldItem = { ...bread, id: 2, name: 'Sukuma wiki', price: 80_00, quantityUnit: 'KG' }
const done = { invoiceId: 7, number: 'T1-7', total: 105_00, tendered: 200_00, change: 95_00, rounding: 0 }
const marked = { environment: 'production', training: false }

const storage = () => ({ getItem: () => null, setItem: () => {} }) as unknown as Storage

/** What the customer sees after these acts. */
function shownAfter(actions: SellAction[], cleared: number | null = null) {
  const store = openSaleStore('app-1', storage())
  for (const action of actions) store.act(action)
  const state = store.get()
  return displayView(state, priceSale(state.sale, rates), { ...marked, url: 'https://a.example/7', cleared })
}

const goods: SellAction[] = [
  { type: 'add', item: bread, quantity: 200 },
  { type: 'add', item: sukuma, quantity: 50 },
]
const completed: SellAction = { type: 'completed', done, requestId: 'next' }

test('a customer sees goods, prices and total, and nothing about the buyer', () => {
  const buyer = { name: 'Wanjiku', pin: 'A012345678Z' } as never
  const view = shownAfter([
    ...goods,
    { type: 'discountLine', key: 1, discount: { kind: 'amount', cents: 10_00 } },
    { type: 'discountSale', discount: { kind: 'amount', cents: 5_00 } },
    { type: 'setBuyer', buyer },
  ])
  expect(view).toEqual({
    ...marked,
    kind: 'sale',
    lines: [
      { name: 'Bread 400 g', how: '2 × 65.00', amount: 120_00 },
      { name: 'Sukuma wiki', how: '0.5 kg × 80.00', amount: 40_00 },
    ],
    at: 0,
    discount: 5_00,
    total: 155_00,
  })
})

const finished = { ...marked, kind: 'done', total: 105_00, change: 95_00, url: 'https://a.example/7' }

test.each<[string, SellAction[], number | null, object | null]>([
  ['nothing is bought', [], null, null],
  ['all lines are taken off', [...goods, { type: 'voidAll' }], null, null],
  ['the sale is parked', [...goods, { type: 'start', requestId: 'other' }], null, null],
  ['the sale is paid', [...goods, completed], null, finished],
  ['the receipt was there before the screen opened', [...goods, completed], 7, null],
  ['the next sale begins', [...goods, completed, { type: 'goTo', step: 'ringing' }], null, null],
  ['an earlier receipt is looked at', [{ type: 'show', done }], null, null],
  [
    'it is looked at again after its sale',
    [completed, { type: 'goTo', step: 'ringing' }, { type: 'show', done }],
    null,
    null,
  ],
])('the display is right when %s', (_case, actions, cleared, shown) => {
  expect(shownAfter(actions, cleared)).toEqual(shown)
})
