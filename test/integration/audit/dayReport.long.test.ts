/** The day's report says what its documents come to: counted once more from what was asked for and answered. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { DayReport } from '../../../core/contract/report.ts'
import { dayMs, toWireDate } from '../../../core/fiscal/dates.ts'
import { systemClock } from '../../../core/platform/nodePorts.ts'
import { openShop } from '../../support/shop.ts'
import { newRequest, type Shop, startShop } from '../operations/shop.ts'

/** A quotient with halves up. */
const half = (numerator: bigint, denominator: bigint): number =>
  Number((2n * numerator + denominator) / (2n * denominator))

interface Sold {
  id: number
  total: number
  taxes: Map<string, number>
  paid: Map<string, number>
  change: number
}

const goodsOf = async (shop: Shop) => [
  await shop.stocked({ name: 'Mkate', price: 55_00, taxType: 'A', onHand: 90_000_00 }),
  await shop.stocked({ name: 'Sabuni', price: 129_99, taxType: 'B', onHand: 90_000_00 }),
  await shop.stocked({ name: 'Gesi', price: 3, taxType: 'E', onHand: 90_000_00 }),
]
type Goods = Awaited<ReturnType<typeof goodsOf>>[number]

const carts = fc.array(
  fc.record({
    lines: fc.array(fc.record({ item: fc.nat(2), quantity: fc.integer({ min: 1, max: 900 }) }), {
      minLength: 1,
      maxLength: 5,
    }),
    percent: fc.constantFrom(0, 0, 500, 1250),
    way: fc.constantFrom('01', '04', 'both'),
    over: fc.nat(5_000),
    credit: fc.boolean(),
  }),
  { minLength: 25, maxLength: 25 },
)
type Cart = (typeof carts extends fc.Arbitrary<infer C> ? C : never)[number]

/** Rings one cart up and works out, from the prices alone, what it comes to. */
const ringUp = async (shop: Shop, goods: Goods[], cart: Cart): Promise<Sold | null> => {
  const taxes = new Map<string, number>()
  const lines = cart.lines.map(({ item, quantity }) => {
    const { id, price, taxType } = goods[item] as Goods
    const gross = half(BigInt(price) * BigInt(quantity), 100n)
    const off = Number((BigInt(gross) * BigInt(cart.percent)) / 10_000n)
    const total = gross - off
    taxes.set(taxType, (taxes.get(taxType) ?? 0) + total)
    const discount =
      cart.percent === 0 ? {} : { discount: { kind: 'percent' as const, basisPoints: cart.percent } }
    return { itemId: id, quantity, total, ...discount }
  })
  const total = lines.reduce((sum, line) => sum + line.total, 0)
  if (lines.some((line) => line.total === 0)) return null
  const part = Math.floor(total / 3)
  const tenders =
    cart.way === 'both' && part > 0
      ? [
          { method: '05', amount: part },
          { method: '01', amount: total - part + cart.over },
        ]
      : [{ method: cart.way === '01' ? '01' : '05', amount: total + (cart.way === '01' ? cart.over : 0) }]
  const done = await shop.ok('sale.complete', {
    lines: lines.map(({ total: _, ...line }) => line),
    tenders,
    requestId: newRequest(),
  })
  expect(done.total).toBe(total)
  const paid = new Map(tenders.map(({ method, amount }) => [method === '01' ? 'cash' : 'card', amount]))
  return { id: done.invoiceId, total, taxes, paid, change: done.change }
}

const sum = (numbers: number[]) => numbers.reduce((all, number) => all + number, 0)

it('comes to what was sold, paid, given back and credited', async () => {
  const shop = await startShop()
  const goods = await goodsOf(shop)
  const [cartsOfDay = []] = fc.sample(carts, { numRuns: 1, seed: 42 })
  const sold: Sold[] = []
  const credited: Sold[] = []
  for (const cart of cartsOfDay) {
    const done = await ringUp(shop, goods, cart)
    if (!done) continue
    sold.push(done)
    if (cart.credit) credited.push(done)
  }
  await shop.settled()
  for (const { id } of credited) await shop.ok('invoice.credit', { id, reason: '06' })
  await shop.settled()
  const { report, html } = await shop.ok('report.day', {})
  expect(credited.length).toBeGreaterThan(3)

  expect(report.sales.documents).toBe(sold.length)
  expect(report.creditNotes.documents).toBe(credited.length)
  expect(report.sales.total).toBe(sum(sold.map(({ total }) => total)))
  expect(report.creditNotes.total).toBe(-sum(credited.map(({ total }) => total)))
  expect(report.all.total).toBe(report.sales.total + report.creditNotes.total)
  expect(report.all.taxable + report.all.tax).toBe(report.all.total)
  // The authority checks the tax of every line and keeps the request.
  const reported = (await shop.authority.ledger()).sales.map(({ request }) => request)
  const toldOf = (name: string) =>
    sum(
      reported.map(
        (document) => (document['rcptTyCd'] === 'R' ? -1 : 1) * Math.round(Number(document[name]) * 100),
      ),
    )
  for (const { taxType, total, taxable, tax } of report.taxes) {
    const of = (documents: Sold[]) => sum(documents.map(({ taxes }) => taxes.get(taxType) ?? 0))
    expect(total, taxType).toBe(of(sold) - of(credited))
    expect(taxable, taxType).toBe(toldOf(`taxblAmt${taxType}`))
    expect(tax, taxType).toBe(toldOf(`taxAmt${taxType}`))
    expect(taxable + tax, taxType).toBe(total)
  }
  expect(sum(report.taxes.map(({ total }) => total))).toBe(report.all.total)
  // Payments are refunded by the same method; the change comes out of the cash.
  const of = (documents: Sold[], method: string) =>
    sum(documents.map(({ paid, change }) => (paid.get(method) ?? 0) - (method === 'cash' ? change : 0)))
  for (const { method, paid, refunded, total } of report.payments) {
    expect(paid).toBe(of(sold, method ?? ''))
    expect(refunded).toBe(0 - of(credited, method ?? ''))
    expect(total).toBe(paid + refunded)
  }
  expect(sum(report.payments.map(({ total }) => total))).toBe(report.all.total)
  expect(report.drawer.expected).toBe(of(sold, 'cash') - of(credited, 'cash'))
  expect(sum(report.cashiers.map(({ total }) => total))).toBe(report.all.total)
  const { signed, waiting, unknown, refused, acceptedUnsigned, withdrawn } = report.states
  expect([signed, waiting, unknown, refused, acceptedUnsigned, withdrawn]).toEqual([
    sold.length + credited.length,
    ...[0, 0, 0, 0, 0],
  ])
  expect(report.numbers).toEqual({
    sales: { first: 'T1-1', last: `T1-${sold.length}` },
    creditNotes: { first: 'T1-CN-1', last: `T1-CN-${credited.length}` },
    authority: { first: '1', last: String(sold.length + credited.length) },
  })
  const { head } = await shop.ok('audit.status')
  expect(report.audit).toEqual(head)
  expect(html).toContain(`${head?.seq}-${head?.hash.slice(0, 16)}`)
})

it('leaves withdrawn documents out, resets nothing, and numbers its prints', async () => {
  const shop = await startShop()
  const soap = await shop.stocked({ onHand: 100_00 })
  await shop.authority.control('PUT', 'faults', [
    {
      kind: 'refuse',
      code: '910',
      text: 'Invalid taxblAmt on item: 1',
      paths: ['/saveTrnsSalesOsdc'],
      times: 1,
    },
  ])
  await shop.sell([{ item: soap, quantity: 100 }])
  await shop.sell([{ item: soap, quantity: 200 }])
  await shop.waitFor(async () => (await shop.ok('status.get')).needsPerson === 1)
  const { rows } = await shop.ok('queue.list', { filter: 'needsPerson' })
  for (const { id } of rows) await shop.ok('queue.withdraw', { id, reason: 'rung up twice' })
  await shop.settled()
  const today = async (): Promise<DayReport> => (await shop.ok('report.day', {})).report
  const before = await today()
  expect(before.sales.documents + before.states.withdrawn).toBe(2)
  expect(before.states).toMatchObject({ signed: 1, withdrawn: 1 })
  expect(before.all.total + before.withdrawnTotal).toBe(3 * 116_00)
  expect(await shop.ok('report.print', { target: 'window' })).toMatchObject({ print: 1 })
  const second = await shop.ok('report.print', { target: 'window', language: 'sw' })
  expect(second).toMatchObject({ print: 2, file: null })
  expect(second.html).toContain('RIPOTI YA SIKU')
  const after = await today()
  expect({ ...after, madeAt: before.madeAt, audit: before.audit }).toEqual({ ...before, printed: 2 })
  expect(after.audit.seq).toBe(before.audit.seq + 2)
  const day = toWireDate(Date.now() - dayMs)
  const yesterday = (await shop.ok('report.day', { day })).report
  expect(yesterday).toMatchObject({
    day,
    sales: { documents: 0, total: 0 },
    numbers: { sales: null },
    printed: 0,
  })
})

it('counts the copies that were printed that day, of whatever day, in no other sum', async () => {
  const shop = await startShop()
  const soap = await shop.stocked({ onHand: 100_00 })
  const { invoiceId } = await shop.sell([{ item: soap, quantity: 100 }])
  await shop.settled()
  const note = await shop.ok('invoice.credit', { id: invoiceId, reason: '06' })
  await shop.settled()
  const before = (await shop.ok('report.day', {})).report
  const print = async (id: number, outcome: 'printed' | 'failed' = 'printed') => {
    const print = await shop.ok('receipt.print', { invoiceId: id, target: 'window' })
    await shop.ok('receipt.printed', { printId: print.printId, outcome })
    return print
  }
  for (const life of ['original', 'copy', 'copy', 'copy'])
    expect(await print(invoiceId)).toMatchObject({ life })
  await print(invoiceId, 'failed')
  for (const life of ['original', 'copy']) expect(await print(note.invoiceId)).toMatchObject({ life })
  const { report, html } = await shop.ok('report.day', {})
  const none = { count: 0, total: 0 }
  expect(before.copies).toEqual({ sales: none, creditNotes: none })
  expect(report).toEqual({
    ...before,
    madeAt: report.madeAt,
    copies: {
      sales: { count: 3, total: 3 * 116_00 },
      creditNotes: { count: 1, total: -116_00 },
    },
  })
  expect(html).toContain('CS, of sales (3)')
  const yesterday = (await shop.ok('report.day', { day: toWireDate(Date.now() - dayMs) })).report
  expect(yesterday.copies).toEqual({ sales: none, creditNotes: none })
})

it('a document belongs to the day that was sent to the authority, though the clock of the till is a day behind', async () => {
  const clock = { ...systemClock, now: () => systemClock.now() - dayMs }
  const shop = await openShop({ ports: { clock } })
  const soap = await shop.goods()
  await shop.settled()
  const { invoiceId } = await shop.sell(soap)
  await shop.becomes(invoiceId, 'accepted')
  const [sale] = (await shop.authority.ledger()).sales
  const day = toWireDate(systemClock.now())
  expect(sale!.request['salesDt']).toBe(day)
  const { report } = await shop.call('report.day', { language: 'en' })
  expect(report).toMatchObject({ day, all: { documents: 1 } })
})
