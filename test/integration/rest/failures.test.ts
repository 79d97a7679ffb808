/** Every failure says in its own members what a program decides by; the queue shows whether `kept` is true. */
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { startServer } from '../../../core/http/server.ts'

import { randomIds, systemClock } from '../../../core/platform/nodePorts.ts'
import { ask, askRaw, memoryLog, startTestServer } from '../../support/server.ts'
import { goodKey, standInHost } from '../../support/standInHost.ts'
import { express, lineOf, ordinary, startCounter } from './credits.ts'
import { type RestAnswer, type Software, saleOf, startSoftware } from './software.ts'

interface Reported {
  code: string
  reason: string
  field?: string | null
  retry?: boolean
  kept?: boolean
}

const expectReported = (
  answer: RestAnswer,
  { code, reason, field = null, retry = false, kept = false }: Reported,
) => {
  expect(answer.body).toMatchObject({ resultCd: code, reason, field, retry, kept })
  expect(answer.headers['retry-after'] !== undefined).toBe(retry)
}

interface Entry {
  queueId: number
  number: string | null
  state: string
}

/** The call, with what it says and what of it is in the queue then. */
const watched = async ({ gets }: Software, call: () => Promise<RestAnswer>, number?: string) => {
  const entries = async () => (await gets('GET', '/queue?state=all&limit=500'))['entries'] as Entry[]
  const before = await entries()
  const answer = await call()
  const after = await entries()
  const about = after.filter((entry) => entry.number === number && entry.state !== 'withdrawn')
  if (answer.body['kept'] === true) expect(about, JSON.stringify(answer.body)).not.toEqual([])
  else expect(after.map(({ queueId }) => queueId)).toEqual(before.map(({ queueId }) => queueId))
  return answer
}

const sale = (invcNo: number, qty = 1, line: Record<string, unknown> = {}) => ({
  invcNo,
  itemList: [lineOf(qty, line)],
})

test('with the authority at hand', async () => {
  const counter = await startCounter()
  const { post, send, gets } = counter
  await counter.sells(1, 2)
  const cases: [call: () => Promise<RestAnswer>, reported: Reported, number?: string][] = [
    [() => post('/sales', {}), { code: '002', reason: 'input.missing', field: 'invcNo' }],
    [
      () => post('/sales', sale(9, 1, { taxTyCd: 'F' })),
      { code: '003', reason: 'input.invalid', field: 'itemList[0].taxTyCd' },
    ],
    [
      () => send('GET', '/items', undefined, { 'x-api-key': 'no' }),
      { code: '001', reason: 'apiKey.invalid' },
    ],
    [
      () => post('/sales', sale(9, 1, { itemCd: 'NONE' })),
      { code: '005', reason: 'item.notFound', field: 'itemList[0].itemCd' },
    ],
    [() => post('/sales', sale(1, 3)), { code: '004', reason: 'sale.duplicate', field: 'invcNo' }],
    [
      () => post('/sales/credit-note-express', express(8, 1)),
      { code: '801', reason: 'invoice.notCreditable', field: 'orgInvcNo' },
    ],
    [() => post('/sales', sale(4, 4_000)), { code: '003', reason: 'authority.refused', kept: true }, '4'],
    [() => send('GET', '/sales/7'), { code: '801', reason: 'invoice.unknownNumber', field: 'invcNo' }],
  ]
  for (const [call, reported, number] of cases) expectReported(await watched(counter, call, number), reported)

  await gets('POST', '/sales', sale(2))
  const again = await watched(counter, () => post('/sales', sale(2)), '2')
  expectReported(again, { code: '004', reason: 'sale.duplicate', field: 'invcNo', kept: true })
  await gets('POST', '/sales/credit-note-express', express(2, 1))
  const credited = await watched(counter, () =>
    post('/sales/credit-note-express', express(2, 1, { remark: 'x' })),
  )
  expectReported(credited, { code: '802', reason: 'invoice.nothingLeft', field: 'orgInvcNo' })

  const { entries } = (await gets('GET', '/queue?state=refused')) as { entries: Entry[] }
  const id = entries.find(({ number }) => number === '4')?.queueId
  const act = await watched(counter, () => post(`/queue/${id}`, { act: 'setAside' }), '4')
  expectReported(act, { code: '003', reason: 'queue.notStuck', field: 'id', kept: true })
  const headers = { 'x-api-key': counter.apiKey, 'idempotency-key': 'a' }
  expect((await send('POST', '/sales', sale(5), headers)).resultCd).toBe('000')
  const otherBody = await watched(counter, () => send('POST', '/sales', sale(6), headers))
  expectReported(otherBody, { code: '003', reason: 'idempotency.otherBody', field: 'Idempotency-Key' })
})

test('with the authority away', async () => {
  const counter = await startCounter({ timing: ordinary })
  const { post, send, authority } = counter
  await authority.offline(true)
  const waits = { code: '006', reason: 'authority.notAnswered', retry: true, kept: true }
  expectReported(await watched(counter, () => post('/sales', sale(1)), '1'), waits)
  expectReported(await watched(counter, () => post('/sales', sale(1)), '1'), waits)
  const cases: [call: () => Promise<RestAnswer>, reported: Reported, number?: string][] = [
    [() => post('/items/goods', { itemName: 'Tea', taxType: 'B', itemCode: 'TEA' }), waits, 'TEA'],
    [() => post('/customers', { custTin: 'A000000001Z', custNm: 'Aisha' }), waits, 'A000000001Z'],
    [() => post('/branch/insurances', { isrccCd: 'NHIF', isrccNm: 'Fund', isrcRt: 10 }), waits, 'NHIF'],
    [
      () => post('/sales/credit-note-express', express(1, 1)),
      { code: '801', reason: 'invoice.notCreditable', field: 'orgInvcNo', retry: true },
    ],
    [() => post('/sync', {}), { code: '006', reason: 'authority.notReached', retry: true }],
    [
      () => send('GET', '/customers/A000000002Z'),
      { code: '006', reason: 'authority.notReached', retry: true },
    ],
  ]
  for (const [call, reported, number] of cases) expectReported(await watched(counter, call, number), reported)
})

test('while the first request of a key is still worked on, the second has kept nothing and is to be repeated', async () => {
  const software = await startSoftware()
  const { send, authority, apiKey } = software
  await authority.offline(true)
  const headers = { 'x-api-key': apiKey, 'idempotency-key': 'k' }
  const first = send('POST', '/sales-with-items', saleOf(1), headers)
  await software.waitFor(async () => software.read(software.appId, 'select id from invoice').length === 1)
  const second = await watched(software, () => send('POST', '/sales-with-items', saleOf(1), headers))
  expect(second.status).toBe(409)
  expectReported(second, {
    code: '006',
    reason: 'idempotency.running',
    field: 'Idempotency-Key',
    retry: true,
  })
  expect((await send('POST', '/sales-with-items', saleOf(2), headers)).status).toBe(422)
  await authority.offline(false)
  expect(await first).toMatchObject({ resultCd: '000' })
})

test('a device that is not ready, or not any more', async () => {
  const early = await startSoftware({ initialised: false })
  const notReady = await early.post('/sales', sale(1))
  expectReported(notReady, { code: '007', reason: 'device.notInitialised' })
  const counter = await startCounter({ timing: { pauseRetryMs: 600_000 } })
  await counter.authority.control('PUT', 'devices/P051000001K/00/KAU-1', { approved: false })
  const paused = await watched(counter, () => counter.post('/sales', sale(1)), '1')
  expectReported(paused, { code: '007', reason: 'authority.notAnswered', kept: true })
})

test('an unexpected failure says whether it came before or after the document was kept', async () => {
  let armed = false
  const clock = {
    ...systemClock,
    after: (ms: number, work: () => void) => {
      // Only the sale's handler reports that it has kept the document.
      if (armed && new Error().stack?.includes('submitCallerSale')) throw new Error('no timer')
      return systemClock.after(ms, work)
    },
  }
  const software = await startSoftware({ ports: { clock }, timing: ordinary })
  await software.gets('POST', '/items/goods', { itemName: 'Soap', taxType: 'B', itemCode: 'SOAP' })
  const call = async (body: object) => {
    armed = true
    const answer = await ask(`${software.restUrl}/sales`, {
      method: 'POST',
      headers: { 'x-api-key': software.apiKey },
      body,
    })
    armed = false
    return answer.json()
  }
  const failed = await call(sale(1))
  expect(failed).toMatchObject({
    resultCd: '905',
    reason: 'operation.keptThenFailed',
    retry: false,
    kept: true,
  })
  expect(failed['resultMsg']).toContain('do not send it under another number')
  const { entries } = (await software.gets('GET', '/queue?state=all&kind=sale')) as { entries: Entry[] }
  expect(entries.map(({ number }) => number)).toEqual(['1'])
})

test('too many requests, a stalled one and one that is none keep nothing, and say when to try again', async () => {
  await using server = await startTestServer(standInHost(), { perSecond: 1, limitNow: () => 0 })
  const headers = { 'x-api-key': goodKey }
  const sent = { method: 'POST', headers, body: {} }
  const answers = []
  for (let count = 0; count < 4; count += 1) answers.push(await ask(`${server.url}/api/v1/sales`, sent))
  const tooMany = answers.at(-1)!
  expect(tooMany.status).toBe(429)
  expect(tooMany.json()).toMatchObject({
    success: false,
    resultCd: '006',
    reason: 'request.tooMany',
    retry: true,
    kept: false,
  })
  expect(tooMany.headers['retry-after']).toBe('1')

  const log = memoryLog()
  const patient = await startServer(standInHost(), { port: 0, log, ids: randomIds, patienceMs: 200 })
  onTestFinished(() => patient.close())
  const { hostname, port, host } = new URL(patient.url)
  const socket = connect(Number(port), hostname)
  socket.write(`POST /api/v1/sales HTTP/1.1\r\nHost: ${host}\r\n`)
  const stalled = await text(socket)
  expect(stalled).toMatch(/^HTTP\/1\.1 408 /)
  expect(stalled).toMatch(/^retry-after: 1\r$/m)
  expect(JSON.parse(stalled.split('\r\n\r\n')[1]!)).toMatchObject({
    resultCd: '006',
    reason: 'request.timeout',
    retry: true,
    kept: false,
    data: null,
  })

  const expecting = await askRaw(
    server.url,
    `GET /api/v1/health HTTP/1.1\r\nHost: ${new URL(server.url).host}\r\nExpect: coffee\r\nConnection: close\r\n\r\n`,
  )
  expect(expecting).toMatch(/^HTTP\/1\.1 417 /)
  expect(expecting).toContain('"resultCd":"003"')
})

test('an address with a part of more than a hundred characters is answered in its operation’s envelope', async () => {
  const { send } = await startSoftware()
  for (const path of ['/sales/', '/customers/', '/queue/']) {
    const answer = await send('GET', `${path}${'1'.repeat(150)}`)
    expect(answer).toMatchObject({ status: 400, resultCd: '003', body: { reason: 'input.invalid' } })
  }
})

test('a refused credential names the scheme, as HTTP wants it', async () => {
  const { send } = await startSoftware()
  const answer = await send('GET', '/items', undefined, {})
  expect(answer.headers['www-authenticate']).toBe('Bearer realm="Kaunta"')
})
