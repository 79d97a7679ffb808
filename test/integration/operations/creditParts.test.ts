/** Crediting a part of a sale at the till: what goes back for it, here and at the authority. */
import { describe, expect, test } from 'vitest'
import type { InputOf, OutputOf } from '../../../core/contract/index.ts'
import { newRequest, type Shop, shared, startShop } from './shop.ts'

type Items = NonNullable<InputOf<'invoice.credit'>['items']>
type Line = OutputOf<'invoice.get'>['items'][number]

const credit = (shop: Shop, id: number, items: Items, changes: Partial<InputOf<'invoice.credit'>> = {}) =>
  shop.ok('invoice.credit', { id, reason: '06', items, requestId: newRequest(), ...changes })

const leftOf = async (shop: Shop, id: number) =>
  (await shop.ok('invoice.get', { id })).items.map(({ left }) => [left?.quantity, left?.total])

const onHand = async (shop: Shop, { id }: { id: number }) => (await shop.ok('item.get', { id })).item.onHand

const sum = <T>(rows: readonly T[], of: (row: T) => number) => rows.reduce((all, row) => all + of(row), 0)

/** The same numbers every time. */
const dice = (seed: number) => (below: number) => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return Math.floor((seed / 2_147_483_648) * below)
}

test('one of five comes back: money, goods, the record behind the note, the receipt and the day', async () => {
  const shop = await startShop()
  const soap = await shop.stocked({ name: 'Soap', price: 116_00, onHand: 1000 })
  const bread = await shop.stocked({ name: 'Bread', taxType: 'A', price: 65_00, onHand: 1000 })
  const repair = await shop.stocked({ name: 'Repair', price: 100_00, type: '3' })
  const sale = await shop.sell(
    [
      { item: soap, quantity: 500 },
      { item: bread, quantity: 200 },
      { item: repair, quantity: 100 },
    ],
    {
      tenders: [
        { method: '06', amount: 300_00 },
        { method: '01', amount: 600_00 },
      ],
    },
  )
  await shop.settled()
  expect(await leftOf(shop, sale.invoiceId)).toEqual([
    [500, 580_00],
    [200, 130_00],
    [100, 100_00],
  ])
  const note = await credit(shop, sale.invoiceId, [
    { position: 1, quantity: 100 },
    { position: 2, quantity: 0 },
    { position: 3, quantity: 100 },
  ])
  expect(note).toMatchObject({ number: 'T1-CN-1', total: 216_00 })
  await shop.settled()
  expect(await leftOf(shop, sale.invoiceId)).toEqual([
    [400, 464_00],
    [200, 130_00],
    [0, 0],
  ])
  expect(await onHand(shop, soap)).toBe(600)
  expect(await onHand(shop, bread)).toBe(800)
  const stored = await shop.ok('invoice.get', { id: note.invoiceId })
  expect(stored).toMatchObject({ total: -216_00, state: 'signed', taxable: 186_21, tax: 29_79 })
  expect(stored.tenders).toEqual([{ method: 'mobileMoney', amount: 216_00, reference: null }])
  expect(stored.items).toMatchObject([
    { position: 1, name: 'Soap', quantity: 100, unitPrice: 116_00, total: 116_00, left: null },
    { position: 3, name: 'Repair', quantity: 100, total: 100_00, left: null },
  ])
  const { sales, stockRecords } = await shop.authority.ledger()
  expect(sales.at(-1)!.request).toMatchObject({ rcptTyCd: 'R', orgInvcNo: 1, totAmt: 216, totItemCnt: 2 })
  expect(stockRecords.at(-1)!.request).toMatchObject({ sarTyCd: '03', totItemCnt: 1, totAmt: 116 })
  const { html } = await shop.ok('receipt.preview', { invoiceId: note.invoiceId, paper: '80mm' })
  expect(html).toContain('-216.00')
  expect(html).not.toContain('Bread')

  const rest = await shop.ok('invoice.credit', { id: sale.invoiceId, reason: '06' })
  expect(rest.total).toBe(594_00)
  await shop.settled()
  expect((await shop.ok('invoice.get', { id: rest.invoiceId })).tenders).toEqual([
    { method: 'mobileMoney', amount: 84_00, reference: null },
    { method: 'cash', amount: 510_00, reference: null },
  ])
  const { credited, total, creditNotes } = await shop.ok('invoice.get', { id: sale.invoiceId })
  expect([credited, creditNotes.map((each) => each.total)]).toEqual([total, [216_00, 594_00]])
  expect(await onHand(shop, soap)).toBe(1000)
  const { stock } = await shop.authority.ledger()
  expect(stock.map((each) => each.onHand)).toEqual([10, 10])
  const { report } = await shop.ok('report.day', {})
  expect(report.all).toMatchObject({ total: 0, taxable: 0, tax: 0 })
  expect(report.creditNotes).toMatchObject({ documents: 2, total: -810_00 })
})

test('cash refunded for an M-PESA sale leaves the drawer, is on the note, and is sent as cash', async () => {
  const shop = await startShop()
  const soap = await shop.stocked({ price: 116_00, onHand: 1000 })
  const { invoiceId } = await shop.sell([{ item: soap, quantity: 300 }], {
    tenders: [{ method: '06', amount: 348_00, reference: 'TKN4B7X2QF' }],
  })
  await shop.settled()
  const one = [{ position: 1, quantity: 100 }]
  const tendersOf = async (note: { invoiceId: number }) =>
    (await shop.ok('invoice.get', { id: note.invoiceId })).tenders
  const note = await credit(shop, invoiceId, one, { refundBy: '01' })
  expect(await tendersOf(note)).toEqual([{ method: 'cash', amount: 116_00, reference: null }])
  // As it was paid, where nobody says otherwise.
  expect(await tendersOf(await credit(shop, invoiceId, one))).toEqual([
    { method: 'mobileMoney', amount: 116_00, reference: 'TKN4B7X2QF' },
  ])
  await shop.settled()
  const { sales } = await shop.authority.ledger()
  expect(sales.map(({ request }) => request['pmtTyCd'])).toEqual(['06', '01', '06'])
  const { html } = await shop.ok('receipt.preview', { invoiceId: note.invoiceId })
  expect(html).toContain('CASH')
  expect(html).not.toContain('MOBILE MONEY')
  const { report } = await shop.ok('report.day', {})
  expect(report.drawer).toMatchObject({ cashIn: 0, change: 0, refunds: -116_00, expected: -116_00 })
  expect(report.payments).toMatchObject([
    { method: 'cash', refunded: -116_00 },
    { method: 'mobileMoney', paid: 348_00, refunded: -116_00 },
  ])
  const unknown = { id: invoiceId, reason: '06', refundBy: '99', items: one, requestId: newRequest() }
  expect(await shop.fails('invoice.credit', unknown)).toMatchObject({ code: '003', field: 'refundBy' })
})

describe('once', () => {
  test('the same press, twice at once and again after a restart, is one credit note', async () => {
    const shop = await startShop()
    const soap = await shop.stocked({ onHand: 1000 })
    const sale = await shop.sell([{ item: soap, quantity: 500 }])
    const press: InputOf<'invoice.credit'> = {
      id: sale.invoiceId,
      reason: '06',
      items: [{ position: 1, quantity: 100 }],
      requestId: newRequest(),
    }
    const [one, two] = await Promise.all([shop.ok('invoice.credit', press), shop.ok('invoice.credit', press)])
    expect(two).toEqual(one)
    await shop.restart()
    const { people } = await shop.ok('workspace.state')
    await shop.ok('session.unlock', { userId: people[0]!.id, pin: '471362' })
    expect(await shop.ok('invoice.credit', press)).toEqual(one)
    expect(await shop.fails('invoice.credit', { ...press, reason: '03' })).toMatchObject({
      code: '004',
      reason: 'invoice.requestReused',
      field: 'requestId',
      params: { number: one.number },
    })
    expect(await leftOf(shop, sale.invoiceId)).toEqual([[400, 464_00]])
    expect(await onHand(shop, soap)).toBe(600)
  })

  test('a whole credit asked for again by the same press is answered, by another is 802', async () => {
    const shop = await startShop()
    const soap = await shop.stocked({ onHand: 1000 })
    const sale = await shop.sell([{ item: soap, quantity: 500 }])
    const press = { id: sale.invoiceId, reason: '06', requestId: newRequest() }
    const note = await shop.ok('invoice.credit', press)
    expect(await shop.ok('invoice.credit', press)).toEqual(note)
    expect(await shop.fails('invoice.credit', { ...press, requestId: newRequest() })).toMatchObject({
      code: '802',
    })
  })

  test('a request of another document is not taken for this one', async () => {
    const shop = await startShop()
    const soap = await shop.stocked({ onHand: 1000 })
    const requestId = newRequest()
    const sale = await shop.sell([{ item: soap, quantity: 500 }], { requestId })
    expect(await shop.fails('invoice.credit', { id: sale.invoiceId, reason: '06', requestId })).toMatchObject(
      { code: '004' },
    )
  })
})

describe('what cannot be taken back', () => {
  const shops = shared((cleanUp) => startShop({ cleanUp }))
  const refused = async (items: unknown, changes: object = {}) => {
    const shop = shops()
    const soap = await shop.stocked({ name: 'Soap', onHand: 1000 })
    const bread = await shop.stocked({ name: 'Bread', onHand: 1000 })
    const sale = await shop.sell([
      { item: soap, quantity: 500 },
      { item: bread, quantity: 100 },
    ])
    await credit(shop, sale.invoiceId, [
      { position: 1, quantity: 200 },
      { position: 2, quantity: 100 },
    ])
    const failure = await shop.fails('invoice.credit', {
      id: sale.invoiceId,
      reason: '06',
      items,
      requestId: newRequest(),
      ...changes,
    })
    expect((await shop.ok('invoice.get', { id: sale.invoiceId })).creditNotes).toHaveLength(1)
    return failure
  }

  test.each([
    ['more than is left', [{ position: 1, quantity: 301 }], 'items[0].quantity', 'at most 3,'],
    [
      'of a line of which nothing is left',
      [
        { position: 1, quantity: 100 },
        { position: 2, quantity: 1 },
      ],
      'items[1].quantity',
      'at most 0, which is what is left of Bread on sale T1-',
    ],
    ['a line that is not there', [{ position: 3, quantity: 0 }], 'items[0].position', 'a line of sale T1-'],
    [
      'a line twice',
      [
        { position: 1, quantity: 100 },
        { position: 1, quantity: 100 },
      ],
      'items[1].position',
      'not named before',
    ],
    ['nothing', [], 'items', 'above 0'],
    ['zero of a line', [{ position: 1, quantity: 0 }], 'items', 'above 0'],
    ['less than nothing', [{ position: 1, quantity: -1 }], 'items[0].quantity', ''],
    ['half a hundredth', [{ position: 1, quantity: 0.5 }], 'items[0].quantity', ''],
  ])('%s', async (_what, items, field, words) => {
    const failure = await refused(items)
    expect(failure).toMatchObject({ code: '003', field })
    expect(failure.message).toContain(words)
  })

  test('parts, without a request id that distinguishes them from the same parts once more', async () => {
    expect(await refused([{ position: 1, quantity: 100 }], { requestId: undefined })).toMatchObject({
      code: '002',
      field: 'requestId',
    })
  })
})

test('a refused credit note of a part is corrected or withdrawn before more is credited, and then takes its part', async () => {
  const shop = await startShop()
  const soap = await shop.stocked({ onHand: 1000 })
  const sale = await shop.sell([{ item: soap, quantity: 500 }])
  await shop.settled()
  await shop.authority.control('PUT', 'faults', [
    { kind: 'refuse', code: '910', text: 'Invalid RfdRsnCd', paths: ['/saveTrnsSalesOsdc'], times: 1 },
  ])
  const note = await credit(shop, sale.invoiceId, [{ position: 1, quantity: 200 }])
  await shop.waitFor(async () => (await shop.ok('invoice.get', { id: note.invoiceId })).state === 'refused')
  expect(await leftOf(shop, sale.invoiceId)).toEqual([[500, 580_00]])
  const again = { id: sale.invoiceId, reason: '06', items: [{ position: 1, quantity: 500 }] }
  expect(await shop.fails('invoice.credit', { ...again, requestId: newRequest() })).toMatchObject({
    code: '802',
    reason: 'invoice.creditRefused',
    params: { by: note.number },
  })
  const [row] = (await shop.ok('queue.list', { filter: 'needsPerson' })).rows
  await shop.ok('queue.resend', { id: row!.id })
  await shop.settled()
  expect(await leftOf(shop, sale.invoiceId)).toEqual([[300, 348_00]])
  await credit(shop, sale.invoiceId, [{ position: 1, quantity: 300 }])
  await shop.settled()
  expect(await onHand(shop, soap)).toBe(1000)
})

test('a part of a sale that still waits follows it', async () => {
  const shop = await startShop()
  const soap = await shop.stocked({ onHand: 1000 })
  await shop.authority.offline(true)
  const sale = await shop.sell([{ item: soap, quantity: 500 }])
  await credit(shop, sale.invoiceId, [{ position: 1, quantity: 100 }])
  await credit(shop, sale.invoiceId, [{ position: 1, quantity: 200 }])
  await shop.authority.offline(false)
  await shop.ok('queue.tryNow')
  await shop.settled()
  const { sales, stock } = await shop.authority.ledger()
  expect(sales.map(({ request }) => [request['rcptTyCd'], request['totAmt']])).toEqual([
    ['S', 580],
    ['R', 116],
    ['R', 232],
  ])
  expect(stock).toMatchObject([{ onHand: 8, soldNotMoved: 0 }])
})

test('of the same item on two lines each goes back for what was paid on it', async () => {
  const shop = await startShop()
  const soap = await shop.stocked({ price: 100_00, onHand: 1000 })
  const sale = await shop.ok('sale.complete', {
    lines: [
      { itemId: soap.id, quantity: 200 },
      { itemId: soap.id, quantity: 300, discount: { kind: 'percent', basisPoints: 3333 } },
    ],
    tenders: [{ method: '01', amount: 500_00 }],
    requestId: newRequest(),
  })
  const { items } = await shop.ok('invoice.get', { id: sale.invoiceId })
  expect(items.map(({ total }) => total)).toEqual([200_00, 200_01])
  expect((await credit(shop, sale.invoiceId, [{ position: 2, quantity: 100 }])).total).toBe(66_67)
  expect(await leftOf(shop, sale.invoiceId)).toEqual([
    [200, 200_00],
    [200, 133_34],
  ])
  expect((await credit(shop, sale.invoiceId, [{ position: 1, quantity: 200 }])).total).toBe(200_00)
  expect((await credit(shop, sale.invoiceId, [{ position: 2, quantity: 200 }])).total).toBe(133_34)
  await shop.settled()
  const { total, credited } = await shop.ok('invoice.get', { id: sale.invoiceId })
  expect(credited).toBe(total)
  expect(await onHand(shop, soap)).toBe(1000)
})

describe('parts of any sale', () => {
  const shops = shared((cleanUp) => startShop({ cleanUp }))

  /** A sale as a counter makes it: pieces, weights, the same item twice, discounts of lines and of the sale. */
  const anySale = async (shop: Shop, roll: (below: number) => number) => {
    const goods = [
      await shop.stocked({ price: 33_33, onHand: 100_000 }),
      await shop.stocked({ price: 179_95, onHand: 100_000 }),
      await shop.stocked({ price: 69_95, taxType: 'A', onHand: 100_000 }),
      await shop.stocked({ price: 45_50, taxType: 'E', onHand: 100_000 }),
    ]
    const lines = Array.from({ length: 2 + roll(4) }, () => ({
      itemId: goods[roll(goods.length)]!.id,
      quantity: roll(3) === 0 ? 35 + roll(400) : 100 * (1 + roll(6)),
      ...(roll(2) === 0 ? { discount: { kind: 'percent' as const, basisPoints: 1 + roll(5_000) } } : {}),
    }))
    return shop.ok('sale.complete', {
      lines,
      ...(roll(2) === 0 ? { discount: { kind: 'amount' as const, cents: 1 + roll(20_00) } } : {}),
      tenders: [
        { method: '06', amount: 10_00 },
        { method: '01', amount: 10_000_00 },
      ],
      requestId: newRequest(),
    })
  }

  test.each([1, 2, 3, 4, 5, 6])(
    'add up to it line by line, by the authority’s arithmetic: sale %i',
    async (seed) => {
      const shop = shops()
      const roll = dice(seed * 7919)
      const { invoiceId } = await anySale(shop, roll)
      const sold = (await shop.ok('invoice.get', { id: invoiceId })).items
      const parts = new Map<number, Line[]>(sold.map(({ position }) => [position, []]))
      for (let notes = 0; notes < 40; notes += 1) {
        const before = (await shop.ok('invoice.get', { id: invoiceId })).items
        const items = before.flatMap(({ position, quantity, left }) => {
          const most = left?.quantity ?? 0
          const wanted = quantity % 100 === 0 ? 100 * roll(4) : roll(2) * (25 + roll(200))
          return most === 0 ? [] : [{ position, quantity: Math.min(most, wanted) }]
        })
        if (items.length === 0) break
        if (items.every(({ quantity }) => quantity === 0)) continue
        const note = await credit(shop, invoiceId, items)
        const made = await shop.ok('invoice.get', { id: note.invoiceId })
        expect(sum(made.items, ({ total }) => total)).toBe(note.total)
        for (const line of made.items) parts.get(line.position)!.push(line)
      }
      await shop.settled()
      const taxes = shop.read<{ original: number; position: number; taxable: number; tax: number }>(
        shop.appId,
        `select coalesce(i.original_id, i.id) original, position, sum(l.taxable * iif(i.kind = 'sale', 1, -1)) taxable,
       sum(l.tax * iif(i.kind = 'sale', 1, -1)) tax from invoice_line l join invoice i on i.id = l.invoice_id group by 1, 2`,
      )
      for (const line of sold) {
        const own = parts.get(line.position)!
        expect(sum(own, ({ quantity }) => quantity)).toBe(line.quantity)
        expect(sum(own, ({ total }) => total)).toBe(line.total)
        const { taxable, tax } = taxes.find(
          ({ original, position }) => original === invoiceId && position === line.position,
        )!
        expect(taxable + tax).toBe(0)
        // One piece is taxed by its own price, less than a cent beside its share.
        expect(Math.abs(tax)).toBeLessThanOrEqual(own.length)
        // Paid for so much, by a reckoning of its own: within what rounding makes.
        for (const { quantity, total } of own)
          expect(Math.abs(total - (line.total * quantity) / line.quantity)).toBeLessThan(1.01)
      }
      expect(await shop.fails('invoice.credit', { id: invoiceId, reason: '06' })).toMatchObject({
        code: '802',
      })
      const { rows } = await shop.ok('queue.list', { filter: 'needsPerson' })
      expect(rows).toEqual([])
    },
  )
})
