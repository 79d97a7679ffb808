/** An exchange: goods of an earlier sale come back, others go, and only the difference is paid. */
import { expect, test } from 'vitest'
import type { Failure } from '../../../core/contract/errors.ts'
import { newRequest, type Shop, shared, startShop } from './shop.ts'

const counter = shared(async (cleanUp) => {
  const shop = await startShop({ cleanUp })
  const soap = await shop.stocked({ name: 'Soap', price: 195_00, onHand: 10_000 })
  const bread = await shop.stocked({ name: 'Bread', price: 65_00, onHand: 10_000 })
  await shop.ok('shift.open', { sum: 500_00, requestId: newRequest() })
  return { shop, soap, bread }
})
const cash = (amount: number) => [{ method: '01', amount }]
const sell = (shop: Shop, itemId: number, quantity: number, more: object) =>
  shop.ok('sale.complete', { lines: [{ itemId, quantity }], requestId: newRequest(), ...more } as never)
const returnedOf = async (shop: Shop, id: number, quantity: number) => {
  const items = [{ position: 1, quantity }]
  const { refund } = await shop.ok('invoice.refundOf', { id, items })
  return { id, reason: '06', returnStock: true, items, refund }
}
const drawer = async (shop: Shop) => {
  const { report } = await shop.ok('shift.get', { number: 1 })
  const tender = report?.payments.find(({ method }) => method === 'cash')
  return { expected: report?.drawer.expected ?? 0, refunded: tender?.refunded ?? 0 }
}
const documents = (shop: Shop) =>
  shop.read(shop.appId, 'select count(*) as documents, (select sum(on_hand) from item) as goods from invoice')

test('the customer pays the difference, both documents are signed in order, and a second press does nothing', async () => {
  const { shop, soap, bread } = counter()
  const before = await drawer(shop)
  const sold = await sell(shop, bread.id, 300, { tenders: cash(195_00) })
  await shop.settled()
  const returned = await returnedOf(shop, sold.invoiceId, 200)
  expect(returned.refund).toBe(130_00)
  const lines = [{ itemId: soap.id, quantity: 100 }]
  const input = { lines, returned, tenders: cash(100_00), requestId: newRequest() }
  const [done, again] = await Promise.all([shop.ok('sale.complete', input), shop.ok('sale.complete', input)])
  expect(again).toEqual(done)
  expect(done).toMatchObject({ total: 195_00, change: 35_00, returned: { refund: 130_00 } })
  await shop.settled()
  const note = await shop.ok('invoice.get', { id: done.returned?.invoiceId ?? 0 })
  const sale = await shop.ok('invoice.get', { id: done.invoiceId })
  expect(note).toMatchObject({ state: 'signed', total: -130_00, credits: { number: sold.number } })
  expect(sale).toMatchObject({
    state: 'signed',
    tenders: [
      { method: 'cash', amount: 100_00, reference: null },
      { method: 'cash', amount: 130_00, reference: note.number },
    ],
  })
  const order = ({ controlUnitNumber }: { controlUnitNumber: string | null }) =>
    Number(controlUnitNumber?.split('/').at(-1))
  expect(order(note)).toBe(order(sale) - 1)
  expect(sale.paymentChangeable).toBe(false)
  const other = { id: done.invoiceId, tenders: [{ method: '05', amount: 195_00 }] }
  expect(await shop.fails('invoice.changePayment', other)).toMatchObject({ reason: 'payment.exchanged' })
  // The first sale and the difference.
  expect((await drawer(shop)).expected - before.expected).toBe(195_00 + 65_00)
  const { entries } = await shop.ok('audit.list', { about: 'refund', limit: 1 })
  expect(entries).toMatchObject([{ kind: 'creditNote', subject: note.number }])
})

test('goods that are worth more give money back, and no payment is needed', async () => {
  const { shop, soap, bread } = counter()
  const sold = await sell(shop, soap.id, 100, { tenders: cash(195_00) })
  await shop.settled()
  const before = await drawer(shop)
  const returned = await returnedOf(shop, sold.invoiceId, 100)
  expect(await sell(shop, bread.id, 100, { tenders: [], returned })).toMatchObject({ change: 130_00 })
  const after = await drawer(shop)
  expect(after.expected - before.expected).toBe(-130_00)
  expect(after.refunded - before.refunded).toBe(-195_00)
})

test('what goods are worth more goes back by M-PESA, exactly, and the drawer stays as it is', async () => {
  const { shop, bread } = counter()
  const tea = await shop.stocked({ name: 'Green tea', price: 199_60, onHand: 1_000 })
  await shop.ok('settings.save', { roundCash: true })
  const paid = [{ method: '06', amount: 199_60, reference: 'TKN5EXCHNG' }]
  const sold = await sell(shop, tea.id, 100, { tenders: paid })
  await shop.settled()
  const mpesa = async () => {
    const { report } = await shop.ok('shift.get', { number: 1 })
    return report?.tenders.find(({ method }) => method === 'mobileMoney')?.expected ?? 0
  }
  const before = { ...(await drawer(shop)), mpesa: await mpesa() }
  const asked = { id: sold.invoiceId, items: [{ position: 1, quantity: 100 }], refundBy: '06' }
  const { refund } = await shop.ok('invoice.refundOf', asked)
  expect(refund).toBe(199_60)
  const returned = { ...asked, reason: '06', returnStock: true, refund }
  const unpaid = { returned: { ...returned, refundBy: '02' }, tenders: [] }
  const input = { lines: [{ itemId: bread.id, quantity: 100 }], requestId: newRequest() }
  expect(await shop.fails('sale.complete', { ...input, ...unpaid })).toMatchObject({
    reason: 'invoice.refundByCredit',
    field: 'refundBy',
  })
  const done = await shop.ok('sale.complete', { ...input, returned, tenders: [] })
  expect(done).toMatchObject({
    total: 65_00,
    tendered: 65_00,
    change: 0,
    rounding: 0,
    returned: { refund: 65_00, back: { method: 'mobileMoney', amount: 134_60 } },
  })
  expect(await shop.ok('sale.complete', { ...input, returned, tenders: [] })).toEqual(done)
  expect({ ...(await drawer(shop)), mpesa: await mpesa() }).toEqual({
    ...before,
    mpesa: before.mpesa - 134_60,
  })
  await shop.settled()
  expect(await shop.ok('invoice.get', { id: done.returned?.invoiceId ?? 0 })).toMatchObject({
    state: 'signed',
    rounding: 0,
    tenders: [{ method: 'mobileMoney', amount: 199_60 }],
  })
  await shop.ok('settings.save', { roundCash: false })
})

test('what is still owed of the earlier sale is reduced first', async () => {
  const { shop, soap, bread } = counter()
  const debtor = { name: 'Njeri', creditLimit: 1_000_00, requestId: newRequest() }
  const customerId = (await shop.ok('customer.save', debtor)).id ?? 0
  const tenders = [
    { method: '01', amount: 60_00 },
    { method: '02', amount: 135_00 },
  ]
  const sold = await sell(shop, soap.id, 100, { tenders, buyer: { customerId } })
  await shop.settled()
  const returned = await returnedOf(shop, sold.invoiceId, 100)
  expect(returned.refund).toBe(60_00)
  await sell(shop, bread.id, 100, { tenders: cash(5_00), returned })
  expect(await shop.ok('account.get', { customerId })).toMatchObject({ owed: 0 })
})

test('cash in whole shillings is rounded on both documents, and the drawer moves by whole shillings', async () => {
  const { shop, soap } = counter()
  const tea = await shop.stocked({ name: 'Tea', price: 69_60, onHand: 1_000 })
  await shop.ok('settings.save', { roundCash: true })
  const sold = await sell(shop, tea.id, 100, { tenders: cash(70_00) })
  await shop.settled()
  const before = await drawer(shop)
  const returned = await returnedOf(shop, sold.invoiceId, 100)
  expect(returned.refund).toBe(70_00)
  await sell(shop, soap.id, 100, { tenders: cash(125_00), returned })
  expect((await drawer(shop)).expected - before.expected).toBe(125_00)
  await shop.ok('settings.save', { roundCash: false })
})

test('a faulty exchange changes nothing, and the owner’s table counts', async () => {
  const { shop, soap, bread } = counter()
  const sold = await sell(shop, bread.id, 200, { tenders: cash(130_00) })
  await shop.settled()
  const { id } = await shop.ok('user.save', { name: 'Otieno', role: 'cashier', pin: '6093' })
  const cashier = shop.window('cashier')
  await cashier.ok('session.unlock', { userId: id, pin: '6093' })
  await shop.ok('workspace.setLockAfter', { minutes: 0 })
  const returned = await returnedOf(shop, sold.invoiceId, 100)
  const lines = [{ itemId: soap.id, quantity: 100 }]
  const good = { lines, returned, tenders: cash(130_00), requestId: newRequest() }
  const before = documents(shop)
  const bad: [change: object, expected: Partial<Failure>][] = [
    [{ returned: { ...returned, id: 999 } }, { reason: 'invoice.unknown' }],
    [{ returned: { ...returned, items: [] } }, { field: 'returned.items' }],
    [{ returned: { ...returned, items: [{ position: 1, quantity: 201 }] } }, { code: '003' }],
    [{ returned: { ...returned, items: [{ position: 9, quantity: 100 }] } }, { code: '003' }],
    [{ returned: { ...returned, reason: '99' } }, { field: 'reason' }],
    [
      { returned: { ...returned, refund: 64_99 } },
      { reason: 'sale.returnChanged', field: 'returned.refund' },
    ],
    [{ tenders: cash(129_99) }, { reason: 'sale.notPaid' }],
    [{ tenders: [] }, { reason: 'sale.notPaid' }],
    [{ lines: [] }, { field: 'lines' }],
  ]
  for (const [change, expected] of bad)
    expect(
      await shop.fails('sale.complete', { ...good, ...change } as never),
      JSON.stringify(change),
    ).toMatchObject(expected)
  expect(await cashier.fails('sale.complete', good)).toMatchObject({
    code: '001',
    data: { approval: [{ act: 'creditNote', amount: 65_00, document: sold.number }] },
  })
  expect(documents(shop)).toEqual(before)
  await shop.ok('sale.complete', good)
})
