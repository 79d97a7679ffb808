/** Papers that are no fiscal document: proformas, and everything that a person does in training. */
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, test } from 'vitest'
import type { OperationName } from '../../../core/contract/index.ts'
import { dumpOf } from '../../support/dump.ts'
import { newRequest, type Shop, shared, startShop } from './shop.ts'

const shop = shared((cleanUp) => startShop({ cleanUp }))

/** Everything in the database but the papers themselves: their rows, numbers and audit. */
const restOf = ({ dataDir, appId }: Pick<Shop, 'dataDir' | 'appId'>) => {
  const file = new Sqlite(join(dataDir, 'apps', appId, 'till.db'), { readonly: true })
  const {
    unofficial: _,
    audit: __,
    counter,
    journal_position: ___,
    sqlite_sequence: ____,
    ...rest
  } = dumpOf(file)
  file.close()
  const numbers = counter?.filter((row) => !/unofficial|print\.(TS|TC|PS)/.test(String(row)))
  return { ...rest, numbers }
}

test('a proforma moves nothing, and becomes a sale at the prices of today', async () => {
  const { ok, fails, stocked, read, appId, sell } = shop()
  const bread = await stocked({ name: 'Bread', price: 100_00, onHand: 1_000, taxType: 'B' })
  const milk = await stocked({ name: 'Milk', price: 60_00, onHand: 1_000, taxType: 'A' })
  const soap = await stocked({ name: 'Soap', price: 150_00, onHand: 1_000, taxType: 'B' })
  await ok('shift.open', { sum: 0, requestId: newRequest() })
  const before = restOf(shop())
  const asked = {
    cart: {
      lines: [
        { itemId: bread.id, quantity: 200 },
        { itemId: milk.id, quantity: 100, unitPrice: 50_00 },
        { itemId: soap.id, quantity: 100 },
      ],
      buyer: { name: 'Amina' },
    },
    requestId: newRequest(),
  }
  const made = await ok('proforma.make', asked)
  expect(made).toMatchObject({ number: 'PS-1', total: 400_00 })
  expect(await ok('proforma.make', asked)).toEqual(made)
  expect(
    await fails('proforma.make', { ...asked, cart: { lines: asked.cart.lines.slice(1) } }),
  ).toMatchObject({
    code: '004',
    reason: 'unofficial.requestReused',
  })
  const first = await ok('proforma.print', { id: made.id, target: 'window' })
  const again = await ok('proforma.print', { id: made.id, target: 'window', paper: 'A4' })
  expect([first.copy, again.copy]).toEqual([0, 1])
  for (const part of ['PROFORMA', 'THIS IS NOT AN OFFICIAL RECEIPT', 'PS-1', 'Amina', 'class="watermark"'])
    expect(first.html).toContain(part)
  for (const part of ['SCU', 'class="qr"', 'Receipt Signature', 'COPY'])
    expect(first.html).not.toContain(part)
  expect(again.html).toContain('COPY 1')
  expect(restOf(shop())).toEqual(before)

  // The bread became dearer, and the soap is gone. A price that a person gave stays.
  await ok('item.save', { ...bread, id: bread.id, price: 110_00 } as never)
  await ok('item.save', { ...soap, id: soap.id, active: false } as never)
  const taken = await ok('proforma.take', { id: made.id })
  expect(taken).toMatchObject({
    cart: {
      lines: [
        { itemId: bread.id, quantity: 200 },
        { itemId: milk.id, quantity: 100, unitPrice: 50_00 },
      ],
      buyer: { name: 'Amina' },
      proforma: made.id,
    },
    changed: [{ name: 'Bread', was: 100_00, now: 110_00 }],
    gone: ['Soap'],
  })
  if (!taken.cart) throw new Error('no cart')
  const sale = await ok('sale.complete', {
    ...taken.cart,
    tenders: [{ method: '01', amount: 270_00 }],
    requestId: newRequest(),
  })
  expect(sale.total).toBe(270_00)
  const { proformas } = await ok('proforma.list', { text: 'amina' })
  expect(proformas).toMatchObject([{ number: 'PS-1', lines: 3, buyer: 'Amina', sales: [sale.number] }])
  for (const text of ['PS-1', 'soap']) expect((await ok('proforma.list', { text })).proformas).toHaveLength(1)
  for (const text of ['PS-2', '100%']) expect((await ok('proforma.list', { text })).proformas).toEqual([])

  // In X and in the day's report, apart from every total.
  await sell([{ item: { ...milk, price: 60_00 }, quantity: 100 }])
  const { report } = await ok('shift.get', { number: 1 })
  const { report: day, html } = await ok('report.day')
  const papers = {
    TS: { count: 0, total: 0 },
    TC: { count: 0, total: 0 },
    PS: { count: 1, total: 400_00 },
    copies: { count: 1, total: 400_00 },
  }
  expect(report).toMatchObject({ unofficial: papers, sales: { documents: 2, total: 330_00 } })
  expect(day).toMatchObject({ unofficial: papers, sales: { documents: 2, total: 330_00 } })
  expect(html).toContain('PS, proformas (1)')
  expect(read(appId, 'select label, number from unofficial')).toEqual([{ label: 'PS', number: 1 }])
})

/** One call of each operation that writes, which training refuses. */
const refused = (itemId: number): [OperationName, object][] => [
  ['item.save', { name: 'Salt', taxType: 'B', price: 1_00 }],
  ['item.favourite', { id: itemId, favourite: true }],
  ['stock.adjust', { kind: 'opening', lines: [{ itemId, quantity: 100 }] }],
  ['customer.save', { name: 'Amina', requestId: newRequest() }],
  ['account.pay', { customerId: 1, method: 'cash', amount: 1_00, requestId: newRequest() }],
  ['sale.park', { cart: { lines: [{ itemId, quantity: 100 }] } }],
  ['sale.resume', { id: 1 }],
  ['proforma.make', { cart: { lines: [{ itemId, quantity: 100 }] }, requestId: newRequest() }],
  ['shift.open', { sum: 0, requestId: newRequest() }],
  ['shift.addCash', { number: 1, kind: 'payIn', amount: 1_00, reason: 'x', requestId: newRequest() }],
  ['shift.close', { number: 1, sum: 0, requestId: newRequest() }],
  ['shift.print', { number: 1 }],
  ['invoice.changePayment', { id: 1, tenders: [{ method: '01', amount: 1_00 }] }],
  ['settings.save', { tillName: 'T9' }],
  ['user.save', { name: 'Kazi', role: 'cashier', pin: '6093' }],
  ['queue.tryNow', {}],
  ['report.print', {}],
  ['apiKey.mint', {}],
  ['training.start', {}],
]

test('a day of training changes nothing but its papers', async () => {
  const { ok, fails, stocked, read, appId, sell, settled, host, restart } = shop()
  const item = await stocked({ name: 'Sugar', price: 100_00, onHand: 500, taxType: 'B' })
  const real = await sell([{ item, quantity: 100 }])
  await settled()
  const draft = {
    cart: { lines: [{ itemId: item.id, quantity: 200 }] },
    requestId: newRequest(),
    paying: false,
    tenders: [],
    asked: null,
  }
  await ok('sale.keepDraft', { window: 'window-one', draft })
  const before = restOf(shop())
  await ok('training.start')
  expect((await ok('workspace.state')).session).toMatchObject({ training: true })
  for (const [name, input] of refused(item.id))
    expect(await fails(name, input), name).toMatchObject({ code: '003', reason: 'training.refused' })

  // Whatever the window sends is a training sale: below the stock, at any price, and pressed twice.
  const asked = {
    lines: [{ itemId: item.id, quantity: 1_000, unitPrice: 90_00 }],
    tenders: [{ method: '01', amount: 1_000_00 }],
    requestId: newRequest(),
  }
  const sale = await ok('sale.complete', asked)
  expect(sale).toMatchObject({ number: 'TS-1', total: 900_00, change: 100_00 })
  expect(await ok('sale.complete', asked)).toEqual(sale)
  expect(await ok('sale.drafts')).toEqual({ drafts: [] })
  await ok('sale.keepDraft', { window: 'window-one', draft: null })
  const print = await ok('receipt.print', { invoiceId: sale.invoiceId, target: 'window', atOnce: true })
  expect(print).toMatchObject({ number: 'TS-1', life: 'training', copyNumber: null })
  for (const part of ['TRAINING', 'THIS IS NOT AN OFFICIAL RECEIPT', 'TS-1', 'class="watermark"'])
    expect(print.html).toContain(part)
  for (const part of ['SCU', 'class="qr"', 'TAX INVOICE']) expect(print.html).not.toContain(part)
  expect(await ok('receipt.print', { invoiceId: sale.invoiceId, target: 'window' })).toMatchObject({
    copyNumber: 1,
  })

  const parts = (quantity: number) => ({ items: [{ position: 1, quantity }], requestId: newRequest() })
  const credit = { id: sale.invoiceId, reason: '06' }
  const first = { ...credit, ...parts(400) }
  const part = await ok('invoice.credit', first)
  expect(await ok('invoice.credit', first)).toEqual(part)
  expect(part).toMatchObject({ number: 'TC-1', total: 360_00 })
  expect(await fails('invoice.credit', { ...credit, ...parts(700) })).toMatchObject({
    field: 'items[0].quantity',
  })
  expect(await ok('invoice.credit', credit)).toMatchObject({ number: 'TC-2', total: 540_00 })
  expect(await fails('invoice.credit', credit)).toMatchObject({ reason: 'unofficial.credited' })
  expect(await fails('invoice.credit', { ...credit, id: part.invoiceId })).toMatchObject({ field: 'id' })
  expect(await fails('invoice.credit', { ...credit, reason: '99' })).toMatchObject({ field: 'reason' })
  expect(await ok('invoice.get', { id: sale.invoiceId })).toMatchObject({
    state: 'training',
    credited: 900_00,
    copies: 1,
    items: [{ left: { quantity: 0, total: 0 } }],
  })
  const { invoices } = await ok('invoice.list')
  expect(invoices.map(({ number }) => number)).toEqual(['TC-2', 'TC-1', 'TS-1'])

  // A window that still shows the shop sells nothing, for real or in training.
  const { user } = (await ok('workspace.state')).session ?? { user: { id: '' } }
  const stale = await host().call(
    'window-1',
    'sale.complete',
    { ...asked, requestId: newRequest() },
    appId,
    user.id,
  )
  expect(stale).toMatchObject({ error: { reason: 'session.locked' } })

  await ok('training.end')
  expect(restOf(shop())).toEqual(before)
  expect((await ok('invoice.list')).invoices[0]).toMatchObject({ number: real.number })
  const { report } = await ok('report.day')
  expect(report).toMatchObject({
    unofficial: {
      TS: { count: 1, total: 900_00 },
      TC: { count: 2, total: -900_00 },
      copies: { count: 2, total: 1_300_00 },
    },
  })
  expect(read(appId, "select label || '-' || number as paper from unofficial order by id")).toEqual(
    ['PS-1', 'TS-1', 'TC-1', 'TC-2'].map((paper) => ({ paper })),
  )

  // It ends with the lock, and with the process.
  const { session } = await ok('workspace.state')
  const unlock = { userId: session?.user.id ?? '', pin: '471362' }
  for (const end of [() => ok('session.lock'), () => restart()]) {
    await ok('training.start')
    await end()
    await ok('session.unlock', unlock)
    expect((await ok('workspace.state')).session).toMatchObject({ training: false })
  }
  await ok('audit.check')
  await shop().waitFor(async () => !(await ok('audit.status')).running)
  expect((await ok('audit.status')).last?.broken).toBeNull()
  const { entries } = await ok('audit.list', { about: 'unofficial' })
  expect(entries.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['trainingStarted', 'trainingEnded', 'trainingSale', 'trainingCreditNote']),
  )
})
