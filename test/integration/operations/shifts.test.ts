/** The drawer's day: float, sales, cash in and out, count, X and Z. */
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, test } from 'vitest'
import type { Ports } from '../../../core/base/ports.ts'
import type { Failure } from '../../../core/contract/errors.ts'
import { saleOf } from '../rest/software.ts'
import { newRequest, type Shop, shared, startShop, type Window } from './shop.ts'

/** The printer: each job waits for the answer of a test. */
const jobs: { html: string; end(ok: boolean): void }[] = []
const printer: Partial<Ports['printer']> = {
  print: ({ html }) =>
    new Promise((resolve) => {
      jobs.push({ html, end: (ok) => resolve(ok ? { ok } : { ok, reason: 'No paper.' }) })
    }),
}
const shop = shared((cleanUp) => startShop({ cleanUp, ports: { printer: printer as Ports['printer'] } }))

/** A colleague at a window of their own. */
const cashierAt = async (client: string, name: string): Promise<Window> => {
  const { id } = await shop().ok('user.save', { name, role: 'cashier', pin: '6093' })
  const window = shop().window(client)
  await window.ok('session.unlock', { userId: id, pin: '6093' })
  return window
}
const open = (window: Window, sum: number) => window.ok('shift.open', { sum, requestId: newRequest() })
const xOf = async (number: number, window: Window = shop()) => {
  const { report } = await window.ok('shift.get', { number })
  if (!report) throw new Error('no report')
  return report
}
const close = (window: Window, number: number, sum: number, changes = {}) =>
  window.ok('shift.close', { number, sum, requestId: newRequest(), ...changes })
const auditOf = async ({ ok, waitFor }: Pick<Shop, 'ok' | 'waitFor'>) => {
  await ok('audit.check')
  await waitFor(async () => !(await ok('audit.status')).running)
  return (await ok('audit.status')).last?.broken ?? null
}

test('a shift counts the money of its own documents, and its Z never changes', async () => {
  const { ok, stocked, settled, host, apiKey } = shop()
  const bread = await stocked({ name: 'Bread', price: 116_00, onHand: 10_000, taxType: 'B' })
  const otieno = await cashierAt('window-2', 'Otieno')
  const sell = (
    window: Window,
    quantity: number,
    tenders: { method: string; amount: number }[],
    extra = {},
  ) =>
    window.ok('sale.complete', {
      lines: [{ itemId: bread.id, quantity }],
      tenders: tenders as never,
      requestId: newRequest(),
      ...extra,
    })
  // Before the shift: in no Z, in the grand total.
  await sell(shop(), 100, [{ method: '01', amount: 200_00 }])

  const shift = await otieno.ok('shift.open', {
    denominations: [
      { value: 500_00, count: 2 },
      { value: 20_00, count: 5 },
      { value: 5_00, count: 0 },
    ],
    requestId: newRequest(),
  })
  expect(shift).toMatchObject({ number: 1, float: 1_100_00, openedBy: 'Otieno', closed: null })
  const cash = await sell(otieno, 200, [{ method: '01', amount: 500_00 }])
  await sell(shop(), 100, [{ method: '05', amount: 116_00 }], {
    discount: undefined,
    buyer: { name: 'Amina' },
  })
  await sell(shop(), 100, [{ method: '01', amount: 100_00 }], { discount: { kind: 'amount', cents: 16_00 } })
  const wrong = await sell(shop(), 100, [{ method: '05', amount: 116_00 }])
  await ok('invoice.changePayment', { id: wrong.invoiceId, tenders: [{ method: '01', amount: 120_00 }] })
  await settled()
  await ok('invoice.credit', {
    id: cash.invoiceId,
    reason: '06',
    items: [{ position: 1, quantity: 100 }],
    requestId: newRequest(),
  })
  // Another program's sale goes through no drawer.
  await host().callRest(host().verifyApiKey(apiKey), 'sale.submit', saleOf('POS-1', {}, {}))
  const move = (kind: string, amount: number | undefined, reason: string) =>
    otieno.ok('shift.addCash', { number: 1, kind: kind as never, amount, reason, requestId: newRequest() })
  await move('payIn', 300_00, 'Change from the bank')
  await move('payOut', 50_00, 'Water')
  await move('drop', 400_00, 'Safe')
  await move('noSale', undefined, 'A note was changed')
  await ok('sale.park', { cart: { lines: [{ itemId: bread.id, quantity: 100 }] }, label: 'Amina' })
  await settled()

  const x = await xOf(1)
  // 1,100 float + 232 + 100 + 116 cash - 116 refund + 300 - 50 - 400.
  expect(x.drawer).toEqual({
    float: 1_100_00,
    sales: 448_00,
    refunds: -116_00,
    onAccount: 0,
    payIn: { count: 1, total: 300_00 },
    payOut: { count: 1, total: -50_00 },
    drop: { count: 1, total: -400_00 },
    noSale: 1,
    expected: 1_282_00,
  })
  expect(x).toMatchObject({
    sales: { documents: 4, total: 564_00, discount: 16_00 },
    creditNotes: { documents: 1, total: -116_00 },
    all: { total: 448_00 },
    software: { count: 1 },
    reductions: { discounts: { count: 1, total: 16_00 } },
    tenders: [
      { method: 'cash', expected: 1_282_00, counted: null },
      { method: 'card', expected: 116_00, counted: null },
    ],
    cashiers: [
      { name: 'Otieno', sales: 1, total: 232_00 },
      { name: 'Wanjiru', sales: 3, creditNotes: 1, total: 216_00 },
    ],
    carried: {
      parked: { count: 1, named: [{ name: 'Amina' }] },
      unprinted: { count: 5 },
      unsigned: { count: 0 },
    },
  })
  expect(x.hours.reduce((sum, { documents }) => sum + documents, 0)).toBe(5)
  expect(x.taxes.reduce((sum, { tax }) => sum + tax, 0)).toBe(x.all.tax)
  const { report: day } = await ok('report.day')
  // The other program dated its sale to another day.
  expect(day.all.total).toBe(x.all.total + 116_00)
  expect(x.grandTotal.total).toBe(day.all.total + x.software.total)

  // A count that differs needs a note, and each count leaves a trace.
  const counted = {
    number: 1,
    sum: 1_280_00,
    others: [{ method: 'card', sum: 116_00 }],
    requestId: newRequest(),
  }
  expect(await otieno.fails('shift.close', counted)).toMatchObject({
    reason: 'shift.differs',
    field: 'note',
    params: { difference: -2_00 },
  })
  const noted = { ...counted, note: 'Two shillings short' } as never
  const [first, second] = await Promise.all([
    otieno.ok('shift.close', noted),
    otieno.ok('shift.close', noted),
  ])
  expect(second).toEqual(first)
  expect(await shop().fails('shift.close', { ...counted, requestId: newRequest() })).toMatchObject({
    reason: 'shift.closed',
    field: 'number',
    params: { name: 'Otieno' },
  })
  const z = await xOf(1)
  expect(z.tenders).toMatchObject([
    { counted: 1_280_00, difference: -2_00 },
    { counted: 116_00, difference: 0 },
  ])
  expect({ ...z.drawer, ...z.all }).toEqual({ ...x.drawer, ...x.all })

  // What happens afterwards is in the next shift.
  expect((await open(otieno, 500_00)).number).toBe(2)
  expect(await ok('invoice.get', { id: wrong.invoiceId })).toMatchObject({ paymentChangeable: false })
  await sell(otieno, 100, [{ method: '01', amount: 116_00 }])
  expect(await xOf(1)).toEqual(z)
  expect(await xOf(2)).toMatchObject({ sales: { documents: 1 }, software: { count: 0 } })
  const { entries } = await ok('audit.list', { about: 'cash', limit: 20 })
  expect(entries.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['shiftOpened', 500_00],
    ['shiftClosed', -2_00],
    ['cashCounted', -2_00],
    ['drawerOpened', null],
    ['cashOut', -400_00],
    ['cashOut', -50_00],
    ['cashIn', 300_00],
    ['shiftOpened', 1_100_00],
  ])
  await close(otieno, 2, 616_00)
  const { shifts } = await ok('shift.list', { limit: 10 })
  expect(shifts.map(({ number, expected, counted: found }) => [number, expected, found])).toEqual([
    [2, 616_00, 616_00],
    [1, 1_282_00, 1_280_00],
  ])
})

test('of two prints of a Z at one moment one is the original; a print that failed does not count', async () => {
  const { call, waitFor } = shop()
  const print = async (count: number, ends: boolean[]) => {
    jobs.length = 0
    const prints = Array.from({ length: count }, () => call('shift.print', { number: 1, target: 'system' }))
    await waitFor(async () => jobs.length === count)
    const marked = jobs.map(({ html }) => html.includes('COPY'))
    for (const [index, ok] of ends.entries()) jobs[index]?.end(ok)
    const copies = (await Promise.all(prints)).map((reply) =>
      reply.ok ? reply.data.copy : reply.error.reason,
    )
    return { marked, copies }
  }
  const failed = 'report.notPrinted'
  expect(await print(2, [false, false])).toEqual({ marked: [false, true], copies: [failed, failed] })
  expect(await print(2, [true, true])).toEqual({ marked: [false, true], copies: [0, 1] })
  expect(await print(1, [true])).toEqual({ marked: [true], copies: [2] })
})

test('bad input and a wrong moment change nothing and name the field', async () => {
  const { ok, fails, read, appId } = shop()
  const rows = () =>
    read<{ rows: number }>(
      appId,
      `select (select count(*) from shift) + (select count(*) from cash_movement)
        + (select count(*) from shift_close) as rows`,
    )
  const { number } = await open(shop(), 100_00)
  const before = rows()
  const cases: [operation: string, input: object, expected: Partial<Failure>][] = [
    ['shift.open', { sum: -1 }, { code: '003', field: 'sum' }],
    ['shift.open', {}, { code: '002', field: 'sum' }],
    ['shift.open', { denominations: [{ value: 50_00, count: 1.5 }] }, { field: 'denominations[0].count' }],
    ['shift.open', { denominations: [{ value: 50_00, count: -1 }] }, { field: 'denominations[0].count' }],
    ['shift.open', { denominations: [{ value: 50_00, count: 1 }], sum: 60_00 }, { field: 'sum' }],
    ['shift.open', { sum: 1 }, { reason: 'shift.alreadyOpen', params: { number, name: 'Wanjiru' } }],
    ['shift.addCash', { number, kind: 'payOut', reason: 'x' }, { code: '002', field: 'amount' }],
    ['shift.addCash', { number, kind: 'payOut', amount: 0, reason: 'x' }, { code: '003', field: 'amount' }],
    ['shift.addCash', { number, kind: 'payOut', amount: 1, reason: '' }, { field: 'reason' }],
    ['shift.addCash', { number, kind: 'noSale', amount: 1, reason: 'x' }, { field: 'amount' }],
    ['shift.addCash', { number: 99, kind: 'drop', amount: 1, reason: 'x' }, { code: '801', field: 'number' }],
    ['shift.addCash', { number: 1, kind: 'drop', amount: 1, reason: 'x' }, { reason: 'shift.closed' }],
    ['shift.close', { number: 1, sum: 0 }, { reason: 'shift.closed', field: 'number' }],
    ['shift.close', { number: 99, sum: 0 }, { reason: 'shift.unknown', field: 'number' }],
    ['shift.close', { number, sum: -1 }, { field: 'sum' }],
    ['shift.close', { number, sum: 99_00 }, { reason: 'shift.differs', field: 'note' }],
    ['shift.print', { number: 1, movement: 999 }, { reason: 'shift.noMovement', field: 'movement' }],
    ['settings.save', { denominations: [0] }, { field: 'denominations[0]' }],
  ]
  for (const [operation, input, expected] of cases)
    expect(
      await fails(operation as never, { requestId: newRequest(), ...input }),
      `${operation} ${JSON.stringify(input)}`,
    ).toMatchObject(expected)
  expect(rows()).toEqual(before)

  // Two windows at once: one closes, the other hears it.
  const other = await cashierAt('window-3', 'Achieng')
  const both = await Promise.all(
    [shop(), other].map((window) =>
      window.call('shift.close', { number, sum: 100_00, requestId: newRequest() }),
    ),
  )
  expect(both.map((reply) => (reply.ok ? 'closed' : reply.error.reason)).toSorted()).toEqual([
    'closed',
    'shift.closed',
  ])
  await ok('settings.save', { blindCount: true })
  const blind = await open(other, 100_00)
  expect(await other.ok('shift.get', { number: blind.number })).toMatchObject({ report: null, html: null })
  expect(await other.fails('shift.print', { number: blind.number })).toMatchObject({
    reason: 'shift.figuresHidden',
  })
  await close(other, blind.number, 100_00)
  expect((await other.ok('shift.get', { number: blind.number })).report).not.toBeNull()
  // Somebody else's Z is not a cashier's.
  expect((await other.ok('shift.get', { number: 1 })).report).toBeNull()
  await ok('settings.save', { blindCount: false })
})

test('a sale needs an open shift where the owner says so; another program never does', async () => {
  const { ok, fails, stocked, host, apiKey } = shop()
  const milk = await stocked({ name: 'Milk', price: 65_00, onHand: 1_000 })
  const sale = () => ({
    lines: [{ itemId: milk.id, quantity: 100 }],
    tenders: [{ method: '01', amount: 65_00 }],
    requestId: newRequest(),
  })
  await ok('settings.save', { shiftRequired: true })
  expect(await fails('sale.complete', sale())).toMatchObject({ reason: 'shift.noneOpen' })
  const reply = await host().callRest(host().verifyApiKey(apiKey), 'sale.submit', saleOf('POS-2', {}, {}))
  expect(reply.ok).toBe(true)
  const { number } = await open(shop(), 0)
  const done = sale()
  const first = await ok('sale.complete', done)
  await close(shop(), number, 65_00)
  // The answer was lost, and the sale was stored.
  expect(await ok('sale.complete', done)).toEqual(first)
  await ok('settings.save', { shiftRequired: false })
})

test('a sale that is cancelled after its Z stands in the next Z and in the report of that day, once', async () => {
  const { ok, stocked, settled, waitFor, authority } = shop()
  const sugar = await stocked({ name: 'Sugar', price: 165_00, onHand: 1_000 })
  await settled()
  const { number } = await open(shop(), 0)
  await authority.control('PUT', 'faults', [{ kind: 'refuse', code: '910', times: 1 }])
  const lines = [{ itemId: sugar.id, quantity: 100 }]
  const tenders = [{ method: '01', amount: 165_00 }]
  const sale = await ok('sale.complete', { lines, tenders, requestId: newRequest() })
  const get = () => ok('invoice.get', { id: sale.invoiceId })
  await waitFor(async () => (await get()).state === 'refused')
  await close(shop(), number, 165_00)
  const none = { count: 0, total: 0, named: [] }
  expect((await xOf(number)).cancelled).toEqual(none)
  // Nobody has opened the next shift yet.
  await ok('queue.withdraw', { id: (await get()).submissionId ?? 0, reason: 'Taken back' })
  const next = await open(shop(), 0)
  const soldAt = (await get()).soldAt
  const named = [{ name: sale.number, total: 165_00, shift: number, soldAt }]
  expect((await xOf(next.number)).cancelled).toEqual({ count: 1, total: 165_00, named })
  await close(shop(), next.number, 0)
  expect((await xOf(next.number)).cancelled).toEqual({ count: 1, total: 165_00, named })
  expect((await xOf(number)).cancelled).toEqual(none)
  const { html } = await ok('shift.get', { number: next.number })
  expect(html).toContain(`Shift ${number}`)
  expect((await ok('report.day', {})).report.cancelled).toMatchObject({ count: 1, named })
  const later = await open(shop(), 0)
  expect((await xOf(later.number)).cancelled).toEqual(none)
  await close(shop(), later.number, 0)
})

test('the cash book stands in the audit trail, and a changed row is found', async () => {
  const { appId, dataDir } = shop()
  expect(await auditOf(shop())).toBeNull()
  const spoil = async (sql: string): Promise<void> => {
    const file = new Sqlite(join(dataDir, 'apps', appId, 'till.db'))
    file.exec(`insert into repair (aside) values ('x'); ${sql}; delete from repair`)
    file.close()
  }
  const spoilt: [sql: string, back: string, fault: string][] = [
    [
      'update shift set float = float + 1 where id = 1',
      'update shift set float = float - 1 where id = 1',
      'cashChanged',
    ],
    [
      "update cash_movement set reason = 'Milk' where id = 2",
      "update cash_movement set reason = 'Water' where id = 2",
      'cashChanged',
    ],
    [
      "update shift_close set figures = figures || ' ' where shift_id = 2",
      'update shift_close set figures = trim(figures) where shift_id = 2',
      'cashChanged',
    ],
    [
      'update invoice set shift_id = null where number = (select max(number) from invoice where shift_id = 2)',
      "update invoice set shift_id = 2 where number = 'T1-6'",
      'documentChanged',
    ],
  ]
  const { createAuditCheck } = await import('../../../core/audit/verifyChain.ts')
  const { readerOf } = await import('../../../db/engine/readOnly.ts')
  const check = () => {
    const file = new Sqlite(join(dataDir, 'apps', appId, 'till.db'), { readonly: true })
    const finding = createAuditCheck().advance(readerOf(file), () => false)
    file.close()
    return finding?.broken?.fault ?? null
  }
  for (const [sql, back, fault] of spoilt) {
    await spoil(sql)
    expect(check(), sql).toBe(fault)
    await spoil(back)
    expect(check(), back).toBeNull()
  }
  const file = new Sqlite(join(dataDir, 'apps', appId, 'till.db'))
  expect(() => file.exec('delete from cash_movement')).toThrow('never shortened')
  expect(() => file.exec('update shift_close set counted = 1')).toThrow('never changes')
  for (const other of ['null', '2'])
    expect(() => file.exec(`update invoice set shift_id = ${other} where shift_id = 1`)).toThrow(
      'never changes',
    )
  file.close()
})
