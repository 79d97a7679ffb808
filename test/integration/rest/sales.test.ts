/** POST /sales-with-items (spec 4.11) against the strict practice authority. */
import { describe, expect, test, vi } from 'vitest'
import { shared } from '../operations/shop.ts'
import { ordinary } from './credits.ts'
import { saleOf, startSoftware } from './software.ts'

const path = '/sales-with-items'
const shop = shared((cleanUp) => startSoftware({ cleanUp }))

test('the full request of the specification is signed, and the authority has it under the caller’s number', async () => {
  const { gets, authority } = shop()
  const result = await gets('POST', path, saleOf(1001))
  expect(result).toEqual({
    cisInvcNo: 1,
    intrlData: expect.stringMatching(/^[A-Z2-7]{26}$/),
    rcptSign: expect.stringMatching(/^[A-Z2-7]{16}$/),
    sdcDateTime: expect.stringMatching(/^\d{14}$/),
    totRcptNo: 1,
  })
  const [sale] = (await authority.ledger()).sales
  expect(sale!.request).toMatchObject({
    trdInvcNo: '1001',
    invcNo: 1,
    salesDt: '20260301',
    pmtTyCd: '01',
    totTaxblAmt: 200,
    totTaxAmt: 32,
    totAmt: 232,
    regrId: 'USR01',
  })
})

test.each([null, ''])('optional members may be %j', async (none) => {
  const { gets } = shop()
  const transaction = Object.fromEntries(
    ['salesDt', 'pmtTyCd', 'rcptTyCd', 'salesSttsCd', 'currency', 'exchangeRate', 'destnCountryCd'].map(
      (name) => [name, none],
    ),
  )
  const nones = { totTaxblAmt: none, totTax: none, totAmt: none, regrId: none, regrNm: none, custTin: none }
  const line = { itemTyCd: none, orgnNatCd: none, pkgUnitCd: none, dcRt: none, dcAmt: none }
  await gets('POST', path, {
    ...saleOf(`none-${none}`, line, { transaction: { ...transaction, ...nones } }),
    receipt: null,
  })
})

describe('closed sets and bounds', () => {
  test.each([
    ['lineItems[0].itemClsCd', {}, { itemClsCd: 'GD' }],
    ['lineItems[0].orgnNatCd', {}, { orgnNatCd: 'Kenya' }],
    ['lineItems[0].qty', {}, { qty: 0 }],
    ['lineItems[0].qty', {}, { qty: 0.125 }],
    ['lineItems[0].prc', {}, { prc: -1 }],
    ['lineItems[0].prc', {}, { prc: 99_999_999_999, qty: 99_999_999 }],
    ['lineItems[0].itemNm', {}, { itemNm: 'a\nb' }],
    ['transaction.pmtTyCd', { pmtTyCd: '77' }, {}],
    ['transaction.salesDt', { salesDt: '29990101' }, {}],
    ['transaction.custTin', { custTin: 'P05' }, {}],
    ['transaction.currency', { currency: 'USD' }, {}],
    ['transaction.invcNo', { invcNo: 1.5 }, {}],
    ['transaction.invcNo', { invcNo: '' }, {}],
    ['transaction.totAmt', { totAmt: 231 }, {}],
    ['transaction.totTaxblAmt', { totTaxblAmt: 232 }, {}],
    ['transaction.totTax', { totTax: 0 }, {}],
  ])('%s as in %j %j is 003 with its path, and nothing is kept', async (field, transaction, line) => {
    const { post, version } = shop()
    const before = version()
    const answer = await post(path, saleOf(1, line, { transaction }))
    expect(answer).toMatchObject({ resultCd: '003', status: 400 })
    expect(answer.resultMsg).toContain(field)
    expect(version()).toBe(before)
  })

  test.each([
    [path, { ...saleOf(1, {}, { transaction: { custTin: 'A000000001Z' } }) }],
    ['/sales', { invcNo: 1, custTin: 'A000000001Z', itemList: saleOf(1).lineItems }],
  ])('two buyers are one too many for %s, named twice one is one', async (place, body) => {
    const { post, version } = shop()
    const before = version()
    const answer = await post(place, { ...body, receipt: { custTin: 'P051111111A' } })
    expect(answer).toMatchObject({ resultCd: '003', status: 400 })
    for (const word of ['receipt.custTin', 'P051111111A', 'A000000001Z'])
      expect(answer.resultMsg).toContain(word)
    expect(version()).toBe(before)
  })

  test('a long value is shown shortened, in quotes; one character is one', async () => {
    const { post } = shop()
    const long = await post(path, saleOf(1, { taxTyCd: 'J'.repeat(100) }))
    expect(long.resultMsg).toMatch(/has the value "J{55}\.\.\.", which is not allowed;/)
    const empty = await post(path, saleOf(1, { itemNm: '' }))
    expect(empty.resultMsg).toMatch(/at least 1 character\.$/)
    expect((await post(path, { ...saleOf(1), lineItems: [] })).resultMsg).toMatch(/at least 1 entry\.$/)
  })

  test('a header total that is a cent off for each line is rounding, not a mistake', async () => {
    const { gets } = shop()
    await gets('POST', path, saleOf('cent', {}, { transaction: { totTaxblAmt: 200.01, totTax: 31.99 } }))
  })
})

describe('items', () => {
  test('codes of the caller’s own become codes of the authority’s pattern, in sales and in stock', async () => {
    const { gets, authority } = shop()
    const code = 'sku 12/Blue (large) Nº5'
    await gets('POST', '/items/goods', { itemName: 'Shirt', taxType: 'B', itemCode: code, price: 116 })
    await gets('POST', '/stock/io', {
      sarNo: 1,
      regTyCd: 'M',
      ocrnDt: '20260301',
      totItemCnt: 1,
      totTaxblAmt: 500,
      totTax: 80,
      totAmt: 580,
      itemList: [{ itemCd: code, itemNm: 'Shirt', stockTyCd: '02', qty: 5, unitPrice: 116, totAmt: 580 }],
    })
    await gets('POST', path, saleOf('sku', { itemCd: code, itemClsCd: null }, { autoRegisterItems: false }))
    const { items, sales, stockRecords } = await authority.ledger()
    const { itemCd } = items.find(({ request }) => request['itemNm'] === 'Shirt')!
    expect(itemCd).toMatch(/^KE2NTNO\d{7}$/)
    expect(stockRecords.at(-1)!.request.itemList[0]).toMatchObject({ itemCd, qty: 5 })
    expect(sales.at(-1)!.request.itemList[0]).toMatchObject({ itemCd, itemNm: 'Consulting' })
    const found = await gets('GET', `/items?itemCd=${encodeURIComponent(code)}`)
    expect(found['items']).toMatchObject([{ itemCd: code }])
  })

  test('a corrected line corrects the item that was refused, and the refusal gives the reason', async () => {
    const { post, gets, authority } = shop()
    await authority.control('PUT', 'faults', [
      { kind: 'refuse', code: '910', text: 'Invalid orgnNatCd', paths: ['/saveItem'], times: 1 },
    ])
    const refused = await post(path, saleOf('A1', { itemCd: 'A1', orgnNatCd: 'UG', itemNm: 'Misnamed' }))
    expect(refused.resultMsg).toContain('Invalid orgnNatCd')
    await gets('POST', path, saleOf('A1', { itemCd: 'A1', orgnNatCd: 'KE', itemNm: 'Soap' }))
    const names = (await authority.ledger()).items.map(({ request }) => [
      request['orgnNatCd'],
      request['itemNm'],
    ])
    expect(names).toContainEqual(['KE', 'Soap'])
    expect(names).not.toContainEqual(['UG', 'Misnamed'])
  })

  test('without it an item that the authority refused is 005 at once', async () => {
    const { post, authority, version, settled } = shop()
    await authority.control('PUT', 'faults', [
      { kind: 'refuse', code: '910', text: 'Invalid itemClsCd', paths: ['/saveItem'], times: 1 },
    ])
    const item = await post('/items/service', { itemName: 'Repair', taxType: 'B', itemCode: 'A2' })
    expect(item).toMatchObject({ resultCd: '003' })
    await settled()
    const before = version()
    const answer = await post(path, saleOf('A2', { itemCd: 'A2' }, { autoRegisterItems: false }))
    expect(answer).toMatchObject({ resultCd: '005' })
    expect(answer.resultMsg).toContain('Invalid itemClsCd')
    expect(version()).toBe(before)
  })

  test('a line under another tax letter than its item is 003 before anybody is asked', async () => {
    const { post, gets } = shop()
    await gets('POST', '/items/service', { itemName: 'Repair', taxType: 'A', itemCode: 'A3' })
    const answer = await post(path, saleOf('A3', { itemCd: 'A3' }))
    expect(answer).toMatchObject({ resultCd: '003' })
    expect(answer.resultMsg).toContain('lineItems[0].taxTyCd')
    expect(answer.resultMsg).toContain('A3')
  })

  test('a line of another class than its item goes under its own class', async () => {
    const { gets, authority } = shop()
    await gets('POST', '/items/service', { itemName: 'Repair', taxType: 'B', itemCode: 'A4' })
    await gets('POST', path, saleOf('A4', { itemCd: 'A4', itemClsCd: '8111200000' }))
    expect((await authority.ledger()).sales.at(-1)!.request.itemList[0]).toMatchObject({
      itemClsCd: '8111200000',
    })
  })
})

describe('amounts as programs write them', () => {
  const noTotals = { transaction: { totTaxblAmt: null, totTax: null, totAmt: null } }
  test.each([
    ['a unit price before tax', { prc: 100, qty: 2, taxblAmt: 200, taxAmt: 32, totAmt: 232 }],
    [
      'a discount of the line',
      { prc: 116, qty: 2, dcRt: 10, dcAmt: 23.2, taxblAmt: 180, taxAmt: 28.8, totAmt: 208.8 },
    ],
    ['a price of many decimals', { prc: 86.206897, qty: 1, taxblAmt: 86.21, taxAmt: 13.79, totAmt: 100 }],
    ['a total that no price makes', { prc: 33.33, qty: 3, taxblAmt: 86.21, taxAmt: 13.79, totAmt: 100 }],
    [
      'amounts never rounded',
      { prc: 100, qty: 1, taxblAmt: 100 / 1.16, taxAmt: 100 - 100 / 1.16, totAmt: 100 },
    ],
    [
      'noise of binary fractions',
      { prc: 0.1 + 0.2, qty: 10, taxblAmt: 2.59, taxAmt: 0.41, totAmt: 3.0000000000000004 },
    ],
    ['a fraction of a unit', { prc: 120, qty: 1.25, taxblAmt: 129.31, taxAmt: 20.69, totAmt: 150 }],
    ['nothing at all', { prc: 116, qty: 1, dcRt: 100, dcAmt: 116, taxblAmt: 0, taxAmt: 0, totAmt: 0 }],
  ])('%s is signed with the caller’s tax and total', async (what, line) => {
    const { gets, authority, read, appId } = shop()
    await gets('POST', path, saleOf(what.replaceAll(' ', '-'), line, noTotals))
    const sale = (await authority.ledger()).sales.at(-1)
    const cents = (value: number) => Math.round(value * 100)
    expect(cents(sale!.request['totAmt'] as number)).toBe(cents(line.totAmt))
    expect(Math.abs(cents(sale!.request['totTaxAmt'] as number) - cents(line.taxAmt))).toBeLessThanOrEqual(1)
    const [kept] = read<Record<string, number>>(
      appId,
      'select total, taxable, tax, discount from invoice order by id desc limit 1',
    )
    expect(kept!['taxable']! + kept!['tax']!).toBe(kept!['total'])
    expect(kept!['discount']).toBeGreaterThanOrEqual(0)
  })

  test('a line that goes in two is signed with the tax that was sent', async () => {
    const { gets, authority } = shop()
    const line = { qty: 7, prc: 26.13, taxblAmt: 157.66, taxAmt: 25.22, totAmt: 182.88 }
    const transaction = { totTaxblAmt: 157.66, totTax: 25.22, totAmt: 182.88 }
    await gets('POST', path, saleOf('two', line, { transaction }))
    const { request } = (await authority.ledger()).sales.at(-1)!
    expect(request).toMatchObject({ totTaxblAmt: 157.66, totTaxAmt: 25.22, totAmt: 182.88 })
    expect(request.itemList).toHaveLength(2)
  })

  test('amounts that contradict each other go as they are, and the authority’s words come back', async () => {
    const { post } = shop()
    const answer = await post(path, saleOf('bad', { taxblAmt: 232, taxAmt: 0 }, noTotals))
    expect(answer).toMatchObject({ resultCd: '003', data: { remedy: 'checkAmounts' } })
    expect(answer.resultMsg).toContain('Invalid taxblAmt on item: 1. Expected: 200.00, But Found: 232.00')
  })

  test('payment 09 goes as other', async () => {
    const { gets, authority } = shop()
    await gets('POST', path, saleOf('other', {}, { transaction: { pmtTyCd: '09' } }))
    expect((await authority.ledger()).sales.at(-1)!.request['pmtTyCd']).toBe('07')
  })

  test('the buyer may stand in the header or in the receipt, and an empty PIN is none', async () => {
    const { gets, authority } = shop()
    await gets('POST', path, saleOf('B1', {}, { transaction: { custTin: 'A000000001Z', custNm: 'Buyer' } }))
    await gets('POST', path, { ...saleOf('B2'), receipt: { custTin: 'A000000001Z' } })
    const both = saleOf('B3', {}, { transaction: { custTin: 'A000000001Z' } })
    await gets('POST', path, { ...both, receipt: { custTin: 'A000000001Z' } })
    await gets('POST', path, saleOf('B4', {}, { transaction: { custTin: '', custNm: '' } }))
    const buyers = (await authority.ledger()).sales
      .slice(-4)
      .map(({ request }) => [request['custTin'], request['custNm']])
    expect(buyers).toEqual([
      ['A000000001Z', 'Buyer'],
      ['A000000001Z', null],
      ['A000000001Z', null],
      [undefined, undefined],
    ])
  })
})

test('members that the specification does not name are kept as they came', async () => {
  const { gets, read, appId } = shop()
  const body = saleOf('kept', { myLine: { a: [1] } }, { transaction: { branchCode: 'N1' } })
  await gets('POST', path, { ...body, meta: 'x' })
  const [row] = read<{ caller_body: string }>(appId, "select caller_body from invoice where number = 'kept'")
  expect(JSON.parse(row!.caller_body)).toMatchObject({
    meta: 'x',
    transaction: { branchCode: 'N1', exchangeRate: 1 },
    lineItems: [{ myLine: { a: [1] } }],
  })
})

describe('the same number again', () => {
  test('two at the same time are one document, and both callers get the result', async () => {
    const { gets, authority } = shop()
    const [one, two] = await Promise.all([gets('POST', path, saleOf('C1')), gets('POST', path, saleOf('C1'))])
    expect(one).toEqual(two)
    const { sales } = await authority.ledger()
    expect(sales.filter(({ request }) => request['trdInvcNo'] === 'C1')).toHaveLength(1)
  })

  test('while the authority is away it is 006 and kept; the same body attaches, another is 004', async () => {
    const { gets, post, authority, read, appId } = await startSoftware({ timing: ordinary })
    await authority.offline(true)
    const away = await post(path, saleOf(1))
    expect(away).toMatchObject({ status: 503, resultCd: '006', data: { state: 'queued' } })
    expect(away.headers['retry-after']).toBe('30')
    expect(await post(path, saleOf(1))).toMatchObject({ resultCd: '006' })
    const other = await post(path, saleOf(1, { itemNm: 'Another' }))
    expect(other).toMatchObject({ resultCd: '004', data: null })
    expect(read(appId, 'select id from invoice')).toHaveLength(1)
    await authority.offline(false)
    await vi.waitFor(async () => {
      const answer = await post(path, saleOf(1))
      expect(answer.resultCd).toMatch(/^000|004$/)
      expect(answer.data).toMatchObject({ cisInvcNo: 1 })
    })
    expect((await authority.ledger()).sales).toHaveLength(1)
    await gets('POST', path, saleOf(2))
  })

  test('after a refusal it may be sent corrected: the refused one stays on record, withdrawn', async () => {
    const { gets, post, authority, read, appId, ok } = shop()
    const noTotals = { transaction: { totTaxblAmt: null, totTax: null, totAmt: null } }
    expect(await post(path, saleOf('R1', { taxblAmt: 232, taxAmt: 0 }, noTotals))).toMatchObject({
      resultCd: '003',
    })
    const bad = await post(path, saleOf('R1', { taxTyCd: 'F' }))
    expect(bad.resultCd).toBe('003')
    const result = await gets('POST', path, saleOf('R1'))
    expect((await authority.ledger()).sales.at(-1)).toMatchObject({
      number: result['cisInvcNo'],
      request: { trdInvcNo: 'R1' },
    })
    expect(
      read(
        appId,
        "select superseded, state from invoice join submission on invoice_id = invoice.id where number = 'R1'",
      ),
    ).toEqual([
      { superseded: 1, state: 'withdrawn' },
      { superseded: 0, state: 'accepted' },
    ])
    const { invoices } = await ok('invoice.list', { text: 'R1' })
    expect(invoices.map(({ state }) => state)).toEqual(['signed', 'withdrawn'])
    expect(await post(path, saleOf('R1'))).toMatchObject({ resultCd: '004', data: result })
  })

  test('goods that the authority has not in stock are refused with what to do, and go through after it', async () => {
    const { gets, post } = shop()
    await gets('POST', '/items/goods', { itemName: 'Soap', taxType: 'B', itemCode: 'G1' })
    const short = await post(path, saleOf('G1', { itemCd: 'G1' }))
    expect(short).toMatchObject({ resultCd: '003', data: { remedy: 'addStock', itemCd: 'G1' } })
    expect(short.resultMsg).toContain('/stock/io')
    await gets('POST', '/stock/io', {
      sarNo: 2,
      regTyCd: 'M',
      ocrnDt: '20260301',
      totItemCnt: 1,
      totTaxblAmt: 200,
      totTax: 32,
      totAmt: 232,
      itemList: [{ itemCd: 'G1', itemNm: 'Soap', stockTyCd: '02', qty: 2, unitPrice: 116, totAmt: 232 }],
    })
    expect(await post(path, saleOf('G1', { itemCd: 'G1' }))).toMatchObject({ resultCd: '000' })
  })

  test('a number of the till’s own is taken for good', async () => {
    const { post, stocked, sell } = shop()
    const item = await stocked({ onHand: 500 })
    const { number } = await sell([{ item, quantity: 100 }])
    expect(await post(path, saleOf(number))).toMatchObject({ resultCd: '004' })
  })
})

test('what a program adds to the address, so that nothing on the way answers it, makes no other sale of it', async () => {
  const { authority, hurry, send, apiKey } = shop()
  await authority.offline(true)
  await hurry('POST', '/sales-with-items?_=1', saleOf('Q1'))
  await authority.offline(false)
  const headers = { 'x-api-key': apiKey, 'idempotency-key': 'q' }
  expect(await send('POST', '/sales-with-items?_=2', saleOf('Q1'), headers)).toMatchObject({ status: 200 })
  const again = await send('POST', '/sales-with-items?_=3', saleOf('Q1'), headers)
  expect(again).toMatchObject({ status: 200, headers: { 'idempotency-replayed': 'true' } })
})

test('where the authority wants another rate than it lists, what is corrected after its refusal is signed', async () => {
  const { authority, post, gets } = await startSoftware()
  await authority.control('PUT', 'settings', { eRate: 0, listedERate: 8 })
  await gets('POST', '/sync')
  const line = (taxblAmt: number, taxAmt: number) => ({
    taxTyCd: 'E',
    prc: 108,
    qty: 1,
    taxblAmt,
    taxAmt,
    totAmt: 108,
  })
  const sale = (taxblAmt: number, taxAmt: number) =>
    saleOf(1, line(taxblAmt, taxAmt), {
      transaction: { totTaxblAmt: taxblAmt, totTax: taxAmt, totAmt: 108 },
    })
  const refused = await post('/sales-with-items', sale(100, 8))
  expect(refused).toMatchObject({ status: 400, resultCd: '003', data: { remedy: 'checkAmounts' } })
  expect(refused.resultMsg).toContain('taxRtE')
  expect(await post('/sales-with-items', sale(108, 0))).toMatchObject({ status: 200, resultCd: '000' })
})

test('a sale that needs more lines than the authority can number is 003, and nothing is kept', async () => {
  const { post, version } = shop()
  // Three at 33.33 are not 100: such a line is sent as two.
  const third = { prc: 33.33, qty: 3, taxblAmt: 86.21, taxAmt: 13.79, totAmt: 100 }
  const line = { ...saleOf(1).lineItems[0], ...third }
  const of = (count: number) =>
    saleOf(
      count,
      {},
      {
        lineItems: Array.from({ length: count }, () => line),
        transaction: { totTaxblAmt: null, totTax: null, totAmt: 100 * count },
      },
    )
  expect(await post('/sales-with-items', of(499))).toMatchObject({ resultCd: '000' })
  const before = version()
  const answer = await post('/sales-with-items', of(500))
  expect(answer).toMatchObject({ status: 400, resultCd: '003' })
  expect(answer.resultMsg).toContain('The field lineItems')
  expect(version()).toBe(before)
})
