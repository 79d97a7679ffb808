/** Ringing up: completing a sale, putting it aside, crediting it. */
import { describe, expect, test } from 'vitest'
import { checkDigit } from '../../../core/fiscal/barcode.ts'
import { newRequest, type Shop, shared, startShop } from './shop.ts'

const cash = (amount: number) => [{ method: '01', amount }]

test('a sale of several lines and tenders is booked, sent and taken from stock', async () => {
  const shop = await startShop()
  const bread = await shop.stocked({ name: 'Bread', taxType: 'A', price: 65_00, onHand: 1000 })
  const soap = await shop.stocked({ name: 'Soap', taxType: 'B', price: 195_00, onHand: 1000 })
  const service = await shop.stocked({ name: 'Repair', taxType: 'B', price: 100_00, type: '3' })
  const sale = await shop.ok('sale.complete', {
    lines: [
      { itemId: bread.id, quantity: 150 },
      { itemId: soap.id, quantity: 200 },
      { itemId: service.id, quantity: 100 },
    ],
    tenders: [
      { method: '06', amount: 300_00, reference: 'QWE1234567' },
      { method: '01', amount: 300_00 },
    ],
    buyer: { pin: 'A000000001Z', name: 'Buyer One' },
    requestId: newRequest(),
  })
  expect(sale).toMatchObject({ number: 'T1-1', total: 587_50, tendered: 600_00, change: 12_50 })
  await shop.settled()
  const invoice = await shop.ok('invoice.get', { id: sale.invoiceId })
  expect(invoice).toMatchObject({
    state: 'signed',
    buyerPin: 'A000000001Z',
    taxable: 97_50 + 336_21 + 86_21,
    tax: 53_79 + 13_79,
    change: 12_50,
    tenders: [
      { method: 'mobileMoney', amount: 300_00, reference: 'QWE1234567' },
      { method: 'cash', amount: 300_00 },
    ],
    signature: expect.stringMatching(/^[A-Z2-7]{16}$/),
  })
  expect(invoice.controlUnitNumber).toMatch(/^KRACU\d{10}\/1$/)
  const { sales, stockRecords, stock } = await shop.authority.ledger()
  expect(sales[0]!.request).toMatchObject({ trdInvcNo: 'T1-1', custTin: 'A000000001Z', totAmt: 587.5 })
  expect(stockRecords.at(-1)!.request).toMatchObject({ sarTyCd: '11', totItemCnt: 2 })
  expect(stock.map(({ onHand, soldNotMoved }) => [onHand, soldNotMoved])).toEqual([
    [8.5, 0],
    [8, 0],
  ])
  const { levels } = await shop.ok('stock.levels', {})
  expect(levels.map(({ onHand, waiting }) => [onHand, waiting])).toEqual([
    [850, 0],
    [800, 0],
  ])
})

test('discounts on a line and on the sale reach the authority as prices, to the cent', async () => {
  const shop = await startShop()
  const soap = await shop.stocked({ taxType: 'B', price: 99_99, onHand: 1000 })
  const sale = await shop.ok('sale.complete', {
    lines: [
      { itemId: soap.id, quantity: 300, discount: { kind: 'percent', basisPoints: 1000 } },
      { itemId: soap.id, quantity: 100, discount: { kind: 'amount', cents: 1 } },
    ],
    discount: { kind: 'amount', cents: 7_77 },
    tenders: cash(1000_00),
    requestId: newRequest(),
  })
  await shop.settled()
  const invoice = await shop.ok('invoice.get', { id: sale.invoiceId })
  expect(invoice).toMatchObject({ state: 'signed', total: sale.total, discount: 29_99 + 1 + 7_77 })
  expect((await shop.authority.ledger()).sales[0]!.request['totAmt']).toBe(sale.total / 100)
})

describe('on credit', () => {
  test('a sale needs a customer, and is not what was handed over', async () => {
    const shop = await startShop()
    const item = await shop.stocked({ taxType: 'B', price: 265_00, onHand: 1000 })
    const owed = (amount: number) => ({ method: '02', amount })
    const sale = { lines: [{ itemId: item.id, quantity: 100 }], tenders: [owed(265_00)] }
    const refused = { code: '002', reason: 'sale.creditNeedsCustomer', field: 'buyer' }
    expect(await shop.fails('sale.complete', { ...sale, requestId: newRequest() })).toMatchObject(refused)
    const parts = { ...sale, tenders: [...cash(200_00), owed(65_00)] }
    expect(await shop.fails('sale.complete', { ...parts, requestId: newRequest() })).toMatchObject(refused)
    const both = { ...sale, tenders: [{ method: '03', amount: 265_00 }] }
    expect(await shop.fails('sale.complete', { ...both, requestId: newRequest() })).toMatchObject({
      code: '003',
      field: 'tenders[0].method',
    })

    for (const buyer of [{}, { name: ' ' }])
      expect(
        await shop.fails('sale.complete', { ...sale, tenders: cash(265_00), buyer, requestId: newRequest() }),
      ).toMatchObject({ code: '003', field: 'buyer' })

    const debtor = (fields: object) =>
      shop.ok('customer.save', { creditLimit: 1000_00, requestId: newRequest(), ...fields } as never)
    const njeri = await debtor({ name: 'Mama Njeri' })
    await debtor({ name: 'Buyer', pin: 'A000000001Z' })
    const named = { ...sale, buyer: { customerId: njeri.id as number }, requestId: newRequest() }
    const whole = await shop.ok('sale.complete', named)
    expect(whole).toMatchObject({ total: 265_00, tendered: 0, change: 0 })
    expect(await shop.ok('sale.complete', named)).toEqual(whole)
    const part = { ...parts, buyer: { pin: 'A000000001Z' }, requestId: newRequest() }
    expect(await shop.ok('sale.complete', part)).toMatchObject({ tendered: 200_00, change: 0 })

    await shop.settled()
    expect(await shop.ok('invoice.get', { id: whole.invoiceId })).toMatchObject({
      state: 'signed',
      buyerName: 'Mama Njeri',
      buyerPin: null,
      tenders: [{ method: 'credit', amount: 265_00 }],
    })
    const { html } = await shop.ok('receipt.preview', { invoiceId: whole.invoiceId })
    expect(html).toContain('Buyer: Mama Njeri')
    expect(html).toContain('CREDIT')
    expect(html).not.toMatch(/CASH|CHANGE/)
  })
})

describe('once', () => {
  test('the same request twice, and twice at once, is one sale', async () => {
    const shop = await startShop()
    const item = await shop.stocked({ onHand: 1000 })
    const input = {
      lines: [{ itemId: item.id, quantity: 100 }],
      tenders: cash(200_00),
      requestId: newRequest(),
    }
    const [one, two] = await Promise.all([shop.ok('sale.complete', input), shop.ok('sale.complete', input)])
    expect(two).toEqual(one)
    expect(await shop.fails('sale.complete', { ...input, tenders: cash(500_00) })).toMatchObject({
      code: '004',
      reason: 'sale.requestReused',
      field: 'requestId',
    })
    await shop.restart()
    const { people } = await shop.ok('workspace.state')
    await shop.ok('session.unlock', { userId: people[0]!.id, pin: '471362' })
    expect(await shop.ok('sale.complete', input)).toEqual(one)
    expect((await shop.ok('invoice.list', {})).invoices).toHaveLength(1)
  })
})

describe('refused at the counter', () => {
  const setting = shared(async (cleanUp) => {
    const shop = await startShop({ cleanUp })
    return { shop, item: await shop.stocked({ onHand: 1000, price: 100_00 }) }
  })
  const attempt = async (change: object) => {
    const { shop, item } = setting()
    const before = shop.version()
    const failure = await shop.fails('sale.complete', {
      lines: [{ itemId: item.id, quantity: 100 }],
      tenders: cash(100_00),
      requestId: newRequest(),
      ...(typeof change === 'function' ? change(item.id) : change),
    })
    expect(shop.version()).toBe(before)
    return failure
  }
  test.each([
    ['not paid in full', { tenders: cash(99_99) }, 'sale.notPaid', 'tenders'],
    [
      'a card for more than is due',
      { tenders: [{ method: '05', amount: 101_00 }] },
      'tender.overpaidWithoutCash',
      'tenders',
    ],
    [
      'a way to pay that does not exist',
      { tenders: [{ method: '99', amount: 100_00 }] },
      'input.invalid',
      'tenders[0].method',
    ],
    [
      'an item that does not exist',
      { lines: [{ itemId: 999, quantity: 100 }] },
      'item.notFound',
      'lines[0].itemId',
    ],
    [
      'a discount larger than the line',
      (itemId: number) => ({
        lines: [{ itemId, quantity: 100, discount: { kind: 'amount', cents: 100_01 } }],
      }),
      'cart.discountTooLarge',
      'lines[0].discount',
    ],
    [
      'a discount larger than the sale',
      { discount: { kind: 'amount', cents: 100_01 } },
      'cart.discountTooLarge',
      'discount',
    ],
    [
      'a quantity beyond any shop',
      (itemId: number) => ({ lines: [{ itemId, quantity: 99_999_999_999 }] }),
      'cart.amountTooLarge',
      'lines[0]',
    ],
  ])('%s', async (_what, change, reason, field) => {
    expect(await attempt(change)).toMatchObject({ reason, field })
  })

  /** A cashier beside the owner. */
  const counter = shared(async (cleanUp) => {
    const shop = await startShop({ cleanUp })
    const { id: userId } = await shop.ok('user.save', { name: 'Otieno', role: 'cashier', pin: '628417' })
    const cashier = shop.window('cashier')
    await cashier.ok('session.unlock', { userId, pin: '628417' })
    return { shop, cashier }
  })

  test('an item that is not sold any more', async () => {
    const { shop } = counter()
    const item = await shop.stocked({ onHand: 1000 })
    await shop.ok('item.save', { ...item, active: false })
    expect(
      await shop.fails('sale.complete', {
        lines: [{ itemId: item.id, quantity: 100 }],
        tenders: cash(200_00),
        requestId: newRequest(),
      }),
    ).toMatchObject({ code: '005', field: 'lines[0].itemId' })
  })

  test('more off the whole sale than a cashier may give takes a manager', async () => {
    const { shop, cashier } = counter()
    const item = await shop.stocked({ onHand: 1000, price: 100_00 })
    const percent = (of: number) => ({ kind: 'percent', basisPoints: of * 100 }) as const
    const sale = (ofLine: number, ofSale: number) => ({
      lines: [
        { itemId: item.id, quantity: 100, discount: percent(ofLine) },
        { itemId: item.id, quantity: 100 },
      ],
      discount: percent(ofSale),
      tenders: cash(200_00),
      requestId: newRequest(),
    })
    expect(await cashier.fails('sale.complete', sale(12, 5))).toMatchObject({
      code: '001',
      reason: 'sale.discountNeedsManager',
      field: 'discount',
      params: { percent: 10, role: 'manager' },
    })
    await cashier.ok('sale.complete', sale(8, 6))
    await shop.ok('sale.complete', sale(90, 50))
    await shop.ok('settings.save', { cashierDiscount: 100 })
    await cashier.ok('sale.complete', sale(90, 50))
    await shop.ok('settings.save', { cashierDiscount: 10 })
    expect(await shop.fails('settings.save', { cashierDiscount: 101 })).toMatchObject({ code: '003' })
  })

  test("the rounding of a scale's label is no discount, of a made-up label it is", async () => {
    const { shop, cashier } = counter()
    // 21 = whole shillings: goods 10001 for 5.00 at 990.00 a kilogramme are 0.01 kg, with 4.90 of rounding.
    const cheese = await shop.stocked({ onHand: 1000, price: 990_00, barcode: '10001' })
    const digits = '211000100005'
    const label = digits + checkDigit(digits)
    const sale = (line: object) => ({
      lines: [{ itemId: cheese.id, quantity: 1, discount: { kind: 'amount', cents: 4_90 }, ...line }],
      tenders: cash(5_00),
      requestId: newRequest(),
    })
    const refused = { reason: 'sale.discountNeedsManager' }
    for (const line of [{}, { label: `${digits}0` }, { label, discount: { kind: 'amount', cents: 4_95 } }])
      expect(await cashier.fails('sale.complete', sale(line))).toMatchObject(refused)
    expect(await cashier.ok('sale.complete', sale({ label }) as never)).toMatchObject({ total: 5_00 })
  })

  test('another price takes a manager', async () => {
    const { shop, cashier } = counter()
    const item = await shop.stocked({ onHand: 1000, price: 100_00 })
    const sale = (unitPrice: number) => ({
      lines: [{ itemId: item.id, quantity: 100, unitPrice }],
      tenders: cash(200_00),
      requestId: newRequest(),
    })
    expect(await cashier.fails('sale.complete', sale(90_00))).toMatchObject({
      code: '001',
      reason: 'sale.priceNeedsManager',
      field: 'lines[0].unitPrice',
    })
    await cashier.ok('sale.complete', sale(100_00))
    expect(await shop.ok('sale.complete', sale(90_00))).toMatchObject({ total: 90_00 })
  })
})

describe('parking', () => {
  test('a sale is taken back once, whole, by one of two who reach for it', async () => {
    const shop = await startShop()
    const item = await shop.stocked({})
    const cart = {
      lines: [{ itemId: item.id, quantity: 150, discount: { kind: 'percent' as const, basisPoints: 500 } }],
      discount: { kind: 'amount' as const, cents: 100 },
      buyer: { pin: 'A000000001Z' },
    }
    const { id } = await shop.ok('sale.park', { cart, label: 'Blue shirt' })
    await shop.ok('sale.park', { cart })
    const { sales } = await shop.ok('sale.parked')
    expect(sales).toMatchObject([
      { lines: 1, cashier: 'Wanjiru', label: expect.stringMatching(/^Wanjiru \d\d:\d\d$/) },
      { id, label: 'Blue shirt', total: 165_30 - 1_00 },
    ])
    const replies = await Promise.all([shop.call('sale.resume', { id }), shop.call('sale.resume', { id })])
    expect(replies.filter(({ ok }) => ok)).toMatchObject([{ data: { cart } }])
    expect(await shop.fails('sale.resume', { id })).toMatchObject({ reason: 'sale.notParked', field: 'id' })
    expect((await shop.ok('sale.parked')).sales).toHaveLength(1)
  })

  test('an item that does not exist is named', async () => {
    const shop = await startShop()
    const cart = { lines: [{ itemId: 77, quantity: 100 }] }
    expect(await shop.fails('sale.park', { cart })).toMatchObject({
      code: '005',
      field: 'cart.lines[0].itemId',
    })
  })
})

describe('crediting', () => {
  const shops = shared((cleanUp) => startShop({ cleanUp }))
  const sold = async (shop: Shop) => {
    const item = await shop.stocked({ onHand: 1000, price: 116_00 })
    const sale = await shop.sell([{ item, quantity: 200 }], { buyer: { pin: 'A000000001Z' } })
    return { item, sale }
  }

  test('the whole sale goes back: document, money and goods', async () => {
    const shop = await startShop()
    const { item, sale } = await sold(shop)
    await shop.settled()
    expect(await shop.fails('invoice.credit', { id: sale.invoiceId, reason: '99' })).toMatchObject({
      code: '003',
      field: 'reason',
    })
    const note = await shop.ok('invoice.credit', { id: sale.invoiceId, reason: '06' })
    expect(note).toMatchObject({ number: 'T1-CN-1', total: 232_00 })
    await shop.settled()
    expect(await shop.ok('invoice.get', { id: note.invoiceId })).toMatchObject({
      kind: 'creditNote',
      total: -232_00,
      state: 'signed',
      reason: '06',
      credits: { id: sale.invoiceId, number: 'T1-1' },
    })
    expect(await shop.ok('invoice.get', { id: sale.invoiceId })).toMatchObject({
      creditedBy: { id: note.invoiceId, number: 'T1-CN-1' },
    })
    const { sales, stock } = await shop.authority.ledger()
    expect(sales[1]!.request).toMatchObject({
      rcptTyCd: 'R',
      orgInvcNo: 1,
      invcNo: 2,
      rfdRsnCd: '06',
      custTin: 'A000000001Z',
      totAmt: 232,
    })
    expect(stock).toMatchObject([{ onHand: 10 }])
    expect((await shop.ok('item.get', { id: item.id })).item.onHand).toBe(1000)
    expect(await shop.fails('invoice.credit', { id: sale.invoiceId, reason: '06' })).toMatchObject({
      code: '802',
    })
    expect(await shop.fails('invoice.credit', { id: note.invoiceId, reason: '06' })).toMatchObject({
      code: '801',
    })
  })

  test('goods that are not put back stay off the shelf', async () => {
    const shop = shops()
    const { item, sale } = await sold(shop)
    await shop.ok('invoice.credit', { id: sale.invoiceId, reason: '03', returnStock: false })
    expect((await shop.ok('item.get', { id: item.id })).item.onHand).toBe(800)
  })

  test('change comes off the cash, wherever it stands among the tenders', async () => {
    const shop = shops()
    const item = await shop.stocked({ onHand: 1000, price: 100_00 })
    const sale = await shop.sell([{ item, quantity: 100 }], {
      tenders: [
        { method: '05', amount: 20_00 },
        { method: '01', amount: 200_00 },
      ],
    })
    expect(sale.change).toBe(120_00)
    const note = await shop.ok('invoice.credit', { id: sale.invoiceId, reason: '06' })
    expect((await shop.ok('invoice.get', { id: note.invoiceId })).tenders).toEqual([
      { method: 'card', amount: 20_00, reference: null },
      { method: 'cash', amount: 80_00, reference: null },
    ])
  })

  test('a sale that the authority refused has nothing to credit', async () => {
    const shop = await startShop()
    const item = await shop.stocked({ onHand: 1000 })
    await shop.authority.control('PUT', 'faults', [
      { kind: 'refuse', code: '910', text: 'Invalid taxblAmt on item: 1', paths: ['/saveTrnsSalesOsdc'] },
    ])
    const sale = await shop.sell([{ item, quantity: 100 }])
    await shop.waitFor(async () => (await shop.ok('invoice.get', { id: sale.invoiceId })).state === 'refused')
    expect(await shop.fails('invoice.credit', { id: sale.invoiceId, reason: '06' })).toMatchObject({
      code: '801',
      reason: 'invoice.notApproved',
    })
  })

  test('a sale older than six months is the authority’s to refuse, and its words stand in the queue', async () => {
    const shop = await startShop()
    const { sale } = await sold(shop)
    await shop.settled()
    await shop.authority.control('PUT', 'clock', { skewMs: 200 * 86_400_000 })
    // Any answer contains the authority's time.
    await shop.ok('reference.sync', {})
    const note = await shop.ok('invoice.credit', { id: sale.invoiceId, reason: '06' })
    await shop.waitFor(async () => (await shop.ok('invoice.get', { id: note.invoiceId })).state === 'refused')
    const { rows } = await shop.ok('queue.list', { filter: 'needsPerson' })
    expect(rows[0]!.refusal).toMatchObject({ text: expect.stringContaining('older than 6 months') })
  })
})
