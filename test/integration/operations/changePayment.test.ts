/** A payment that was entered wrongly is corrected on its day, in the books and on paper, and nothing is lost by it. */
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, test } from 'vitest'
import { movableClock } from '../../support/clock.ts'
import { newRequest, startShop } from './shop.ts'

test('a manager corrects a payment on its day; the books follow, the authority keeps the first one', async () => {
  const { clock, wait } = movableClock()
  const shop = await startShop({ ports: { clock } })
  const bread = await shop.stocked({ name: 'Bread', price: 65_00, onHand: 10_000 })
  const code = 'TKN4B7X2QF'
  const sell = (tender: object) =>
    shop.ok('sale.complete', {
      lines: [{ itemId: bread.id, quantity: 200 }],
      tenders: [tender as never],
      requestId: newRequest(),
    })
  const cash = await sell({ method: '01', amount: 200_00 })
  const mpesa = await sell({ method: '06', amount: 130_00, reference: code })
  await shop.settled()
  const change = (id: number, ...tenders: { method: string; amount: number; reference?: string }[]) =>
    ({ id, tenders }) as const
  const get = (id: number) => shop.ok('invoice.get', { id })
  const expected = async () => {
    const { report } = await shop.ok('report.day', {})
    const by = Object.fromEntries(report.payments.map(({ method, total }) => [method, total]))
    return { by, drawer: report.drawer.expected }
  }
  expect(await expected()).toEqual({ by: { cash: 130_00, mobileMoney: 130_00 }, drawer: 130_00 })

  // The code belongs to the other sale, until that one turns out to have been paid in cash.
  const withCode = change(cash.invoiceId, { method: '06', amount: 130_00, reference: code })
  expect(await shop.fails('invoice.changePayment', withCode)).toMatchObject({ reason: 'tender.codeUsed' })
  await shop.ok('invoice.changePayment', change(mpesa.invoiceId, { method: '01', amount: 130_00 }))
  await shop.ok('invoice.changePayment', withCode)
  await shop.ok('invoice.changePayment', withCode)
  expect(await get(cash.invoiceId)).toMatchObject({
    tenders: [{ method: 'mobileMoney', amount: 130_00, reference: code }],
    change: 0,
    methods: [{ method: 'mobileMoney' }],
    paymentChangeable: true,
  })
  expect(await expected()).toEqual({ by: { cash: 130_00, mobileMoney: 130_00 }, drawer: 130_00 })
  const ids = async (input: object) =>
    (await shop.ok('invoice.list', { limit: 10, ...input })).invoices.map(({ id }) => id)
  expect(await ids({ method: 'mobileMoney' })).toEqual([cash.invoiceId])
  // The message of the customer leads to both, for it was written down on both.
  expect(await ids({ text: code })).toEqual([mpesa.invoiceId, cash.invoiceId])

  const split = change(
    cash.invoiceId,
    { method: '01', amount: 100_00 },
    { method: '06', amount: 50_00, reference: 'TKN4B7X2QG' },
  )
  await shop.ok('invoice.changePayment', split)
  expect(await expected()).toEqual({ by: { cash: 210_00, mobileMoney: 50_00 }, drawer: 210_00 })
  const { html } = await shop.ok('receipt.preview', { invoiceId: cash.invoiceId })
  expect(html).toContain('PAYMENT CORRECTED')
  expect(html).toContain('20.00')

  const { sales } = await shop.authority.ledger()
  expect(sales.map(({ request }) => request['pmtTyCd'])).toEqual(['01', '06'])
  const { entries } = await shop.ok('audit.list', { about: 'refund', limit: 10 })
  expect(entries.map(({ kind, subject, detail }) => [kind, subject, detail.ways])).toEqual([
    ['paymentChanged', cash.number, [['mobileMoney'], ['cash', 'mobileMoney']]],
    ['paymentChanged', cash.number, [['cash'], ['mobileMoney']]],
    ['paymentChanged', mpesa.number, [['mobileMoney'], ['cash']]],
  ])
  await shop.ok('invoice.credit', { id: mpesa.invoiceId, reason: '06', requestId: newRequest() })
  const [note] = (await shop.ok('invoice.list', { limit: 1 })).invoices
  expect((await get(note?.id ?? 0)).tenders).toEqual([{ method: 'cash', amount: 130_00, reference: null }])
  expect(
    await shop.fails('invoice.changePayment', change(mpesa.invoiceId, { method: '05', amount: 130_00 })),
  ).toMatchObject({ reason: 'payment.refunded' })
  expect(
    await shop.fails('invoice.changePayment', change(cash.invoiceId, { method: '05', amount: 131_00 })),
  ).toMatchObject({ reason: 'tender.overpaidWithoutCash' })

  // A rejected credit note is a refund too: the customer has the money. A withdrawn one is none.
  await shop.settled()
  await shop.authority.control('PUT', 'faults', [{ kind: 'refuse', code: '910', times: 1 }])
  const again = { id: cash.invoiceId, reason: '06' } as const
  const rejected = await shop.ok('invoice.credit', { ...again, requestId: newRequest() })
  await shop.waitFor(async () => (await get(rejected.invoiceId)).state === 'refused')
  const inCash = change(cash.invoiceId, { method: '01', amount: 130_00 })
  expect(await shop.fails('invoice.changePayment', inCash)).toMatchObject({ reason: 'payment.refunded' })
  const { submissionId } = await get(rejected.invoiceId)
  await shop.ok('queue.withdraw', { id: submissionId ?? 0, reason: 'The customer keeps the bread' })
  await shop.ok('invoice.changePayment', inCash)

  // The night would lock the window.
  await shop.ok('workspace.setLockAfter', { minutes: 0 })
  wait(86_400_000)
  expect(await get(cash.invoiceId)).toMatchObject({ paymentChangeable: false })
  expect(await shop.fails('invoice.changePayment', split)).toMatchObject({ reason: 'payment.dayOver' })
  const db = new Sqlite(join(shop.dataDir, 'apps', shop.appId, 'till.db'))
  expect(() => db.exec('delete from payment_change')).toThrow('never deleted')
  expect(() => db.exec('update payment_change_tender set amount = 1')).toThrow('never changes')
  expect(
    db.prepare('select method from invoice_tender order by invoice_id').pluck().all().slice(0, 2),
  ).toEqual(['cash', 'mobileMoney'])
  db.close()
})
