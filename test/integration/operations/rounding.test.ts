/** Cash in whole shillings: the drawer has what was really taken, and the authority gets the exact price. */
import { expect, test } from 'vitest'
import { newRequest, type Shop, startShop } from './shop.ts'

const stored = (shop: Shop, id: number) => shop.ok('invoice.get', { id })
const xOf = async (shop: Shop) => (await shop.ok('shift.get', { number: 1 })).report

test('sales, refunds and a corrected payment are rounded in cash alone, and have a line of their own', async () => {
  const shop = await startShop()
  const soap = await shop.stocked({ name: 'Soap', price: 333_50, taxType: 'B', onHand: 10_000 })
  const sell = (tenders: object[], quantity = 300) =>
    shop.ok('sale.complete', {
      lines: [{ itemId: soap.id, quantity }],
      tenders: tenders as never,
      requestId: newRequest(),
    })
  const exact = await sell([{ method: '01', amount: 1_100_00 }])
  expect(exact).toMatchObject({ total: 1_000_50, tendered: 1_100_00, change: 99_50, rounding: 0 })

  await shop.ok('settings.save', { roundCash: true })
  await shop.ok('shift.open', { sum: 1_000_00, requestId: newRequest() })
  const requestId = newRequest()
  const input = { lines: [{ itemId: soap.id, quantity: 300 }], requestId }
  const tooLittle = { ...input, tenders: [{ method: '01', amount: 1_000_50 }] }
  expect(await shop.fails('sale.complete', tooLittle)).toMatchObject({
    reason: 'sale.notPaid',
    field: 'tenders',
  })
  const asked = { ...input, tenders: [{ method: '01', amount: 1_500_00 }] }
  const sale = await shop.ok('sale.complete', asked)
  expect(sale).toMatchObject({ total: 1_000_50, tendered: 1_500_00, change: 499_00, rounding: 50 })
  expect(await shop.ok('sale.complete', asked)).toEqual(sale)
  expect(await stored(shop, sale.invoiceId)).toMatchObject({
    total: 1_000_50,
    tenders: [{ method: 'cash', amount: 1_500_00, reference: null }],
    methods: [{ method: 'cash' }],
    change: 499_00,
    rounding: 50,
  })
  const split = await sell([
    { method: '05', amount: 500_20 },
    { method: '01', amount: 500_00 },
  ])
  expect(split).toMatchObject({ change: 0, rounding: -30 })
  const card = await sell([{ method: '05', amount: 1_000_50 }])
  expect(card.rounding).toBe(0)
  await shop.settled()
  const { sales } = await shop.authority.ledger()
  expect(sales.map(({ request }) => [request['totAmt'], request['totTaxAmt'], request['pmtTyCd']])).toEqual(
    ['01', '01', '05', '05'].map((code) => [1_000.5, 138, code]),
  )
  const paper = async (invoiceId: number) => (await shop.ok('receipt.preview', { invoiceId })).html
  expect(await paper(sale.invoiceId)).toMatch(/CASH.*1,500\.00.*ROUNDING.*0\.50.*CHANGE.*499\.00/s)
  expect(await paper(card.invoiceId)).not.toContain('ROUNDING')

  // Three refunds of one piece each return together what the sale took.
  const cashBack: (number | undefined)[] = []
  for (const _ of [1, 2, 3]) {
    const note = await shop.ok('invoice.credit', {
      id: sale.invoiceId,
      reason: '06',
      items: [{ position: 1, quantity: 100 }],
      requestId: newRequest(),
    })
    await shop.settled()
    const { total, tenders, rounding } = await stored(shop, note.invoiceId)
    expect(note).toMatchObject({ total: 333_50, rounding })
    expect([total, (tenders[0]?.amount ?? 0) - rounding]).toEqual([-333_50, 333_50])
    cashBack.push(tenders[0]?.amount)
  }
  expect(cashBack).toEqual([334_00, 333_00, 334_00])
  // A card sale that goes back in cash, and one that is found to be paid in cash.
  await shop.ok('invoice.credit', {
    id: split.invoiceId,
    reason: '06',
    refundBy: '01',
    items: [{ position: 1, quantity: 100 }],
    requestId: newRequest(),
  })
  await shop.ok('invoice.changePayment', {
    id: card.invoiceId,
    tenders: [{ method: '01', amount: 1_001_00 }],
  })
  expect(await stored(shop, card.invoiceId)).toMatchObject({
    change: 0,
    rounding: 50,
    methods: [{ method: 'cash' }],
  })

  const x = await xOf(shop)
  // Sales 1,001 + 500 + 1,001, refunds 1,001 + 334.
  expect(x?.drawer).toMatchObject({ sales: 2_502_00, refunds: -1_335_00, expected: 2_167_00 })
  expect(x).toMatchObject({ all: { total: 1_667_50 }, rounding: 50 - 30 + 50 - 50 - 50 })
  expect(x?.payments).toMatchObject([
    { method: 'cash', paid: 2_502_00, refunded: -1_335_00 },
    { method: 'card', paid: 500_20, refunded: 0 },
  ])
  const sum = (x?.payments ?? []).reduce((all, { total }) => all + total, 0)
  expect(sum).toBe((x?.all.total ?? 0) + (x?.rounding ?? 0))
  await shop.ok('shift.close', { number: 1, sum: 2_167_00, requestId: newRequest() })
  const z = await shop.ok('shift.get', { number: 1 })
  expect(z.report).toMatchObject({ rounding: -30, tenders: [{ difference: 0 }, {}] })
  expect(z.html).toContain('Rounding of cash')
  const seen = await shop
    .host()
    .callRest(shop.host().verifyApiKey(shop.apiKey), 'shift.look', { number: '1' })
  expect(seen).toMatchObject({ data: { report: { rounding: -0.3, drawer: { expected: 2167 } } } })
  // The day has the sale of before too.
  const { report, html } = await shop.ok('report.day', { language: 'sw' })
  expect(report).toMatchObject({ rounding: -30, drawer: { expected: 1_000_50 + 1_167_00 } })
  expect(html).toContain('Kukamilisha shilingi')

  // The owner switches it off: what took whole shillings returns them.
  await shop.ok('settings.save', { roundCash: false })
  await shop.settled()
  const rest = await shop.ok('invoice.credit', { id: card.invoiceId, reason: '06', requestId: newRequest() })
  expect(await stored(shop, rest.invoiceId)).toMatchObject({ tenders: [{ amount: 1_001_00 }], rounding: 50 })
  await shop.settled()
  const old = await shop.ok('invoice.credit', { id: exact.invoiceId, reason: '06', requestId: newRequest() })
  expect(await stored(shop, old.invoiceId)).toMatchObject({ tenders: [{ amount: 1_000_50 }], rounding: 0 })
  await shop.ok('audit.check')
  await shop.waitFor(async () => !(await shop.ok('audit.status')).running)
  expect((await shop.ok('audit.status')).last?.broken ?? null).toBeNull()
})
