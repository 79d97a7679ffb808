/** The owner's list of tenders: what it may hold, and how a payment, the books and each report name one of its own. */
import { expect, test } from 'vitest'
import type { Settings } from '../../../core/contract/workspace.ts'
import { shippedTenders } from '../../../core/fiscal/shopTenders.ts'
import { newRequest, startShop } from './shop.ts'

type Row = Settings['tenders'][number]
const airtel: Row = {
  id: '6a0b0d5e-airtel',
  method: 'mobileMoney',
  name: 'Airtel Money',
  reference: 'required',
  opensDrawer: false,
  on: true,
}
const equity: Row = { ...airtel, id: 'equity', method: 'card', name: 'Equity till', reference: 'optional' }
/** The shipped list with one row changed. */
const changed = (id: string, change: Partial<Row>): Row[] =>
  shippedTenders.map((row) => (row.id === id ? { ...row, ...change } : row))

test('a shop’s own tender is sold with, corrected, refunded, counted, and named as it was', async () => {
  const shop = await startShop()
  const soap = await shop.stocked({ name: 'Soap', price: 100_00, onHand: 100_00 })
  const sell = (tenders: object[]) => ({
    lines: [{ itemId: soap.id, quantity: 300 }],
    tenders: tenders as never,
    requestId: newRequest(),
  })
  const save = (tenders: Row[]) => shop.ok('settings.save', { tenders })
  expect((await shop.ok('settings.get', {})).tenders).toEqual(shippedTenders)

  const [cash, ...others] = shippedTenders as [Row, ...Row[]]
  await save([cash, airtel, ...others, equity])
  const wrong: [Row[], string][] = [
    [[airtel, ...others, equity], 'tenders'],
    [[...shippedTenders, airtel, { ...airtel, name: 'Another' }], 'tenders[7].id'],
    [[...shippedTenders, airtel, { ...equity, name: 'AIRTEL money' }], 'tenders[7].name'],
    [[...shippedTenders, { ...airtel, name: null }], 'tenders[6].name'],
    [[...shippedTenders, { ...airtel, name: 'x'.repeat(31) }], 'tenders[6].name'],
    [[...shippedTenders, { ...airtel, method: 'cash' }], 'tenders[6].method'],
    [changed('card', { method: 'cheque' }), 'tenders[2].method'],
    [changed('cash', { name: 'Notes' }), 'tenders[0].name'],
    [changed('cash', { reference: 'required' }), 'tenders[0].reference'],
    [changed('cash', { on: false }), 'tenders[0].on'],
    [changed('credit', { reference: 'optional' }), 'tenders[3].reference'],
    [Array.from({ length: 21 }, (_, index) => ({ ...airtel, id: `${index}`, name: `${index}` })), 'tenders'],
    // Saved before: never removed, and of another kind neither.
    [[...shippedTenders, equity], 'tenders'],
    [[...shippedTenders, { ...airtel, method: 'other' }, equity], 'tenders'],
  ]
  for (const [tenders, field] of wrong)
    expect(await shop.fails('settings.save', { tenders }), JSON.stringify(tenders.slice(-1))).toMatchObject({
      field,
    })
  expect(await shop.fails('settings.save', { tenders: [...shippedTenders, equity] })).toMatchObject({
    reason: 'tender.stays',
    params: { name: 'Airtel Money' },
  })

  await shop.ok('shift.open', { sum: 0, requestId: newRequest() })
  const byAirtel = { method: '06', tenderId: airtel.id, amount: 300_00, reference: 'MP 1' }
  await save([cash, airtel, ...others.map((row) => ({ ...row, on: row.id !== 'cheque' })), equity])
  const refused: [object[], string, string][] = [
    [[{ ...byAirtel, reference: ' ' }], 'tender.referenceMissing', 'tenders[0].reference'],
    [[{ ...byAirtel, method: '05' }], 'input.invalid', 'tenders[0].tenderId'],
    [[{ ...byAirtel, tenderId: 'nobody' }], 'input.invalid', 'tenders[0].tenderId'],
    [[{ method: '04', amount: 300_00 }], 'tender.off', 'tenders[0].method'],
  ]
  for (const [tenders, reason, field] of refused)
    expect(await shop.fails('sale.complete', sell(tenders))).toMatchObject({ reason, field })

  // Ten letters and digits that pay once are M-PESA's alone.
  const first = await shop.ok('sale.complete', sell([byAirtel]))
  const asked = { method: '06', tenderId: airtel.id, reference: 'mp1' }
  expect(await shop.ok('sale.paidWith', asked)).toMatchObject({ receipt: { id: first.invoiceId } })
  expect(await shop.ok('sale.paidWith', { method: '06', reference: 'mp1' })).toEqual({ receipt: null })
  await shop.ok('sale.complete', sell([byAirtel]))
  const split = await shop.ok(
    'sale.complete',
    sell([
      { method: '06', amount: 100_00, reference: 'TKN1234567' },
      { method: '05', tenderId: 'equity', amount: 150_00 },
      { method: '01', amount: 100_00 },
    ]),
  )
  expect(await shop.ok('invoice.get', { id: split.invoiceId })).toMatchObject({
    tenders: [
      { method: 'mobileMoney', reference: 'TKN1234567' },
      { method: 'card', tenderId: 'equity', tender: 'Equity till', reference: null },
      { method: 'cash', amount: 100_00 },
    ],
    methods: [{ method: 'mobileMoney' }, { method: 'card', tender: 'Equity till' }, { method: 'cash' }],
  })
  const html = async (invoiceId: number) => (await shop.ok('receipt.preview', { invoiceId })).html
  expect(await html(split.invoiceId)).toMatch(/MOBILE MONEY.*Equity till.*CASH/s)
  const idsOf = async (filter: object) =>
    (await shop.ok('invoice.list', filter)).invoices.map(({ id }) => id).toReversed()
  expect(await idsOf({ method: 'mobileMoney', tenderId: airtel.id })).toEqual([
    first.invoiceId,
    first.invoiceId + 1,
  ])
  expect(await idsOf({ method: 'mobileMoney' })).toEqual([split.invoiceId])
  await shop.settled()
  const { sales } = await shop.authority.ledger()
  expect(sales.map(({ request }) => request['pmtTyCd'])).toEqual(['06', '06', '05'])

  // Renamed and switched off: the books keep the name, and what was paid so can still be corrected and goes back so.
  const renamed = { ...airtel, name: 'Airtel', on: false }
  await save([cash, ...others, equity, renamed])
  const parts = (equityAmount: number) => [
    { method: '06', tenderId: airtel.id, amount: 100_00, reference: 'MP 1' },
    { method: '05', tenderId: 'equity', amount: equityAmount },
  ]
  await shop.ok('invoice.changePayment', { id: first.invoiceId, tenders: parts(200_00) })
  await shop.ok('invoice.changePayment', { id: first.invoiceId, tenders: parts(200_00) })
  expect(shop.read(shop.appId, 'select count(*) as changes from payment_change')).toEqual([{ changes: 1 }])
  const off = { method: '06', tenderId: airtel.id }
  const credit = { id: split.invoiceId, reason: '06' }
  expect(
    await shop.fails('invoice.credit', { ...credit, refundBy: '06', refundTenderId: airtel.id }),
  ).toMatchObject({ reason: 'tender.off', field: 'refundTenderId' })
  await shop.ok('invoice.credit', {
    ...credit,
    items: [{ position: 1, quantity: 200 }],
    requestId: newRequest(),
  })
  const note = await shop.ok('invoice.credit', { id: first.invoiceId + 1, reason: '06' })
  expect(await shop.ok('invoice.get', { id: note.invoiceId })).toMatchObject({
    tenders: [{ method: 'mobileMoney', tender: 'Airtel Money', amount: 300_00, reference: 'MP 1' }],
  })

  // A debt that is paid with it.
  const njeri = { name: 'Njeri', creditLimit: 1_000_00, requestId: newRequest() }
  const customerId = (await shop.ok('customer.save', njeri)).id as number
  await shop.ok('sale.complete', { ...sell([{ method: '02', amount: 300_00 }]), buyer: { customerId } })
  const payment = { customerId, method: '05', tenderId: 'equity', amount: 120_00, requestId: newRequest() }
  expect(await shop.fails('account.pay', { ...payment, ...off })).toMatchObject({
    reason: 'tender.off',
    field: 'tenderId',
  })
  const paid = await shop.ok('account.pay', payment)
  expect(paid).toMatchObject({ method: 'card', tender: 'Equity till' })
  expect((await shop.ok('account.entries', { customerId })).entries).toMatchObject([
    { kind: 'paid', tender: 'Equity till' },
    { kind: 'sale' },
  ])
  const slip = await shop.ok('account.printPayment', { id: paid.id, target: 'window' })
  expect(slip.html).toContain('Equity till')

  const counts = [
    { method: 'card' as const, tender: 'Equity till', sum: 300_00 },
    { method: 'cheque' as const, sum: 5_00 },
  ]
  await shop.ok('shift.close', { number: 1, sum: 50_00, others: counts, requestId: newRequest() })
  const { report, html: z } = await shop.ok('shift.get', { number: 1 })
  expect(report?.payments).toMatchObject([
    { method: 'cash', paid: 50_00, refunded: 0 },
    { method: 'credit', paid: 300_00 },
    { method: 'card', tender: 'Equity till', paid: 350_00, refunded: -100_00 },
    { method: 'mobileMoney', paid: 100_00, refunded: -100_00 },
    { method: 'mobileMoney', tender: 'Airtel', paid: 100_00, refunded: 0 },
    { method: 'mobileMoney', tender: 'Airtel Money', paid: 300_00, refunded: -300_00 },
  ])
  expect(report?.tenders).toMatchObject([
    { method: 'cash', expected: 50_00, difference: 0 },
    { method: 'card', tender: 'Equity till', expected: 370_00, counted: 300_00, difference: -70_00 },
    { method: 'mobileMoney', expected: 0, counted: null },
    { method: 'mobileMoney', tender: 'Airtel', expected: 100_00 },
    { method: 'mobileMoney', tender: 'Airtel Money', expected: 0 },
    { method: 'cheque', expected: 0, counted: 5_00 },
  ])
  expect(z).toContain('Equity till')
  const host = shop.host()
  expect(await host.callRest(host.verifyApiKey(shop.apiKey), 'shift.look', { number: '1' })).toMatchObject({
    data: {
      report: {
        onAccount: [{ method: 'card', tender: 'Equity till', amount: 120 }],
        counted: [
          { tender: null },
          { tender: 'Equity till', difference: -70 },
          { method: 'cheque', tender: null },
        ],
      },
    },
  })
  // Names and ids are in the digests of the audit trail.
  await shop.ok('audit.check')
  await expect.poll(async () => (await shop.ok('audit.status')).last).toMatchObject({ broken: null })
})
