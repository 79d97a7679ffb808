/** The three endpoints for credit notes (spec 4.12) against the strict practice authority. */
import { describe, expect, test } from 'vitest'
import { shared } from '../operations/shop.ts'
import { at, barcode, booked, byBarcode, daysAgo, express, lineOf, startCounter, table } from './credits.ts'

const base32 = (length: number) => expect.stringMatching(new RegExp(`^[A-Z2-7]{${length}}$`))
const signed = {
  cisInvcNo: expect.any(Number),
  intrlData: base32(26),
  rcptSign: base32(16),
  sdcDateTime: expect.stringMatching(/^\d{14}$/),
}

describe('what is taken', () => {
  const start = () => startCounter()

  test('the table holds, with an original that is null or given as well', async () => {
    const { gets, sells } = await start()
    await sells(1001, 2)
    await gets('POST', at.table, { ...table(1001, 'R-1', 1), original: null })
    await gets('POST', at.table, { ...table(1001, 'R-2', 1), original: { invcNo: 1001 } })
  })

  test('a sale is credited in parts by all three, then the rest; one more is 802', async () => {
    const counter = await start()
    const { gets, post, sells } = counter
    await sells(1001, 4)
    expect(await gets('POST', at.table, table(1001, 'R-1', 1))).toEqual({
      resultCd: '000',
      creditNoteInvcNo: 'R-1',
      internalData: base32(26),
      receiptSignature: base32(16),
      sdcDateTime: expect.stringMatching(/^\d{14}$/),
    })
    expect(await gets('POST', at.express, express(1001, 1))).toMatchObject(signed)
    expect(await gets('POST', at.barcode, byBarcode(1001, 2))).toMatchObject(signed)
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

  test('a buyer of a sale without one is to be left out', async () => {
    const { post } = counter()
    const answer = await post(at.express, express(1001, 1, { custTin: 'P051111111A' }))
    expect(answer.resultMsg).toContain('it must be omitted: sale 1001 has no buyer.')
    const other = await post(at.express, express(1002, 1, { custTin: 'P051111111A' }))
    expect(other.resultMsg).toContain("it must be the buyer's PIN of sale 1002, or omitted.")
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
