/** POST /stock/transfer (spec 4.14) against the strict practice authority. */
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { shared } from '../operations/shop.ts'
import { type Software, startSoftware, transferLine } from './software.ts'

const item = transferLine(4)
const transfer = (changes = {}, itemChanges = {}) => ({
  items: [{ ...item, ...itemChanges }],
  toBhfId: '01',
  ...changes,
})
const path = '/stock/transfer'

/** Ten pieces of soap on the shelf. */
const start = async (options: Parameters<typeof startSoftware>[0] = {}): Promise<Software> => {
  const software = await startSoftware(options)
  const soap = { itemName: 'Soap', taxType: 'B', itemCode: 'SOAP', price: 116 }
  await software.gets('POST', '/items/goods', soap)
  const line = { itemCd: 'SOAP', itemNm: 'Soap', stockTyCd: '02', qty: 10, unitPrice: 116, totAmt: 1160 }
  const totals = { totItemCnt: 1, totTaxblAmt: 1000, totTax: 160, totAmt: 1160 }
  await software.post('/stock/io', {
    sarNo: 1,
    regTyCd: 'M',
    ocrnDt: '20260301',
    ...totals,
    itemList: [line],
  })
  await software.settled()
  return software
}
const transfers = async ({ authority }: Software) =>
  (await authority.ledger()).stockRecords
    .map(({ request }) => request)
    .filter((request) => request['sarTyCd'] === '13')
const onHand = async ({ ok }: Software): Promise<number | undefined> =>
  (await ok('stock.levels', {})).levels[0]?.onHand

describe('a transfer', () => {
  test('with everything it says who, when and where to; the other branch finds it', async () => {
    const software = await start()
    const full = transfer(
      {
        fromBhfId: '00',
        sarNo: 88,
        ocrnDt: '20260301123000',
        regrId: 'u1',
        regrNm: 'User',
        more: 1,
      },
      { totDcAmt: 0 },
    )
    expect(await software.gets('POST', path, full)).toEqual({ success: true, sarNo: 88 })
    expect(await transfers(software)).toMatchObject([
      { custBhfId: '01', ocrnDt: '20260301', regrId: 'u1', regrNm: 'User' },
    ])
    const [kept] = software.read<{ caller_body: string }>(
      software.appId,
      "select caller_body from stock_record where number = '88'",
    )
    expect(JSON.parse(kept!.caller_body)).toEqual(full)
  })

  test('an answer that is lost does not send the goods twice', async () => {
    const software = await start()
    const fault = { kind: 'cutAfter', times: 1, paths: ['insertStockIO'] }
    await software.authority.control('PUT', 'faults', fault)
    await software.gets('POST', path, transfer())
    expect(await transfers(software)).toHaveLength(1)
    expect((await software.authority.ledger()).stock).toMatchObject([{ onHand: 6 }])
  })
})

test('a line is recorded at its total, whatever its price', async () => {
  const software = await start()
  const lines = [
    { prc: 100, splyAmt: 400 },
    { prc: 120, splyAmt: 480, totDcAmt: 16 },
    { qty: 2, prc: 33.3333, splyAmt: 66.67, taxblAmt: 57.47, taxAmt: 9.2, totAmt: 66.67 },
  ]
  for (const changes of lines) await software.gets('POST', path, transfer({}, changes))
  expect((await transfers(software)).map(({ totAmt }) => totAmt)).toEqual([464, 464, 66.67])
})

test('with no other branch on the list it says so, and how to get the list', async () => {
  const software = await start()
  const file = new Sqlite(join(software.dataDir, 'apps', software.appId, 'till.db'))
  file.exec("delete from branch where branch_id <> '00'")
  file.close()
  const { resultCd, resultMsg } = await software.post(path, transfer())
  expect(resultCd).toBe('003')
  expect(resultMsg).toContain('no other branch is listed here. POST /sync')
  await software.gets('POST', '/sync', {})
  expect(await software.post(path, transfer())).toMatchObject({ resultCd: '000' })
})

describe('closed sets and bounds', () => {
  const software = shared((cleanUp) => start({ cleanUp }))
  test.each([
    ['fromBhfId', { fromBhfId: '01' }, {}],
    ['toBhfId', { toBhfId: '00' }, {}],
    ['ocrnDt', { ocrnDt: '29990101000000' }, {}],
    ['sarNo', { sarNo: 1.5 }, {}],
    ['items', { items: [] }, {}],
    ['items[0].itemClsCd', {}, { itemClsCd: 'SV' }],
    ['items[0].taxTyCd', {}, { taxTyCd: 'A' }],
    ['items[0].qty', {}, { qty: 0 }],
    ['items[0].splyAmt', {}, { splyAmt: 465 }],
    ['items[0].totAmt', {}, { totAmt: 480 }],
    ['items[0].totDcAmt', {}, { totDcAmt: -1 }],
  ])('%s is 003 and changes nothing', async (field, changes, itemChanges) => {
    const { post, version } = software()
    const before = version()
    const answer = await post(path, transfer(changes, itemChanges))
    expect(answer).toMatchObject({ status: 400, resultCd: '003' })
    expect(answer.resultMsg).toContain(field)
    expect(version()).toBe(before)
  })

  test('a service is not transferred', async () => {
    const { post, gets } = software()
    await gets('POST', '/items/service', { itemName: 'Repair', taxType: 'B', itemCode: 'REPAIR' })
    expect(await post(path, transfer({}, { itemCd: 'REPAIR' }))).toMatchObject({ resultCd: '003' })
  })
})

describe('the same number again', () => {
  test('the same transfer answers as before, another is 004 with the result', async () => {
    const software = await start()
    const { gets, post } = software
    const done = await gets('POST', path, transfer({ sarNo: 5 }))
    expect(await gets('POST', path, transfer({ sarNo: 5 }))).toEqual(done)
    expect(await post(path, transfer({ sarNo: 5, toBhfId: '02' }))).toMatchObject({
      status: 409,
      resultCd: '004',
      data: done,
    })
    expect(await post(path, transfer({ sarNo: 1 }))).toMatchObject({ resultCd: '004' })
    expect(await transfers(software)).toHaveLength(1)
    expect(await onHand(software)).toBe(600)
  })

  test('more than there is is refused; a smaller one goes under the same number', async () => {
    const software = await start()
    const { gets, post } = software
    const many = { qty: 20, splyAmt: 2320, taxblAmt: 2000, taxAmt: 320, totAmt: 2320 }
    expect(await post(path, transfer({ sarNo: 5 }, many))).toMatchObject({
      resultCd: '003',
      data: { remedy: 'addStock', itemCd: 'SOAP' },
    })
    expect(await gets('POST', path, transfer({ sarNo: 5 }))).toEqual({ success: true, sarNo: 5 })
    expect((await transfers(software)).map(({ sarNo }) => sarNo)).toEqual([2])
    expect(await onHand(software)).toBe(600)
  })

  test('a number that Kaunta made is returned with 006 and attaches', async () => {
    const software = await start()
    const { hurry, authority } = software
    await authority.offline(true)
    const waiting = await hurry('POST', path, transfer())
    expect(waiting).toMatchObject({ status: 503, resultCd: '006', data: { sarNo: expect.any(Number) } })
    const { sarNo } = waiting.data as { sarNo: number }
    expect(await hurry('POST', path, transfer({ sarNo }))).toMatchObject({ resultCd: '006' })
    const other = (await hurry('POST', path, transfer({ toBhfId: '02' }))).data as { sarNo: number }
    expect(other.sarNo).toBeGreaterThan(sarNo)
    await software.restart()
    await authority.offline(false)
    await software.settled()
    const host = software.host()
    const again = await host.callRest(
      host.verifyApiKey(software.apiKey),
      'stock.transfer',
      transfer({ sarNo }),
    )
    expect(again).toMatchObject({ ok: true, data: { success: true, sarNo } })
    expect((await transfers(software)).map((reported) => reported['sarNo'])).toEqual([2, 3])
    expect(await onHand(software)).toBe(200)
  })
})
