/** Customers and their debts: sold on credit, credited, paid. */
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { beforeAll, expect, test } from 'vitest'
import type { Failure } from '../../../core/contract/errors.ts'
import { owedOfSale } from '../../../db/integrity/owed.ts'
import { saleOf } from '../rest/software.ts'
import { newRequest, shared, startShop, type Window } from './shop.ts'

const shop = shared((cleanUp) => startShop({ cleanUp }))
let soap = 0
let otieno: Window

beforeAll(async () => {
  soap = (await shop().stocked({ name: 'Soap', price: 100_00, onHand: 1_000_000, taxType: 'B' })).id
  const { id } = await shop().ok('user.save', { name: 'Otieno', role: 'cashier', pin: '6093' })
  otieno = shop().window('window-2')
  await otieno.ok('session.unlock', { userId: id, pin: '6093' })
})

const customer = async (fields: object = {}): Promise<number> => {
  const input = { name: 'Mama Njeri', creditLimit: 1_000_00, requestId: newRequest(), ...fields }
  return (await shop().ok('customer.save', input)).id as number
}
const sale = (customerId: number, quantity: number, credit: number, cash = quantity * 1_00 - credit) => ({
  lines: [{ itemId: soap, quantity }],
  buyer: { customerId },
  tenders: [
    ...(credit > 0 ? [{ method: '02', amount: credit }] : []),
    ...(cash > 0 ? [{ method: '01', amount: cash }] : []),
  ],
  requestId: newRequest(),
})
/** On credit altogether, `cents` of the price. */
const sell = (customerId: number, shillings: number, window: Window = shop()) =>
  window.ok('sale.complete', sale(customerId, shillings, shillings * 1_00))
const pay = (customerId: number, amount: number, extra = {}) => ({
  customerId,
  method: '01',
  amount,
  requestId: newRequest(),
  ...extra,
})
const owed = async (customerId: number) => (await shop().ok('account.get', { customerId })).owed
const open = async (customerId: number) =>
  (await shop().ok('account.get', { customerId })).open.map((each) => [each.number, each.owed])

test('a customer is found by a phone number in any form, by name, PIN and number', async () => {
  const { ok } = shop()
  const { number } = await ok('customer.save', {
    name: 'Baraka Otieno',
    phone: '+254 711 000 999',
    requestId: newRequest(),
  })
  for (const text of ['0711000999', '254711000999', '+254 711', '000 999', 'baraka', String(number)])
    expect(
      (await ok('customer.list', { text })).customers.map(({ name }) => name),
      text,
    ).toContain('Baraka Otieno')
  expect((await ok('customer.list', { text: '0711000998' })).customers).toEqual([])
})

test('a debt grows with sales on credit, and shrinks with credit notes and payments, the oldest first', async () => {
  const { ok, fails, settled } = shop()
  const id = await customer()
  const first = await sell(id, 300)
  const second = await ok('sale.complete', sale(id, 400, 250_00))
  // A sale that is paid at once is a purchase and no debt.
  await ok('sale.complete', sale(id, 100, 0))
  expect(await owed(id)).toBe(550_00)
  const paid = await ok('account.pay', pay(id, 320_00))
  expect(paid).toMatchObject({
    owed: 230_00,
    sales: [
      { number: first.number, amount: 300_00 },
      { number: second.number, amount: 20_00 },
    ],
  })
  expect(await open(id)).toEqual([[second.number, 230_00]])

  await settled()
  const back = { id: second.invoiceId, reason: '06', requestId: newRequest() }
  // What is owed is less than the goods that come back: the rest was paid, 150 in cash and 20 on account.
  const wrong = { ...back, refundBy: '02' }
  expect(await fails('invoice.credit', wrong)).toMatchObject({
    reason: 'invoice.refundByCredit',
    field: 'refundBy',
  })
  const note = await ok('invoice.credit', back)
  expect((await ok('invoice.get', { id: note.invoiceId })).tenders).toMatchObject([
    { method: 'credit', amount: 230_00 },
    { method: 'cash', amount: 150_00 },
    { method: 'cash', amount: 20_00 },
  ])
  expect(await owed(id)).toBe(0)
  const { entries } = await ok('account.entries', { customerId: id })
  expect(entries.map(({ kind, change }) => [kind, change])).toEqual([
    ['creditNote', -230_00],
    ['paid', -320_00],
    ['sale', 0],
    ['sale', 250_00],
    ['sale', 300_00],
  ])
  const pages = await ok('account.entries', { customerId: id, limit: 2 })
  const rest = await ok('account.entries', { customerId: id, limit: 9, cursor: pages.nextCursor as string })
  expect([...pages.entries, ...rest.entries]).toEqual(entries)
})

test('chosen receipts are paid instead of the oldest', async () => {
  const id = await customer()
  const [, second] = [await sell(id, 100), await sell(id, 200)]
  await shop().ok(
    'account.pay',
    pay(id, 150_00, { sales: [second.invoiceId], method: '06', reference: 'abc1234567' }),
  )
  expect((await open(id)).map(([, left]) => left)).toEqual([100_00, 50_00])
  // The code has paid.
  const again = pay(id, 10_00, { method: '06', reference: 'ABC1234567' })
  expect(await shop().fails('account.pay', again)).toMatchObject({
    reason: 'tender.codeUsed',
    field: 'reference',
  })
  const paid = await shop().ok('account.pay', { ...again, allowUsed: true })
  expect(await shop().ok('account.pay', { ...again, allowUsed: true })).toEqual(paid)
  expect(
    shop().read(
      shop().appId,
      "select subject from audit where kind = 'codeReused' order by seq desc limit 1",
    ),
  ).toEqual([{ subject: String(paid.number) }])
})

test('the limit binds a cashier; a manager sells above it, which the trail records', async () => {
  const { ok } = shop()
  const id = await customer({ name: 'Zawadi', creditLimit: 500_00 })
  await sell(id, 450, otieno)
  const more = sale(id, 100, 100_00)
  const refused = await otieno.fails('sale.complete', more)
  expect(refused).toMatchObject({ code: '001', reason: 'customer.aboveLimit', field: 'tenders' })
  expect(refused.params).toMatchObject({ name: 'Zawadi', after: '550.00', limit: '500.00' })
  const { number } = await ok('sale.complete', more)
  const { entries } = await ok('audit.list', { about: 'account', limit: 3 })
  expect(entries).toMatchObject([
    { kind: 'creditAboveLimit', subject: number, amount: 50_00 },
    { kind: 'soldOnCredit', subject: number, amount: 100_00 },
    { kind: 'soldOnCredit', amount: 450_00, who: 'Otieno' },
  ])
})

test('bad input is named by its field, and changes nothing', async () => {
  const { ok } = shop()
  const id = await customer({ phone: '0712000111', pin: 'A000000001Z' })
  const [other, none] = [await customer(), await customer({ creditLimit: null })]
  const { invoiceId } = await sell(id, 100)
  const table: [window: Window, name: string, input: object, failure: Partial<Failure>][] = [
    [shop(), 'account.pay', pay(id, 100_01), { reason: 'account.aboveDebt', field: 'amount' }],
    [shop(), 'account.pay', pay(id, -1), { code: '003', field: 'amount' }],
    [shop(), 'account.pay', pay(id, 0), { code: '003', field: 'amount' }],
    [shop(), 'account.pay', pay(id, 1.5), { code: '003', field: 'amount' }],
    [shop(), 'account.pay', pay(other, 1), { reason: 'account.nothingOwed', field: 'amount' }],
    [shop(), 'account.pay', pay(999_999, 1), { reason: 'customer.unknown', field: 'customerId' }],
    [shop(), 'account.pay', pay(id, 1, { method: '02' }), { code: '003', field: 'method' }],
    [shop(), 'account.pay', pay(id, 1, { method: '03' }), { code: '003', field: 'method' }],
    [shop(), 'account.pay', pay(id, 1, { method: '06', reference: 'x' }), { field: 'reference' }],
    [
      shop(),
      'account.pay',
      pay(other, 1, { sales: [invoiceId] }),
      { reason: 'account.notOpen', field: 'sales[0]' },
    ],
    [
      shop(),
      'account.markPaid',
      { customerId: id, sales: [invoiceId], note: 'The book says so', requestId: newRequest() },
      { reason: 'account.notEarlier', field: 'sales[0]' },
    ],
    [shop(), 'account.merge', { from: id, into: id }, { reason: 'customer.mergeSame', field: 'into' }],
    [shop(), 'account.merge', { from: id, into: other }, { reason: 'customer.mergePin', field: 'into' }],
    [otieno, 'account.merge', { from: other, into: id }, { code: '001' }],
    [
      shop(),
      'customer.save',
      { id, name: 'x', phone: '12' },
      { reason: 'customer.phoneWrong', field: 'phone' },
    ],
    [shop(), 'customer.save', { id, name: 'x', creditLimit: -1 }, { code: '003', field: 'creditLimit' }],
    [otieno, 'customer.save', { id, name: 'x', creditLimit: 1 }, { code: '001', field: 'creditLimit' }],
    [
      shop(),
      'customer.save',
      { id, name: 'x', pin: 'A000000002B' },
      { reason: 'customer.pinStays', field: 'pin' },
    ],
    [
      shop(),
      'customer.save',
      { id: other, name: 'x', pin: 'A000000001Z' },
      { reason: 'customer.pinTaken', field: 'pin' },
    ],
    [shop(), 'customer.save', { name: 'x' }, { code: '002', field: 'requestId' }],
    [shop(), 'sale.complete', sale(none, 1, 1_00), { reason: 'customer.noLimit', field: 'buyer' }],
    [shop(), 'sale.complete', sale(999_999, 1, 0), { reason: 'customer.unknown', field: 'buyer.customerId' }],
  ]
  for (const [window, name, input, failure] of table)
    expect(await window.fails(name as never, input as never), JSON.stringify(input)).toMatchObject(failure)
  expect(await owed(id)).toBe(100_00)
  expect((await ok('account.get', { customerId: id })).customer).toMatchObject({
    name: 'Mama Njeri',
    phone: '0712000111',
    creditLimit: 1_000_00,
  })
})

test('the same request is one customer and one payment; of two payments at once only the debt is paid', async () => {
  const { ok, call, fails } = shop()
  const input = { name: 'Once', requestId: newRequest(), creditLimit: 1_000_00 }
  const [one, two] = await Promise.all([ok('customer.save', input), ok('customer.save', input)])
  expect(two).toEqual(one)
  const id = one.id as number
  await sell(id, 300)
  const payment = pay(id, 100_00)
  const [first, second] = await Promise.all([ok('account.pay', payment), ok('account.pay', payment)])
  expect(second).toEqual(first)
  expect(await fails('account.pay', { ...payment, amount: 50_00 })).toMatchObject({ field: 'requestId' })
  const both = await Promise.all([call('account.pay', pay(id, 150_00)), call('account.pay', pay(id, 150_00))])
  expect(both.map((reply) => reply.ok).sort()).toEqual([false, true])
  expect(await owed(id)).toBe(50_00)
})

test('merged customers are one, with one debt and one list; nothing is deleted', async () => {
  const { ok, fails } = shop()
  const [from, into] = [
    await customer({ name: 'Njeri W', phone: '0799000111' }),
    await customer({ name: 'Njeri Wambui', creditLimit: 900_00 }),
  ]
  await sell(from, 100)
  await sell(into, 200)
  await ok('account.pay', pay(from, 40_00))
  await ok('account.merge', { from, into })
  await ok('account.merge', { from, into })
  expect(await owed(into)).toBe(260_00)
  // An open sale of before names the old customer.
  await sell(from, 50)
  expect(await ok('account.get', { customerId: from })).toMatchObject({
    customer: { id: into, name: 'Njeri Wambui', phone: '0799000111' },
    owed: 310_00,
    merged: [{ name: 'Njeri W' }],
  })
  expect((await ok('account.entries', { customerId: into })).entries).toHaveLength(4)
  const { customers } = await ok('customer.list', { text: 'Njeri W' })
  expect(customers.map(({ id, owed: sum }) => [id, sum])).toEqual([[into, 310_00]])
  expect(await fails('customer.save', { id: from, name: 'x' })).toMatchObject({ reason: 'customer.merged' })
  const owing = await ok('customer.list', { owing: true })
  expect(owing.customers.every(({ owed: sum }) => sum !== 0)).toBe(true)
  expect(owing.customers.map(({ id }) => id)).toContain(into)
})

test('payments belong to the shift: cash to its drawer, each with a line of its own in X, Z and the day', async () => {
  const { ok, settled } = shop()
  const id = await customer({ name: 'Rehema' })
  await sell(id, 500)
  const day = (await ok('report.day')).report
  const { number } = await ok('shift.open', { sum: 100_00, requestId: newRequest() })
  await sell(id, 200)
  await ok('account.pay', pay(id, 300_00))
  await ok('account.pay', pay(id, 50_00))
  await ok('account.pay', pay(id, 70_00, { method: '05', reference: 'slip 1' }))
  await settled()
  const { report } = await ok('shift.get', { number })
  const onAccount = [
    { method: 'cash', name: 'CASH', count: 2, total: 350_00 },
    { method: 'card', name: 'CARD', count: 1, total: 70_00 },
  ]
  expect(report).toMatchObject({
    onAccount,
    sales: { documents: 1, total: 200_00 },
    payments: [{ method: 'credit', total: 200_00 }],
    drawer: { sales: 0, onAccount: 350_00, expected: 450_00 },
    tenders: [
      { method: 'cash', expected: 450_00 },
      { method: 'card', expected: 70_00 },
    ],
  })
  await ok('shift.close', { number, sum: 450_00, requestId: newRequest() })
  const z = await ok('shift.get', { number })
  expect(z.report?.onAccount).toEqual(onAccount)
  expect(z.html).toContain('PAID ON ACCOUNT')
  const after = (await ok('report.day')).report
  expect(after.drawer.onAccount - day.drawer.onAccount).toBe(350_00)
  expect(after.drawer.expected - day.drawer.expected).toBe(350_00)
})

test("a key's sale on credit is no debt here", async () => {
  const { host, apiKey, settled, ok } = shop()
  const id = await customer({ pin: 'P051234567X', name: 'Kazi Ltd' })
  const body = saleOf('POS-1', { custTin: 'P051234567X', pmtTyCd: '02' }, {})
  expect((await host().callRest(host().verifyApiKey(apiKey), 'sale.submit', body)).ok).toBe(true)
  await settled()
  expect(await ok('account.get', { customerId: id })).toMatchObject({ owed: 0, open: [] })
})

test('after random acts, debts are credit sales less credit notes less payments, and the trail holds', async () => {
  const { ok, call, settled, authority, waitFor, dataDir, appId } = shop()
  let seed = 20_261_125
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    return (seed >> 12) % below
  }
  const ids = [await customer({ creditLimit: 99_999_99 }), await customer({ creditLimit: 99_999_99 })]
  const sold: number[] = []
  const expected = { sold: 0, credited: 0, paid: 0 }
  for (let act = 0; act < 40; act += 1) {
    const id = ids[random(2)] as number
    const choice = random(4)
    if (choice < 2) {
      const [quantity, credit] = [1 + random(300), random(300)]
      const onCredit = Math.min(quantity, credit) * 1_00
      const { invoiceId } = await ok('sale.complete', sale(id, quantity, onCredit))
      sold.push(invoiceId)
      expected.sold += onCredit
    } else if (choice === 2) {
      const amount = 1 + random(150_00)
      const reply = await call('account.pay', pay(id, amount))
      if (reply.ok) expected.paid += amount
    } else if (sold.length > 0) {
      await settled()
      const invoiceId = sold[random(sold.length)] as number
      const reply = await call('invoice.credit', { id: invoiceId, reason: '06', requestId: newRequest() })
      if (!reply.ok) continue
      const { tenders } = await ok('invoice.get', { id: reply.data.invoiceId })
      for (const { method, amount } of tenders) if (method === 'credit') expected.credited += amount
    }
  }
  const balance = async () => (await owed(ids[0] as number)) + (await owed(ids[1] as number))
  expect(await balance()).toBe(expected.sold - expected.credited - expected.paid)
  expect(expected.credited * expected.paid).toBeGreaterThan(0)

  // A sale that the authority rejects and a manager withdraws is owed no more.
  await settled()
  const paths = ['/saveTrnsSalesOsdc']
  await authority.control('PUT', 'faults', [
    { kind: 'refuse', code: '910', text: 'No', paths, times: 1 },
  ] as never)
  const { invoiceId } = await sell(ids[0] as number, 77)
  const before = await balance()
  await waitFor(async () => (await ok('invoice.get', { id: invoiceId })).state === 'refused')
  const { submissionId } = await ok('invoice.get', { id: invoiceId })
  await ok('queue.withdraw', { id: submissionId as number, reason: 'Wrong' })
  expect(await balance()).toBe(before - 77_00)

  await ok('audit.check')
  await waitFor(async () => !(await ok('audit.status')).running)
  expect((await ok('audit.status')).last?.broken ?? null).toBeNull()
  const file = new Sqlite(join(dataDir, 'apps', appId, 'till.db'))
  expect(file.prepare(`select * from customer_sale where owed <> ${owedOfSale}`).all()).toEqual([])
  const { createAuditCheck } = await import('../../../core/audit/verifyChain.ts')
  const { readerOf } = await import('../../../db/engine/readOnly.ts')
  for (const change of [
    'update account_allocation set amount = amount + 1 where id = 1',
    'update customer_sale set customer_id = 1, credit = credit + 1 where invoice_id = (select max(invoice_id) from customer_sale)',
  ]) {
    expect(() => file.exec(change), change).toThrow('an account never changes')
    file.exec('begin')
    file.exec(`insert into repair (aside) values ('x'); ${change}`)
    expect(createAuditCheck().advance(readerOf(file), () => false)?.broken, change).toMatchObject({
      fault: 'cashChanged',
    })
    file.exec('rollback')
  }
  file.close()
})
