/** `Idempotency-Key`: the same answer to the same request, whatever has become of the connection meanwhile. */
import { cpSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { openHost } from '../../../core/host/openHost.ts'
import { idempotencyKeyOf } from '../../../core/http/idempotency.ts'
import { nodePorts } from '../../../core/platform/nodePorts.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { ask, memoryLog, startTestServer } from '../../support/server.ts'
import { shared } from '../operations/shop.ts'
import { type Software, saleOf, startSoftware } from './software.ts'

const sales = '/sales-with-items'

const keyed =
  ({ send, apiKey }: Pick<Software, 'send' | 'apiKey'>) =>
  (
    key: string,
    body: unknown,
    { path = sales, headers = {} }: { path?: string; headers?: Record<string, string> } = {},
  ) =>
    send('POST', path, body, { 'x-api-key': apiKey, 'idempotency-key': key, ...headers })

const shop = shared((cleanUp) => startSoftware({ cleanUp }))

test('a signed sale is answered again word for word, once it is approved as well', async () => {
  const software = shop()
  const post = keyed(software)
  const first = await post('"sale-1"', saleOf(1))
  const second = await post('"sale-1"', saleOf(1))
  const bare = await post('sale-1', saleOf(1))
  expect(first).toMatchObject({ status: 200, data: { cisInvcNo: 1 } })
  expect(first.headers['idempotency-replayed']).toBeUndefined()
  for (const again of [second, bare]) {
    expect([again.status, again.body]).toEqual([200, first.body])
    expect(again.headers['idempotency-replayed']).toBe('true')
  }
  expect((await software.authority.ledger()).sales).toHaveLength(1)
})

test('another body under the same key is 422, and nothing of it is kept', async () => {
  const software = shop()
  const post = keyed(software)
  await post('k2', saleOf(2))
  const before = software.version()
  const other = await post('k2', saleOf(3))
  expect(other).toMatchObject({ status: 422, resultCd: '003' })
  expect(other.resultMsg).toContain('Idempotency-Key')
  expect(software.version()).toBe(before)
})

test('a failure that can be corrected is retried under the same key: an item, a pending sale, a refusal', async () => {
  const software = await startSoftware()
  const post = keyed(software)
  const unknown = saleOf(1, {}, { autoRegisterItems: false })
  expect(await post('item', unknown)).toMatchObject({ status: 422, resultCd: '005' })
  await software.gets('POST', '/items/service', {
    itemName: 'Consulting',
    taxType: 'B',
    itemCode: 'ITEM-001',
  })
  expect(await post('item', unknown)).toMatchObject({ resultCd: '000' })

  await software.authority.offline(true)
  await software.hurry('POST', sales, saleOf(2, {}, { transaction: { salesDt: null } }))
  const note = { orgInvcNo: 2, reason: '06', lineItems: saleOf(2).lineItems }
  const express = { path: '/sales/credit-note-express' }
  expect(await post('note', note, express)).toMatchObject({ status: 422, resultCd: '801' })
  await software.authority.offline(false)
  await software.settled()
  expect(await post('note', note, express)).toMatchObject({ resultCd: '000' })

  await software.authority.control('PUT', 'faults', [
    { kind: 'refuse', code: '910', text: 'Invalid salesDt', paths: ['saveTrnsSalesOsdc'], times: 1 },
  ])
  const refused = await post('refused', saleOf(3))
  expect(refused).toMatchObject({ status: 400, resultCd: '003' })
  const again = await post('refused', saleOf(3))
  expect(again).toMatchObject({ resultCd: '000' })
  expect(again.headers['idempotency-replayed']).toBeUndefined()
  expect((await post('refused', saleOf(3))).headers['idempotency-replayed']).toBe('true')
})

test('after a failure a corrected body may come under the same key, and what is taken stays taken', async () => {
  const software = shop()
  const post = keyed(software)
  expect(await post('j', saleOf(4, { qty: 0 }))).toMatchObject({ resultCd: '003', status: 400 })
  expect(await post('j', saleOf(4))).toMatchObject({ resultCd: '000' })
  const first = await post('j2', saleOf(4))
  const second = await post('j2', saleOf(4))
  expect(first).toMatchObject({ status: 409, resultCd: '004', data: { cisInvcNo: expect.any(Number) } })
  expect(second.body).toEqual(first.body)
  expect(second.headers['idempotency-replayed']).toBeUndefined()
})

test('keys of one route, one app, mean nothing to another', async () => {
  const software = shop()
  const post = keyed(software)
  await post('k3', saleOf(5))
  const item = await post('k3', { itemName: 'Tea', taxType: 'B' }, { path: '/items/goods' })
  expect(item).toMatchObject({ resultCd: '000' })
  const other = await software.host().createProfile({ kind: 'practice', name: 'Other' })
  const elsewhere = await post('k3', saleOf(5), { headers: { 'x-api-key': other.apiKey } })
  expect(elsewhere).toMatchObject({ resultCd: '007' })
})

test('006 and 202 are not final: the repetition attaches to the document and gets the signature', async () => {
  const software = await startSoftware()
  const post = keyed(software)
  await software.authority.offline(true)
  expect(await post('k', saleOf(1), { headers: { prefer: 'wait=0' } })).toMatchObject({ resultCd: '006' })
  const later = await post('k', saleOf(1), { headers: { prefer: 'respond-async' } })
  expect(later).toMatchObject({ status: 202, headers: {} })
  expect(later.headers['idempotency-replayed']).toBeUndefined()
  await software.authority.offline(false)
  const signed = await post('k', saleOf(1))
  expect(signed).toMatchObject({ status: 200, data: { cisInvcNo: 1 } })
  expect((await post('k', saleOf(1))).headers['idempotency-replayed']).toBe('true')
  expect((await software.authority.ledger()).sales).toHaveLength(1)
})

test('a repetition of what was 202 gets the result, also once the authority has signed it meanwhile', async () => {
  const software = await startSoftware()
  const post = keyed(software)
  await software.authority.offline(true)
  await post('k', saleOf(1), { headers: { prefer: 'respond-async' } })
  await software.authority.offline(false)
  await software.settled()
  const signed = await post('k', saleOf(1))
  expect(signed).toMatchObject({ status: 200, resultCd: '000', data: { cisInvcNo: 1 } })
  expect(signed.headers['idempotency-replayed']).toBe('true')
  expect((await post('k', saleOf(1))).body).toEqual(signed.body)
  expect(await post('other', saleOf(1))).toMatchObject({ status: 409, resultCd: '004' })
  expect(await post('k', saleOf(2))).toMatchObject({ status: 422 })
})

test('another body under the key of what was 006 is 422, as long as that may still be approved', async () => {
  const software = await startSoftware()
  const post = keyed(software)
  await software.authority.offline(true)
  const headers = { prefer: 'wait=0' }
  await post('k', saleOf(1), { headers })
  // A program that makes a new number for each try says by its key that it is the same sale.
  expect(await post('k', saleOf(2), { headers })).toMatchObject({ status: 422, resultCd: '003' })
  expect(software.read(software.appId, 'select number from invoice')).toEqual([{ number: '1' }])
  await software.authority.control('PUT', 'faults', [
    { kind: 'refuse', code: '910', text: 'Invalid salesDt', paths: ['saveTrnsSalesOsdc'], times: 1 },
  ])
  await software.authority.offline(false)
  await software.settled()
  expect(await post('k', saleOf(1, { itemNm: 'Advice' }))).toMatchObject({ resultCd: '000' })
  expect((await software.authority.ledger()).sales).toHaveLength(1)
})

test('a repetition of what waited for the device gets the result, too', async () => {
  const software = await startSoftware()
  const post = keyed(software)
  const approve = (approved: boolean) =>
    software.authority.control('PUT', 'devices/P051000001K/00/KAU-1', { approved })
  await post('before', saleOf(1))
  await approve(false)
  expect(await post('k', saleOf(2))).toMatchObject({ status: 409, resultCd: '007' })
  expect(await post('k', saleOf(3))).toMatchObject({ status: 422 })
  await approve(true)
  await software.gets('POST', '/initialize', {})
  await software.settled()
  const signed = await post('k', saleOf(2))
  expect(signed).toMatchObject({ status: 200, resultCd: '000', data: { cisInvcNo: 2 } })
})

test('answers outlive the process, and lapse after a day', async () => {
  const software = await startSoftware()
  const first = await keyed(software)('k', saleOf(1))
  await software.host().close()
  let ahead = 0
  const ports = nodePorts(software.dataDir, memoryLog())
  const clock = {
    ...ports.clock,
    now: () => Date.now() + ahead,
    monotonic: () => ports.clock.monotonic() + ahead,
    uptime: () => (ports.clock.uptime() ?? 0) + ahead,
  }
  const host = await openHost({ dataDir: software.dataDir, ports: { ...ports, clock } })
  await using server = await startTestServer(host)
  const again = () =>
    ask(`${server.url}/api/v1${sales}`, {
      method: 'POST',
      headers: { 'x-api-key': software.apiKey, 'idempotency-key': 'k' },
      body: saleOf(1),
    })
  try {
    expect((await again()).json()).toEqual(first.body)
    ahead = 24 * 3_600_000 + 60_000
    const late = await again()
    expect(late.headers['idempotency-replayed']).toBeUndefined()
    expect(late.json()).toMatchObject({ resultCd: '004', data: first.data })
  } finally {
    await host.close()
  }
})

const stockOf = (sarNo: number) => ({
  sarNo,
  regTyCd: 'M',
  ocrnDt: '20260301',
  totItemCnt: 1,
  totTaxblAmt: 100,
  totTax: 16,
  totAmt: 116,
  itemList: [{ itemCd: 'SOAP', itemNm: 'Soap', stockTyCd: '02', qty: 1, unitPrice: 116, totAmt: 116 }],
})

test.each([
  [sales, saleOf(1), saleOf(2), 'invoice', 'sales'],
  ['/stock/io', stockOf(1), stockOf(2), 'stock_record', 'stockRecords'],
] as const)(
  '%s: what a crash cut off has its key: another body is 422, the same gets the result',
  async (path, body, other, table, reported) => {
    const software = await startSoftware({ timing: { answerMs: 60_000 } })
    await software.gets('POST', '/items/goods', { itemName: 'Soap', taxType: 'B', itemCode: 'SOAP' })
    await software.authority.offline(true)
    const asked = keyed(software)('k', body, { path })
    await software.waitFor(async () => software.read(software.appId, `select id from ${table}`).length === 1)
    // A crash would leave the files as they are while the caller still waits.
    const folder = temporaryFolder()
    onTestFinished(folder.remove)
    cpSync(software.dataDir, folder.path, { recursive: true })
    await software.host().close()
    await asked
    const host = await openHost({
      dataDir: folder.path,
      ports: nodePorts(folder.path, memoryLog()),
      timing: { retryMs: 40, retryCapMs: 200, probeUnreachableMs: 50 },
    })
    onTestFinished(() => host.close())
    await using server = await startTestServer(host)
    const post = async (said: unknown) => {
      const headers = { 'x-api-key': software.apiKey, 'idempotency-key': 'k' }
      const answer = await ask(`${server.url}/api/v1${path}`, { method: 'POST', headers, body: said })
      return { status: answer.status, ...answer.json() }
    }
    expect(await post(other)).toMatchObject({ status: 422, resultCd: '003' })
    await software.authority.offline(false)
    await software.waitFor(async () => (await software.authority.ledger())[reported].length === 1)
    expect(await post(body)).toMatchObject({ status: 200, resultCd: '000' })
  },
)

test('a key on a call that changes nothing is ignored, and a malformed one is 003 with its name', async () => {
  const software = shop()
  const headers = { 'x-api-key': software.apiKey, 'idempotency-key': '"' }
  expect(await software.send('GET', '/items', undefined, headers)).toMatchObject({ resultCd: '000' })
  const answer = await software.send('POST', sales, saleOf(1), headers)
  expect(answer).toMatchObject({ status: 400, resultCd: '003' })
  expect(answer.resultMsg).toContain('Idempotency-Key')
})

test.each([
  ['"8e03978e-40d5-43dd-bc93-6894a57f9324"', '8e03978e-40d5-43dd-bc93-6894a57f9324'],
  ['8e03978e-40d5-43dd-bc93-6894a57f9324', '8e03978e-40d5-43dd-bc93-6894a57f9324'],
  ['"with \\"quotes\\" and \\\\"', 'with "quotes" and \\'],
  [`"${'x'.repeat(255)}"`, 'x'.repeat(255)],
])('%s is a key', (header, key) => {
  expect(idempotencyKeyOf(header)).toEqual({ ok: true, data: key })
})

test.each(['', '""', '"', '"a', '"a", "b"', 'a, b', 'a b', '"é"', '"a\\b"', 'x'.repeat(256)])(
  '%j is none',
  (header) => {
    expect(idempotencyKeyOf(header)).toMatchObject({ ok: false, error: { code: '003' } })
  },
)
