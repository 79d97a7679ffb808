/** `Prefer: respond-async`: callers that do not wait for the authority. */
import { expect, test } from 'vitest'
import { preferenceOf } from '../../../core/http/prefer.ts'
import type { Timing } from '../../../core/queue/timing.ts'
import { saleOf, startSoftware, transferLine } from './software.ts'

const sales = '/sales-with-items'

const startOffline = async (timing: Partial<Timing> = {}) => {
  const software = await startSoftware({ timing })
  await software.gets('POST', '/items/goods', { itemName: 'Soap', taxType: 'B', itemCode: 'SOAP' })
  await software.authority.offline(true)
  const asking =
    (prefer: string, method = 'POST') =>
    (path: string, body: unknown) =>
      software.send(method, path, body, { 'x-api-key': software.apiKey, prefer })
  return { ...software, asking, later: asking('respond-async') }
}

test('a sale is answered at once, kept, and signed later under the same number', async () => {
  const { later, authority, settled, post, read, appId } = await startOffline()
  const answer = await later(sales, saleOf('A/7'))
  expect(answer).toMatchObject({
    status: 202,
    resultCd: '000',
    resultMsg: 'Accepted: kept and queued',
    body: { success: true, message: 'Accepted: kept and queued' },
    headers: { 'preference-applied': 'respond-async', location: answer.data!['location'] },
    data: { state: 'queued', sale: '/api/v1/sales/A%2F7' },
  })
  const [row] = read<{ id: number }>(appId, "select id from submission where kind = 'sale'")
  expect(answer.data).toMatchObject({ queueId: row!.id, location: `/api/v1/queue/${row!.id}` })
  expect(answer.headers['retry-after']).toBeUndefined()
  await authority.offline(false)
  const again = await later(sales, saleOf('A/7'))
  expect([202, 409]).toContain(again.status)
  await settled()
  expect(await post(sales, saleOf('A/7'))).toMatchObject({ resultCd: '004', data: { cisInvcNo: 1 } })
  expect((await authority.ledger()).sales).toHaveLength(1)
})

const bodies: [string, string, unknown][] = [
  [
    'POST',
    '/items',
    {
      itemClsCd: 'GD',
      itemTyCd: '2',
      itemNm: 'Tea',
      pkgUnitCd: 'NT',
      qtyUnitCd: 'KG',
      taxTyCd: 'B',
      useYn: 'Y',
    },
  ],
  ['POST', '/items/service', { itemName: 'Repair', taxType: 'B' }],
  ['POST', '/items/goods', { itemName: 'Rice', taxType: 'B' }],
  ['POST', sales, saleOf(1)],
  [
    'POST',
    '/stock/io',
    {
      sarNo: 1,
      regTyCd: 'M',
      ocrnDt: '20260301',
      totItemCnt: 1,
      totTaxblAmt: 500,
      totTax: 80,
      totAmt: 580,
      itemList: [{ itemCd: 'SOAP', itemNm: 'Soap', stockTyCd: '02', qty: 5, unitPrice: 116, totAmt: 580 }],
    },
  ],
  ['PUT', '/stock/master', { itemCd: 'SOAP', remainingQty: 5, userId: 'USR01', userName: 'Admin' }],
]

test('every operation that submits does so: 202 with the place to look, the rest of its answer as before', async () => {
  const { asking } = await startOffline()
  for (const [method, path, body] of bodies) {
    const answer = await asking('respond-async', method)(path, body)
    expect(answer, path).toMatchObject({ status: 202, resultCd: '000', data: { state: expect.any(String) } })
    expect(answer.headers['location']).toMatch(/^\/api\/v1\/queue\/\d+$/)
  }
})

test('without the preference it is 006 in the requested time, and the location is still returned', async () => {
  const { asking } = await startOffline()
  const answer = await asking('wait=0')(sales, saleOf(1))
  expect(answer).toMatchObject({ status: 503, resultCd: '006', headers: { 'retry-after': '30' } })
  expect(answer.data).toMatchObject({ location: expect.stringMatching(/^\/api\/v1\/queue\/\d+$/) })
  expect(answer.headers['location']).toBeUndefined()
})

test('an answer that comes within the wait is the ordinary one', async () => {
  const { asking, authority } = await startOffline()
  await authority.offline(false)
  const answer = await asking('respond-async, wait=30')(sales, saleOf(1))
  expect(answer).toMatchObject({ status: 200, resultCd: '000', data: { cisInvcNo: 1 } })
  expect(answer.headers['preference-applied']).toBe('wait=20')
})

test('what is only looked up is said now: nobody would hear of it later', async () => {
  const { later, authority } = await startOffline()
  await authority.offline(false)
  expect(
    await later('/invoice-verifications', { orgInvcNo: '1001', rcptSign: 'XXXXXXXXXXXXXXXX' }),
  ).toMatchObject({ status: 200, data: { verified: false } })
})

test('what is refused at once is refused, whatever is preferred', async () => {
  const { later } = await startOffline()
  expect(await later(sales, saleOf(1, { qty: 0 }))).toMatchObject({ status: 400, resultCd: '003' })
  expect(await later(sales, saleOf(2, {}, { autoRegisterItems: false }))).toMatchObject({ resultCd: '005' })
  expect(await later('/sync', {})).toMatchObject({ status: 503, resultCd: '006' })
})

test.each([
  [undefined, { respondAsync: false }],
  ['', { respondAsync: false }],
  ['respond-async', { respondAsync: true }],
  ['Respond-Async; foo=bar , wait = 10', { respondAsync: true, waitMs: 10_000 }],
  ['wait="3"', { respondAsync: false, waitMs: 3000 }],
  ['wait=2, wait=9', { respondAsync: false, waitMs: 2000 }],
  ['wait=soon, respond-async', { respondAsync: true }],
  ['return=minimal, handling=lenient', { respondAsync: false, handling: 'lenient' }],
  ['handling=Strict', { respondAsync: false }],
  ['handling=strict, wait=1', { respondAsync: false, handling: 'strict', waitMs: 1000 }],
])('Prefer: %s', (header, expected) => {
  expect(preferenceOf(header)).toEqual(expected)
})

test('of two documents of one number at the same moment one is kept, and each of many others', async () => {
  const { later, read, appId } = await startOffline()
  const same = [saleOf(1), saleOf(1, { itemNm: 'Other' }), saleOf(1)]
  const others = Array.from({ length: 20 }, (_, index) => saleOf(100 + index))
  const bad = saleOf(99, { itemCd: 'NONE' }, { autoRegisterItems: false })
  const answers = await Promise.all([...same, ...others, bad].map((body) => later(sales, body)))
  expect(answers.map(({ status }) => status)).toEqual([202, 409, 202, ...others.map(() => 202), 422])
  expect(answers[2]!.data).toEqual(answers[0]!.data)
  const kept = read<{ number: string }>(appId, 'select number from invoice order by id')
  expect(kept.map(({ number }) => number)).toEqual([
    '1',
    ...others.map(({ transaction }) => String(transaction.invcNo)),
  ])
  const lines = read<{ count: number }>(appId, 'select count(*) as count from invoice_line')
  expect(lines).toEqual([{ count: 21 }])
})

test('transfers of one moment without numbers are different ones', async () => {
  const { later, read, appId } = await startOffline()
  const body = {
    toBhfId: '01',
    items: [{ ...transferLine(1), itemClsCd: '5059690800' }],
  }
  const answers = await Promise.all([1, 2, 3].map(() => later('/stock/transfer', body)))
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 202])
  expect(new Set(answers.map(({ data }) => data!['sarNo'])).size).toBe(3)
  expect(read(appId, 'select id from stock_record')).toHaveLength(3)
})

test('a program that repeats its call without a pause has it tried once in a while, not each time', async () => {
  const pause = 600_000
  const { asking, read, appId } = await startOffline({ retryMs: pause, retryCapMs: pause, hurryMs: pause })
  const tries = () => read(appId, 'select id from attempt').length
  const before = tries()
  for (let n = 0; n < 20; n += 1)
    expect(await asking('wait=5')(sales, saleOf(1))).toMatchObject({ resultCd: '006' })
  // By itself, hurried for a caller that waits, and because one asked again.
  expect(tries() - before).toBeLessThanOrEqual(3)
})
