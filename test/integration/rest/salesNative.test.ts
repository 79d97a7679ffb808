/** POST /sales: the authority's own header (spec 4.0, authority §1.4 no. 14), and GET /sales/{invcNo}. */
import { describe, expect, test } from 'vitest'
import { shared } from '../operations/shop.ts'
import { daysAgo, express, lineOf, ordinary, startCounter } from './credits.ts'
import { saleOf } from './software.ts'

const path = '/sales'

/** As a program writes it that fills in the authority's table. */
const native = (invcNo: number | string, qty: number, changes: Record<string, unknown> = {}) => ({
  trdInvcNo: `SHOP ${invcNo}`,
  invcNo,
  orgInvcNo: 0,
  custTin: 'A000000001Z',
  custNm: 'Buyer',
  salesTyCd: 'N',
  rcptTyCd: 'S',
  pmtTyCd: '01',
  salesSttsCd: '02',
  cfmDt: `${daysAgo(1)}101112`,
  salesDt: daysAgo(1),
  stockRlsDt: null,
  cnclReqDt: null,
  cnclDt: null,
  rfdDt: null,
  rfdRsnCd: null,
  totItemCnt: 1,
  taxblAmtA: 0,
  taxblAmtB: 100 * qty,
  taxRtB: 16,
  taxAmtB: 16 * qty,
  totTaxblAmt: 100 * qty,
  totTaxAmt: 16 * qty,
  totAmt: 116 * qty,
  prchrAcptcYn: 'N',
  remark: 'by the door',
  regrId: 'u1',
  regrNm: 'User',
  receipt: { custTin: 'A000000001Z', rcptPbctDt: `${daysAgo(1)}101112`, prchrAcptcYn: 'N' },
  itemList: [{ ...lineOf(qty), itemSeq: 1, pkg: 1, splyAmt: 116 * qty }],
  ...changes,
})
const creditNote = (
  invcNo: number,
  orgInvcNo: number | string,
  qty: number,
  changes: Record<string, unknown> = {},
) =>
  native(invcNo, qty, { rcptTyCd: 'R', orgInvcNo, rfdRsnCd: '03', rfdDt: `${daysAgo(0)}090000`, ...changes })

describe('POST /sales', () => {
  test('a sale is sent as it was written, and so is its credit note', async () => {
    const { gets, authority } = await startCounter()
    expect(await gets('POST', path, native(1001, 2))).toEqual({
      cisInvcNo: 1,
      intrlData: expect.stringMatching(/^[A-Z2-7]{26}$/),
      rcptSign: expect.stringMatching(/^[A-Z2-7]{16}$/),
      sdcDateTime: expect.stringMatching(/^\d{14}$/),
      totRcptNo: 1,
    })
    const dates = { cfmDt: null, salesDt: null }
    expect(await gets('POST', path, creditNote(1002, 1001, 1, dates))).toMatchObject({ cisInvcNo: 2 })
    const [sale, note] = (await authority.ledger()).sales.map(({ request }) => request)
    expect(sale).toMatchObject({
      trdInvcNo: 'SHOP 1001',
      invcNo: 1,
      orgInvcNo: 0,
      custTin: 'A000000001Z',
      custNm: 'Buyer',
      rcptTyCd: 'S',
      cfmDt: `${daysAgo(1)}101112`,
      salesDt: daysAgo(1),
      taxblAmtB: 200,
      totTaxAmt: 32,
      totAmt: 232,
      remark: 'by the door',
      regrId: 'u1',
      regrNm: 'User',
    })
    expect(note).toMatchObject({
      trdInvcNo: 'SHOP 1002',
      orgInvcNo: 1,
      rcptTyCd: 'R',
      rfdRsnCd: '03',
      totAmt: 116,
    })
  })
})

describe('what is not taken', () => {
  const counter = shared(async (cleanUp) => {
    const started = await startCounter({ cleanUp })
    await started.sells(1000, 2)
    await started.settled()
    return started
  })
  test.each([
    ['orgInvcNo', '002', creditNote(1, 0, 1)],
    ['rfdRsnCd', '002', creditNote(1, 1000, 1, { rfdRsnCd: null })],
    ['orgInvcNo', '003', native(1, 1, { orgInvcNo: 1000 })],
    ['rfdRsnCd', '003', creditNote(1, 1000, 1, { rfdRsnCd: '07' })],
    ['totItemCnt', '003', native(1, 1, { totItemCnt: 2 })],
    ['taxblAmtB', '003', native(1, 1, { taxblAmtB: 116 })],
    ['taxblAmtA', '003', native(1, 1, { taxblAmtA: 1 })],
    ['taxAmtB', '003', native(1, 1, { taxAmtB: 0 })],
    ['taxRtB', '003', native(1, 1, { taxRtB: 18 })],
    ['totTaxblAmt', '003', native(1, 1, { totTaxblAmt: 116 })],
    ['totTaxAmt', '003', native(1, 1, { totTaxAmt: 0 })],
    ['totTax', '003', native(1, 1, { totTax: 0 })],
    ['totAmt', '003', native(1, 1, { totAmt: 117 })],
    ['salesTyCd', '003', native(1, 1, { salesTyCd: 'P' })],
    ['salesDt', '003', native(1, 1, { salesDt: '29990101' })],
    ['cfmDt', '003', native(1, 1, { cfmDt: '29990101000000', salesDt: daysAgo(0) })],
    ['cfmDt', '003', native(1, 1, { cfmDt: '29990101000000', salesDt: null })],
    ['cnclReqDt', '003', native(1, 1, { cnclReqDt: '20261340' })],
    ['pmtTyCd', '003', native(1, 1, { pmtTyCd: '77' })],
    [
      'itemList[0].qty',
      '003',
      creditNote(1, 1000, 3, { custTin: null, receipt: null, salesDt: null, cfmDt: null }),
    ],
  ])('%s is %s, and nothing is kept', async (field, code, body) => {
    const { post, version } = counter()
    const before = version()
    const answer = await post(path, body)
    expect(answer).toMatchObject({ resultCd: code })
    expect(answer.resultMsg).toContain(field)
    expect(version()).toBe(before)
  })

  test('the rate of a letter that no line has is not checked', async () => {
    await counter().gets('POST', path, native(50, 1, { taxRtE: 8, taxRtA: 99 }))
  })
})

test('one number is one document, whichever endpoint it came to', async () => {
  const { gets, post } = await startCounter()
  const result = await gets('POST', path, native(1, 1))
  expect(await post(path, native(1, 1))).toMatchObject({ status: 409, resultCd: '004', data: result })
  expect(await post('/sales-with-items', saleOf(1))).toMatchObject({ resultCd: '004', data: result })
  expect(await post('/sales/credit-note-express', express(1, 1, { creditNoteInvcNo: 1 }))).toMatchObject({
    resultCd: '004',
  })
})

test('an answer that was lost is found again under the trader’s own number', async () => {
  const { post, authority } = await startCounter()
  await authority.control('PUT', 'faults', [{ kind: 'cutAfter', paths: ['/saveTrnsSalesOsdc'], times: 1 }])
  expect(await post(path, native(1, 1))).toMatchObject({ resultCd: '000', data: { cisInvcNo: 1 } })
  expect((await authority.ledger()).sales).toHaveLength(1)
})

describe('GET /sales/{invcNo}', () => {
  test('an unknown number is 801', async () => {
    const { send } = await startCounter()
    const answer = await send('GET', '/sales/4711')
    expect(answer).toMatchObject({ status: 422, resultCd: '801' })
    expect(answer.resultMsg).toContain('4711')
    expect(await send('GET', '/sales/4711', undefined, {})).toMatchObject({ status: 401, resultCd: '001' })
  })

  test('returns the state of a document: waiting, signed, refused, and accepted without its signature', async () => {
    const { gets, post, authority, settled } = await startCounter({ timing: ordinary })
    await authority.offline(true)
    await post(path, native('A/7', 1))
    expect(await gets('GET', '/sales/A%2F7')).toMatchObject({
      invcNo: 'A/7',
      trdInvcNo: 'SHOP A/7',
      rcptTyCd: 'S',
      state: 'waiting',
      salesDt: daysAgo(1),
      totAmt: 116,
      custTin: 'A000000001Z',
      orgInvcNo: null,
      cisInvcNo: null,
      result: null,
      refusal: null,
      creditNotes: [],
      queueId: expect.any(Number),
    })
    await authority.offline(false)
    await post(path, native('A/7', 1))
    await settled()
    expect(await gets('GET', '/sales/A%2F7')).toMatchObject({ state: 'signed', result: { cisInvcNo: 1 } })
    await authority.control('PUT', 'faults', [
      {
        kind: 'refuse',
        code: '910',
        text: 'Invalid taxblAmt on item: 1',
        paths: ['/saveTrnsSalesOsdc'],
        times: 1,
      },
    ])
    await post(path, native(2, 1))
    await settled()
    expect(await gets('GET', '/sales/2')).toMatchObject({
      state: 'refused',
      result: null,
      refusal: {
        resultCd: '003',
        resultMsg: expect.stringContaining('Correct the amounts'),
        authorityCode: '910',
        authorityText: 'Invalid taxblAmt on item: 1',
      },
    })
  })
})
