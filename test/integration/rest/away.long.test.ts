/** Callers learn at once that the authority cannot be reached, and no caller gets 006 once it is back. */
import { expect, test, vi } from 'vitest'
import { lineOf, ordinary, startCounter, table } from './credits.ts'
import { saleOf } from './software.ts'

/** Nobody but a caller finds out that the authority is back. */
const timing = { ...ordinary, probeUnreachableMs: 600_000, answerMs: 20_000 }
const sales = '/sales-with-items'
const sale = (invcNo: number) =>
  saleOf(
    invcNo,
    {},
    {
      transaction: { totTaxblAmt: null, totTax: null, totAmt: null, salesDt: null },
      lineItems: [lineOf(1)],
      autoRegisterItems: false,
    },
  )
const stock = (sarNo: number) => ({
  sarNo,
  regTyCd: 'M',
  ocrnDt: '20260301',
  totItemCnt: 1,
  totTaxblAmt: 100,
  totTax: 16,
  totAmt: 116,
  itemList: [{ itemCd: 'SOAP', itemNm: 'Soap', stockTyCd: '02', qty: 1, unitPrice: 116, totAmt: 116 }],
})

/** Much sooner than a caller's patience. */
const atOnce = async <T>(work: () => Promise<T>): Promise<T> => {
  const began = performance.now()
  const result = await work()
  expect(performance.now() - began).toBeLessThan(timing.answerMs / 4)
  return result
}

test('while it is away every kind of document is 006 at once and kept; when it is back the next call succeeds', async () => {
  const { post, gets, sells, authority, settled, read, appId } = await startCounter({ timing })
  await sells(1001, 2)
  await authority.offline(true)
  const item = { itemName: 'Tea', taxType: 'B', itemCode: 'TEA' }
  const calls = [
    [sales, sale(1)],
    [sales, sale(2)],
    ['/sales/credit-note', table(1001, 7001, 1)],
    ['/items/goods', item],
    ['/stock/io', stock(2)],
  ] as const
  for (const [path, body] of calls) {
    const answer = await atOnce(() => post(path, body))
    expect(answer, path).toMatchObject({ status: 503, resultCd: '006', data: { state: 'queued' } })
  }
  // Something that waits for what cannot be sent cannot be sent either.
  const behind = { ...sale(3), lineItems: [lineOf(1, { itemCd: 'TEA' })] }
  expect(await atOnce(() => post(sales, behind))).toMatchObject({ resultCd: '006' })
  expect(read(appId, "select id from submission where state = 'queued'").length).toBeGreaterThan(5)

  await authority.offline(false)
  expect(await post(sales, sale(4))).toMatchObject({ resultCd: '000' })
  expect(await gets('GET', '/sales/1')).toMatchObject({ state: 'signed' })
  await post('/items/goods', item)
  await settled()
  const numbers = (await authority.ledger()).sales.map(({ request }) => request['trdInvcNo'])
  expect(numbers.slice(0, 5)).toEqual(['1001', '1', '2', '7001', '4'])
})

test('a call that comes while a lost try is still in the air gets a try of its own', async () => {
  const { post, authority, read, appId } = await startCounter({ timing })
  const struck = { paths: ['/saveTrnsSalesOsdc'], times: 1 }
  await authority.control('PUT', 'faults', [
    { kind: 'slow', ms: 300, ...struck },
    { kind: 'refuse', code: '990', ...struck },
  ])
  const first = post(sales, sale(1))
  const sending = "select id from submission where state = 'sending'"
  await vi.waitFor(() => expect(read(appId, sending)).toHaveLength(1), { interval: 5 })
  expect(await post(sales, sale(2))).toMatchObject({ resultCd: '000', data: { cisInvcNo: 2 } })
  expect(await first).toMatchObject({ resultCd: '006' })
  expect((await authority.ledger()).sales).toHaveLength(2)
})

test('an answer that was lost is asked for while the caller waits', async () => {
  const { post, authority } = await startCounter({ timing: { ...timing, lookUpMs: 200 } })
  await authority.control('PUT', 'faults', [{ kind: 'cutAfter', paths: ['/saveTrnsSalesOsdc'], times: 1 }])
  expect(await post(sales, sale(1))).toMatchObject({ resultCd: '000' })
})

test('when the device is refused the lane pauses, and the caller learns it at once', async () => {
  const { post, authority } = await startCounter({ timing })
  await authority.control('PUT', 'faults', [
    { kind: 'refuse', code: '900', text: 'Invalid cmcKey', paths: ['/saveTrnsSalesOsdc'] },
  ])
  for (const number of [1, 2])
    expect(await atOnce(() => post(sales, sale(number)))).toMatchObject({ resultCd: '007' })
})

test('a sale whose item is refused while it waits answers at once: only a person can correct it', async () => {
  const { post, gets, authority } = await startCounter({ timing })
  await authority.offline(true)
  expect(
    await post('/items/service', { itemName: 'Repair', taxType: 'B', itemCode: 'REPAIR' }),
  ).toMatchObject({
    resultCd: '006',
  })
  const body = { ...sale(1), lineItems: [lineOf(1, { itemCd: 'REPAIR' })] }
  expect(await post(sales, body)).toMatchObject({ resultCd: '006' })
  await authority.control('PUT', 'faults', [
    { kind: 'refuse', code: '910', text: 'Invalid itemClsCd', paths: ['/saveItem'], times: 1 },
  ])
  await authority.offline(false)
  expect(await atOnce(() => post(sales, body))).toMatchObject({ resultCd: '006' })
  expect(await gets('GET', '/sales/1')).toMatchObject({ state: 'waiting' })
  expect(await atOnce(() => post(sales, body))).toMatchObject({ resultCd: '006' })
})
