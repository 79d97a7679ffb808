/** GET /shifts, /shifts/{number} and /cash-movements: the drawer's money for other software. */
import { expect, test } from 'vitest'
import { newRequest, shared } from '../operations/shop.ts'
import { type Software, saleOf, startSoftware } from './software.ts'

/** Shift 1 with a sale, a refund and cash that moves, closed; shift 2 is open. */
const day = async (software: Software): Promise<Software> => {
  const { ok, gets, settled, stocked } = software
  const item = await stocked({ price: 116_00, onHand: 1_000, taxType: 'B' })
  await ok('shift.open', { sum: 1_000_00, requestId: newRequest() })
  const { invoiceId } = await ok('sale.complete', {
    lines: [{ itemId: item.id, quantity: 200 }],
    tenders: [{ method: '01', amount: 300_00 }],
    requestId: newRequest(),
  })
  await settled()
  const items = [{ position: 1, quantity: 100 }]
  await ok('invoice.credit', { id: invoiceId, reason: '06', items, requestId: newRequest() })
  await gets('POST', '/sales-with-items', saleOf(7))
  const move = (kind: 'payIn' | 'payOut' | 'noSale', amount?: number) =>
    ok('shift.addCash', { number: 1, kind, amount, reason: 'Water', requestId: newRequest() })
  await move('payIn', 200_00)
  await move('payOut', 50_50)
  await move('noSale')
  const customer = { name: 'Mama Achieng', creditLimit: 1_000_00, requestId: newRequest() }
  const { id: customerId } = await ok('customer.save', customer)
  await ok('sale.complete', {
    lines: [{ itemId: item.id, quantity: 100 }],
    buyer: { customerId: customerId ?? 0 },
    tenders: [{ method: '02', amount: 116_00 }],
    requestId: newRequest(),
  })
  await ok('account.pay', {
    customerId: customerId ?? 0,
    amount: 16_00,
    method: '01',
    requestId: newRequest(),
  })
  await settled()
  await ok('shift.close', { number: 1, sum: 1_281_00, note: 'Counted twice', requestId: newRequest() })
  await ok('shift.open', { sum: 500_00, requestId: newRequest() })
  return software
}
const shop = shared(async (cleanUp) => day(await startSoftware({ cleanUp })))

test('lists shifts from a number on, in pages', async () => {
  const { gets } = shop()
  const first = await gets('GET', '/shifts?limit=1')
  expect(first['shifts']).toMatchObject([
    { number: 1, state: 'closed', float: 1000, expected: 1281.5, counted: 1281, note: 'Counted twice' },
  ])
  const second = await gets('GET', `/shifts?cursor=${String(first['nextCursor'])}`)
  expect(second).toEqual(await gets('GET', '/shifts?from=2'))
  expect(second['shifts']).toMatchObject([{ number: 2, state: 'open', closedAt: null, expected: null }])
})

test('a closed shift has its Z report, an open one the report so far', async () => {
  const { gets } = shop()
  expect(await gets('GET', '/shifts/1')).toMatchObject({
    number: 1,
    report: {
      sales: { count: 2, amount: 348, taxable: 300, tax: 48 },
      creditNotes: { count: 1, amount: -116 },
      taxes: [{ taxTyCd: 'B', percent: 16, amount: 232, taxable: 200, tax: 32 }],
      payments: [
        { method: 'cash', paid: 232, refunded: -116 },
        { method: 'credit', paid: 116, refunded: 0 },
      ],
      onAccount: [{ method: 'cash', count: 1, amount: 16 }],
      drawer: {
        sales: 232,
        refunds: -116,
        onAccount: 16,
        payIn: { count: 1, amount: 200 },
        payOut: { count: 1, amount: -50.5 },
        noSale: 1,
        expected: 1281.5,
      },
      counted: [{ method: 'cash', expected: 1281.5, counted: 1281, difference: -0.5 }],
      software: { count: 1 },
      unsigned: 0,
    },
  })
  expect(await gets('GET', '/shifts/2')).toMatchObject({
    state: 'open',
    report: { sales: { count: 0 }, drawer: { expected: 500 }, counted: [] },
  })
})

test('lists the cash that moved, of all shifts or of one', async () => {
  const { gets } = shop()
  const { movements } = await gets('GET', '/cash-movements')
  expect(movements).toMatchObject([
    { shift: 1, kind: 'payIn', amount: 200, reason: 'Water' },
    { shift: 1, kind: 'payOut', amount: 50.5 },
    { shift: 1, kind: 'noSale', amount: 0 },
  ])
  expect(await gets('GET', '/cash-movements?shift=1')).toEqual({ movements })
  expect(await gets('GET', '/cash-movements?shift=2')).toEqual({ movements: [] })
})

test.each([
  ['/shifts/9', '003', 'number'],
  ['/shifts/x', '003', 'number'],
  ['/shifts?from=0', '003', 'from'],
  ['/cash-movements?shift=x', '003', 'shift'],
  ['/cash-movements?cursor=x', '003', 'cursor'],
])('%s is %s', async (path, resultCd, field) => {
  expect(await shop().send('GET', path)).toMatchObject({ resultCd, body: { field } })
})
