/** The three endpoints for credit notes (spec 4.12) against the strict practice authority. */
import { describe, expect, test, vi } from 'vitest'
import { shared } from '../operations/shop.ts'
import {
  barcode,
  byBarcode,
  type Counter,
  daysAgo,
  express,
  lineOf,
  ordinary,
  startCounter,
  table,
} from './credits.ts'

const at = {
  table: '/sales/credit-note',
  express: '/sales/credit-note-express',
  barcode: '/sales/credit-note-barcode',
}

const base32 = (length: number) => expect.stringMatching(new RegExp(`^[A-Z2-7]{${length}}$`))
const signed = {
  cisInvcNo: expect.any(Number),
  intrlData: base32(26),
  rcptSign: base32(16),
  sdcDateTime: expect.stringMatching(/^\d{14}$/),
}

/** What the authority has, and what we have, in cents: document by document. */
const booked = async ({ authority, read, appId }: Counter) => {
  const { sales } = await authority.ledger()
  const cents = (value: unknown) => Math.round(Number(value) * 100)
  const theirs = sales.map(({ number, request }) => ({
    number,
    kind: request['rcptTyCd'] === 'R' ? 'creditNote' : 'sale',
    total: cents(request['totAmt']),
    taxable: cents(request['totTaxblAmt']),
    tax: cents(request['totTaxAmt']),
  }))
  const ours = read(
    appId,
    `select authority_number number, kind, total, taxable, tax from invoice join signature on invoice_id = id order by 1`,
  )
  expect(theirs).toEqual(ours)
  return sales.map(({ request }) => request)
}

describe.each(['legacy', 'gateway'] as const)('in the %s dialect', (dialect) => {
  const start = () => startCounter({ practice: { dialect } })

  test('a sale is credited in parts by all three, then the rest; one more is 802', async () => {
    const counter = await start()
    const { gets, post, sells } = counter
    await sells(1001, 4)
    expect(await gets('POST', at.table, table(1001, 'R-1', 1))).toEqual({
      resultCd: '000',
      internalData: base32(26),
      receiptSignature: base32(16),
      sdcDateTime: expect.stringMatching(/^\d{14}$/),
    })
    expect(await gets('POST', at.express, express(1001, 1))).toEqual(signed)
    expect(await gets('POST', at.barcode, byBarcode(1001, 2))).toEqual(signed)
    for (const [path, body] of [
      [at.table, table(1001, 'R-9', 1)],
      [at.express, express(1001, 1, { reason: '01' })],
      [at.barcode, byBarcode(1001, 1)],
    ] as const) {
      const more = await post(path, body)
      expect(more).toMatchObject({ status: 409, resultCd: '802' })
      expect(more.resultMsg).toContain('1001')
    }
    const sent = await booked(counter)
    expect(
      sent.map(({ rcptTyCd, orgInvcNo, trdInvcNo, totAmt }) => [rcptTyCd, orgInvcNo, trdInvcNo, totAmt]),
    ).toEqual([
      ['S', 0, '1001', 464],
      ['R', 1, 'R-1', 116],
      ['R', 1, 'CN-1001', 116],
      ['R', 1, 'CN-1001-2', 232],
    ])
    expect(sent[1]).toMatchObject({ rfdRsnCd: '06', salesDt: daysAgo(0), salesSttsCd: '02' })
    expect(sent[1]!['rfdDt']).toMatch(new RegExp(`^${daysAgo(0)}`))
  })

  test('defaults: number, trader’s number, payment, who', async () => {
    const { gets, sells, authority } = await start()
    await sells(1001, 2, { transaction: { custTin: 'A000000001Z', custNm: 'Buyer' } })
    await gets('POST', at.express, express(1001, 2))
    const note = (await authority.ledger()).sales[1]!.request
    expect(note).toMatchObject({
      trdInvcNo: 'CN-1001',
      pmtTyCd: '01',
      regrId: 'USR01',
      regrNm: 'System',
      custTin: 'A000000001Z',
      custNm: 'Buyer',
    })
    expect(await gets('GET', '/sales/11001')).toMatchObject({
      invcNo: '11001',
      trdInvcNo: 'CN-1001',
      rcptTyCd: 'R',
      orgInvcNo: '1001',
      state: 'signed',
      totAmt: 232,
      rfdRsnCd: '06',
      result: { cisInvcNo: 2 },
    })
    expect((await gets('GET', '/sales/1001'))['creditNotes']).toEqual([
      { invcNo: '11001', state: 'signed', totAmt: 232, rfdRsnCd: '06' },
    ])
  })
})

test('the shape of the example is taken as well, goods by code or by barcode', async () => {
  const { gets, sells, read, appId } = await startCounter()
  await sells(1001, 3)
  const example = {
    original: { invcNo: 1001, trdInvcNo: 'RETURN-7', creditNoteInvcNo: 7001, pmtTyCd: '01' },
    reason: '03',
    regrId: 'USR02',
    regrNm: 'Achieng',
    lineItems: [lineOf(1)],
  }
  expect(await gets('POST', at.table, example)).toMatchObject({ resultCd: '000' })
  const { itemCd: _, ...line } = lineOf(1)
  await gets('POST', at.table, {
    ...example,
    original: { invcNo: 1001 },
    lineItems: [{ ...line, bcd: barcode }],
  })
  expect(
    read(appId, `select number, trader_number, author_name, reason from invoice where kind = 'creditNote'`),
  ).toEqual([
    { number: '7001', trader_number: 'RETURN-7', author_name: 'Achieng', reason: '03' },
    { number: '11001', trader_number: 'CN-1001', author_name: 'Achieng', reason: '03' },
  ])
})

describe('required fields', () => {
  const counter = shared((cleanUp) => startCounter({ cleanUp }))
  const lines = (name: string, bcd = 'itemCd') =>
    [bcd, 'itemNm', 'qtyUnitCd', 'qty', 'prc', 'taxTyCd', 'taxblAmt', 'taxAmt', 'totAmt'].map(
      (each) => `${name}[0].${each}`,
    )
  const bodies = { table: table(1001, 1, 1), express: express(1001, 1), barcode: byBarcode(1001, 1) }
  test.each([
    ...[
      'orgInvcNo',
      'invcNo',
      'salesDt',
      'rfdRsnCd',
      'rfdAmt',
      'totTaxblAmt',
      'totTax',
      'items',
      ...lines('items'),
    ].map((field) => ['table', field] as const),
    ...['orgInvcNo', 'reason', 'lineItems', ...lines('lineItems')].map(
      (field) => ['express', field] as const,
    ),
    ...['original', 'original.invcNo', 'reason', 'lineItems', ...lines('lineItems', 'bcd')].map(
      (field) => ['barcode', field] as const,
    ),
  ])('%s without %s is 002 with that path', async (kind, field) => {
    const { post, version } = counter()
    const before = version()
    const body: Record<string, unknown> = structuredClone(bodies[kind])
    const parts = field.split(/[.[\]]+/).filter(Boolean)
    const last = parts.pop() as string
    delete parts.reduce((value, name) => value[name] as Record<string, unknown>, body)[last]
    const answer = await post(at[kind], body)
    expect(answer).toMatchObject({ resultCd: '002', status: 400 })
    expect(answer.resultMsg).toContain(`The field ${field} `)
    expect(version()).toBe(before)
  })

  test('of an empty body the first of the table is named', async () => {
    expect((await counter().post(at.table, {})).resultMsg).toContain('orgInvcNo')
  })
})

describe('what is not taken', () => {
  const counter = shared(async (cleanUp) => {
    const started = await startCounter({ cleanUp })
    await started.sells(1001, 3, { transaction: { salesDt: daysAgo(1) } })
    await started.sells(1002, 1, { transaction: { custTin: 'A000000001Z' } })
    await started.gets('POST', '/items/service', { itemName: 'Repair', taxType: 'A', itemCode: 'REPAIR' })
    await started.settled()
    return started
  })
  test.each([
    ['more than was sold', 'lineItems[0].qty', express(1001, 4)],
    ['more over two lines', 'lineItems[1].qty', express(1001, 1, { lineItems: [lineOf(2), lineOf(2)] })],
    [
      'more money than is left',
      'lineItems[0].totAmt',
      express(1001, 1, {
        lineItems: [lineOf(1, { prc: 400, taxblAmt: 344.83, taxAmt: 55.17, totAmt: 400 })],
      }),
    ],
    [
      'another tax letter',
      'lineItems[0].taxTyCd',
      express(1001, 1, { lineItems: [lineOf(1, { taxTyCd: 'A' })] }),
    ],
    [
      'an item that is not on it',
      'lineItems[0].itemCd',
      express(1001, 1, { lineItems: [lineOf(1, { itemCd: 'REPAIR' })] }),
    ],
    ['a reason of the authority’s that is not the interface’s', 'reason', express(1001, 1, { reason: '07' })],
    ['a sum that is not that of the lines', 'rfdAmt', table(1001, 1, 1, { rfdAmt: 115 })],
    ['a taxable sum that is not', 'totTaxblAmt', table(1001, 1, 1, { totTaxblAmt: 116 })],
    ['a tax that is not', 'totTax', table(1001, 1, 1, { totTax: 0 })],
    ['the authority’s name for the tax that is not', 'totTaxAmt', table(1001, 1, 1, { totTaxAmt: 0 })],
    ['a day before the sale', 'salesDt', table(1001, 1, 1, { salesDt: daysAgo(2) })],
    ['a day to come', 'salesDt', table(1001, 1, 1, { salesDt: '29990101' })],
    ['a day that is none', 'cnclReqDt', table(1001, 1, 1, { cnclReqDt: '20260230' })],
    ['another buyer', 'custTin', express(1002, 1, { custTin: 'P051111111A' })],
    [
      'a buyer where there was none',
      'original.custTin',
      byBarcode(1001, 1, { original: { custTin: 'P051111111A' } }),
    ],
    ['a payment that is none', 'pmtTyCd', express(1001, 1, { pmtTyCd: '77' })],
  ])('%s is 003 naming %s, and nothing is kept', async (_, field, body) => {
    const { post, version } = counter()
    const before = version()
    const path = 'original' in body ? at.barcode : 'items' in body ? at.table : at.express
    const answer = await post(path, body)
    expect(answer).toMatchObject({ status: 400, resultCd: '003' })
    expect(answer.resultMsg).toContain(field)
    expect(version()).toBe(before)
  })

  test('what is left is said', async () => {
    const answer = await counter().post(at.express, express(1001, 4))
    expect(answer.resultMsg).toContain('at most 3, which is what is left of SOAP on sale 1001')
  })

  test.each([
    ['itemCd', at.express, express(1001, 1, { lineItems: [lineOf(1, { itemCd: 'NONE' })] })],
    ['bcd', at.barcode, byBarcode(1001, 1, { line: { bcd: '999' } })],
  ])('an unknown %s is 005 with its path', async (name, path, body) => {
    const answer = await counter().post(path, body)
    expect(answer).toMatchObject({ status: 422, resultCd: '005' })
    expect(answer.resultMsg).toContain(`lineItems[0].${name}`)
  })
})

describe('the original', () => {
  test('that nobody knows, is a credit note itself, or was refused is 801', async () => {
    const { post, gets, sells, authority } = await startCounter()
    await sells(1001, 2)
    await gets('POST', at.express, express(1001, 1))
    await authority.control('PUT', 'faults', [
      {
        kind: 'refuse',
        code: '910',
        text: 'Invalid taxblAmt on item: 1',
        paths: ['/saveTrnsSalesOsdc'],
        times: 1,
      },
    ])
    await expect(sells(1002, 1)).rejects.toThrow('003')
    for (const number of [4711, 11001, 1002]) {
      const answer = await post(at.express, express(number, 1))
      expect(answer).toMatchObject({ status: 422, resultCd: '801' })
      expect(answer.resultMsg).toContain(String(number))
      expect(answer.resultMsg).toContain('Original Invoice Not Found')
    }
  })

  test('that still waits is 801 and says so; once signed it can be credited', async () => {
    const { post, gets, sells, authority, settled } = await startCounter({ timing: ordinary })
    await authority.offline(true)
    await expect(sells(1001, 1)).rejects.toThrow('006')
    const early = await post(at.express, express(1001, 1))
    expect(early).toMatchObject({ resultCd: '801' })
    expect(early.resultMsg).toContain('still waiting')
    await authority.offline(false)
    await settled()
    await vi.waitFor(async () => expect((await gets('GET', '/sales/1001'))['state']).toBe('signed'))
    await gets('POST', at.express, express(1001, 1))
  })

  test('may be a sale of the till, and its goods go back on the shelf: only those', async () => {
    const { gets, ok, stocked, sell, settled, authority } = await startCounter()
    const item = await stocked({ code: 'TEA', price: 58_00, onHand: 1000 })
    const sale = await sell([{ item, quantity: 300 }])
    await settled()
    const line = lineOf(1, { itemCd: 'TEA', itemNm: 'Tea', prc: 58, taxblAmt: 50, taxAmt: 8, totAmt: 58 })
    await gets('POST', at.express, express(sale.number, 1, { lineItems: [line] }))
    await settled()
    expect((await ok('item.get', { id: item.id })).item.onHand).toBe(800)
    expect((await authority.ledger()).stock).toContainEqual(
      expect.objectContaining({ onHand: 8, soldNotMoved: 0 }),
    )
    expect(await gets('GET', `/sales/CN-${sale.number}`)).toMatchObject({
      orgInvcNo: sale.number,
      totAmt: 58,
    })
    // What is left goes back at the till.
    const rest = await ok('invoice.credit', { id: sale.invoiceId, reason: '06' })
    expect(rest.total).toBe(116_00)
    await settled()
    expect((await ok('item.get', { id: item.id })).item.onHand).toBe(1000)
    const { creditNotes, credited } = await ok('invoice.get', { id: sale.invoiceId })
    expect(credited).toBe(174_00)
    expect(creditNotes.map(({ total }) => total)).toEqual([58_00, 116_00])
    const { sales } = await authority.ledger()
    expect(sales.map(({ request }) => [request['rcptTyCd'], request['totAmt']])).toEqual([
      ['S', 174],
      ['R', 58],
      ['R', 116],
    ])
  })

  test('of other software: its goods go back where it says so, because it tells its stock itself', async () => {
    const { gets, sells, settled, read, appId } = await startCounter()
    await sells(1001, 3)
    const onHand = () =>
      read<{ on_hand: number }>(appId, `select on_hand from item where code = 'SOAP'`)[0]!.on_hand
    const before = onHand()
    await gets('POST', at.express, express(1001, 1))
    expect(onHand()).toBe(before)
    await gets('POST', at.express, express(1001, 1, { returnStock: true, creditNoteInvcNo: 5 }))
    await settled()
    expect(onHand()).toBe(before + 100)
  })
})

test('the same item on several lines is one to credit', async () => {
  const counter = await startCounter()
  const { gets, post, sells } = counter
  await sells(1001, 3, {
    lineItems: [lineOf(1), lineOf(2, { prc: 58, taxblAmt: 100, taxAmt: 16, totAmt: 116 })],
  })
  await gets(
    'POST',
    at.express,
    express(1001, 2, { lineItems: [lineOf(2, { prc: 58, taxblAmt: 100, taxAmt: 16, totAmt: 116 })] }),
  )
  const tooMuch = await post(
    at.express,
    express(1001, 2, {
      lineItems: [lineOf(2, { prc: 58, taxblAmt: 100, taxAmt: 16, totAmt: 116 })],
      reason: '01',
    }),
  )
  expect(tooMuch.resultMsg).toContain('at most 1,')
  await gets('POST', at.express, express(1001, 1))
  expect(await post(at.express, express(1001, 1, { reason: '02' }))).toMatchObject({ resultCd: '802' })
  await booked(counter)
})

describe('to the cent', () => {
  const counter = shared((cleanUp) => startCounter({ cleanUp }))
  /** Pieces of soap over a total, VAT taken out of it. */
  const over = (qty: number, totAmt: number, prc = totAmt / qty) => {
    const taxblAmt = Math.round((totAmt / 1.16) * 100) / 100
    return lineOf(qty, { prc, totAmt, taxblAmt, taxAmt: Math.round((totAmt - taxblAmt) * 100) / 100 })
  }
  test.each([
    ['a third of what no price makes', over(3, 100), [over(1, 33.33)], 66.67],
    ['two thirds, one by one', over(3, 100), [over(1, 33.33), over(1, 33.33)], 33.34],
    ['a fraction of a unit', over(1.25, 150), [over(0.33, 39.6)], 110.4],
    ['less money than goods', over(3, 348), [over(2, 100)], 248],
    ['a discounted line', over(7, 333.33, 116), [over(3, 142.86), over(1, 47.62)], 142.85],
    ['hardly anything', over(0.02, 0.02), [over(0.01, 0.01)], 0.01],
  ])('%s, and the rest at the till', async (what, sold, parts, rest) => {
    const { sells, gets, ok, read, appId, settled } = counter()
    const number = what.replaceAll(' ', '-')
    await sells(number, 0, { lineItems: [sold] })
    for (const [index, line] of parts.entries())
      await gets(
        'POST',
        at.express,
        express(number, 0, { lineItems: [line], creditNoteInvcNo: `${number}-${index}` }),
      )
    const [sale] = read<{ id: number }>(appId, `select id from invoice where number = '${number}'`)
    const note = await ok('invoice.credit', { id: sale!.id, reason: '06' })
    expect(note.total).toBe(Math.round(rest * 100))
    await settled()
    expect(await ok('invoice.get', { id: note.invoiceId })).toMatchObject({ state: 'signed' })
    const { total, credited } = await ok('invoice.get', { id: sale!.id })
    expect(credited).toBe(total)
    await booked(counter())
  })
})

describe('numbers', () => {
  test('a default that is in use gives way to the next, which is said', async () => {
    const { post, sells, gets } = await startCounter()
    await sells(1001, 3)
    await sells(11001, 1)
    const first = await post(at.express, express(1001, 1))
    expect(first).toMatchObject({ resultCd: '000' })
    expect(first.body['message']).toContain('Number 11001 is in use, so this credit note is 11002')
    expect(await gets('GET', '/sales/11002')).toMatchObject({ orgInvcNo: '1001' })
    const second = await post(at.express, express(1001, 1, { reason: '01' }))
    expect(second.body['message']).toContain('11003')
  })

  test('one that the caller chose is 004 when it is in use, with the result in the endpoint’s own form', async () => {
    const { post, sells, gets } = await startCounter()
    await sells(1001, 3)
    const result = await gets('POST', at.table, table(1001, 'R-1', 1))
    expect(await post(at.table, table(1001, 'R-1', 1))).toMatchObject({
      status: 409,
      resultCd: '004',
      data: result,
    })
    expect(await post(at.table, table(1001, 'R-1', 2))).toMatchObject({ resultCd: '004', data: result })
    expect(await post(at.table, table(1001, 1001, 1))).toMatchObject({ resultCd: '004' })
  })

  test('without a number the same body again is the same credit note, never a second', async () => {
    const { post, sells, gets, authority } = await startCounter()
    await sells(1001, 2)
    const [one, two] = await Promise.all([
      post(at.express, express(1001, 1)),
      post(at.express, express(1001, 1)),
    ])
    expect(one.data).toEqual(two.data)
    const result = one.data
    expect(await post(at.express, express(1001, 1))).toMatchObject({ resultCd: '004', data: result })
    await gets('POST', at.express, express(1001, 1, { creditNoteInvcNo: 9 }))
    // Nothing is left: that says more than "the same again", and the result is still told.
    expect(await post(at.express, express(1001, 1))).toMatchObject({ resultCd: '802', data: result })
    expect((await authority.ledger()).sales).toHaveLength(3)
  })

  test('while the authority is away it is kept, and the same body attaches; a restart forgets nothing', async () => {
    const { sells, post, authority, restart, settled, read, appId, apiKey, host } = await startCounter({
      timing: ordinary,
    })
    await sells(1001, 3)
    await settled()
    await authority.offline(true)
    const away = await post(at.express, express(1001, 2))
    expect(away).toMatchObject({ status: 503, resultCd: '006', data: { sale: '/api/v1/sales/11001' } })
    expect(await post(at.express, express(1001, 2))).toMatchObject({ resultCd: '006' })
    // What waits is taken off what is left.
    const more = await post(at.express, express(1001, 2, { reason: '01' }))
    expect(more.resultMsg).toContain('at most 1,')
    await restart()
    await authority.offline(false)
    await settled()
    const reply = await host().callRest(host().verifyApiKey(apiKey), 'creditNote.express', express(1001, 2))
    expect(reply).toMatchObject({ ok: false, error: { code: '004', data: { cisInvcNo: 2 } } })
    expect(read(appId, `select number from invoice where kind = 'creditNote'`)).toEqual([{ number: '11001' }])
    expect((await authority.ledger()).sales).toHaveLength(2)
  })

  test('of a refused credit note is free: it takes nothing, and its goods are not counted twice', async () => {
    const { gets, post, stocked, sell, settled, ok, authority, read, appId } = await startCounter()
    const item = await stocked({ code: 'TEA', price: 116_00, onHand: 1000 })
    const sale = await sell([{ item, quantity: 200 }])
    await settled()
    await authority.control('PUT', 'faults', [
      { kind: 'refuse', code: '910', text: 'Invalid RfdRsnCd', paths: ['/saveTrnsSalesOsdc'], times: 1 },
    ])
    const body = express(sale.number, 2, { lineItems: [lineOf(2, { itemCd: 'TEA' })] })
    expect(await post(at.express, body)).toMatchObject({ resultCd: '003' })
    expect(await gets('GET', `/sales/CN-${sale.number}`)).toMatchObject({
      state: 'refused',
      refusal: { authorityText: expect.stringContaining('RfdRsnCd') },
    })
    expect(await post(at.express, { ...body, reason: '05' })).toMatchObject({
      resultCd: '000',
      resultMsg: 'Success',
    })
    await settled()
    expect((await ok('item.get', { id: item.id })).item.onHand).toBe(1000)
    expect(read(appId, `select number, superseded from invoice where kind = 'creditNote'`)).toEqual([
      { number: `CN-${sale.number}`, superseded: 1 },
      { number: `CN-${sale.number}`, superseded: 0 },
    ])
  })
})

test('a refused credit note cannot be sent again by hand once another has taken its part', async () => {
  const { post, sells, gets, ok, fails, authority } = await startCounter()
  await sells(1001, 1)
  await authority.control('PUT', 'faults', [
    { kind: 'refuse', code: '910', text: 'Invalid RfdRsnCd', paths: ['/saveTrnsSalesOsdc'], times: 1 },
  ])
  expect(await post(at.table, table(1001, 'R-1', 1))).toMatchObject({ resultCd: '003' })
  await gets('POST', at.table, table(1001, 'R-2', 1))
  const [row] = (await ok('queue.list', { filter: 'needsPerson' })).rows
  expect(await fails('queue.resend', { id: row!.id })).toMatchObject({ code: '802' })
})

test('the receipt of a part shows what is credited, in the negative, and the sale it is against', async () => {
  const { sells, gets, ok, read, appId } = await startCounter()
  await sells(1001, 3)
  await gets('POST', at.express, express(1001, 1))
  const [note] = read<{ id: number }>(appId, `select id from invoice where kind = 'creditNote'`)
  const { html, life } = await ok('receipt.preview', { invoiceId: note!.id, paper: '80mm' })
  const words = html
    .replace(/<style>.*?<\/style>/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
  expect(life).toBe('original')
  expect(words).toMatch(/ORIGINAL CU INVOICE NO\.#: KRACU\w+\/1\b/)
  expect(words).toContain('-116.00')
  expect(words).not.toContain('348.00')
  expect(words).toMatch(/TOTAL TAX B -16\.00/)
  expect(words).toContain('Reason: Refund')
})
