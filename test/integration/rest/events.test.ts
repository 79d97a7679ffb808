/** GET /events: what changed, as server-sent events, for other software. */
import { request } from 'node:http'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ask, startTestServer } from '../../support/server.ts'
import { goodKey, owner, standInHost } from '../../support/standInHost.ts'
import { startShop } from '../operations/shop.ts'
import { saleOf, startSoftware } from './software.ts'

interface Listening {
  status: number
  type: string | undefined
  text: () => string
  /** Has the other side hung up? */
  ended: () => boolean
  leave: () => void
}

/** Opens a stream and keeps what comes. */
const listen = (url: string, headers: Record<string, string>) =>
  new Promise<Listening>((resolve, reject) => {
    let received = ''
    let over = false
    const call = request(`${url}/api/v1/events`, { headers, agent: false }, (response) => {
      response.setEncoding('utf8')
      response.on('data', (text: string) => {
        received += text
      })
      response.on('close', () => {
        over = true
      })
      response.on('error', () => undefined)
      resolve({
        status: response.statusCode ?? 0,
        type: response.headers['content-type'],
        text: () => received,
        ended: () => over,
        leave: () => call.destroy(),
      })
    })
    call.on('error', (error) => (received === '' ? reject(error) : undefined))
    call.end()
    onTestFinished(() => void call.destroy())
  })

const key = { 'x-api-key': goodKey }

const eventsIn = (text: string) =>
  text
    .split('\n\n')
    .map((part) => Object.fromEntries(part.split('\n').map((line) => line.split(/: (.*)/, 2))))
    .filter((fields) => fields['event'])

test('the events of the key’s own app come with name and id, and no others', async () => {
  const host = standInHost()
  await using server = await startTestServer(host)
  const stream = await listen(server.url, key)
  expect(stream).toMatchObject({ status: 200, type: 'text/event-stream; charset=utf-8' })
  host.emit({ type: 'queue.changed', appId: 'another-app' })
  host.emit({ type: 'workspace.changed' })
  host.emit({ type: 'invoice.signed', appId: owner.appId, invoiceId: 3 })
  host.emit({ type: 'queue.changed', appId: owner.appId })
  await expect.poll(() => eventsIn(stream.text())).toHaveLength(2)
  const [signed, queue] = eventsIn(stream.text())
  expect(signed).toMatchObject({
    event: 'invoice.signed',
    data: '{"type":"invoice.signed","invoiceId":3,"invcNo":"N-3"}',
  })
  expect(queue).toMatchObject({ event: 'queue.changed', data: '{"type":"queue.changed"}' })
  expect(signed!['id']).not.toBe(queue!['id'])
})

test('a stream that missed events is asked to query again', async () => {
  await using server = await startTestServer(standInHost())
  const stream = await listen(server.url, { ...key, 'last-event-id': '1-7' })
  await expect.poll(() => eventsIn(stream.text())).toMatchObject([{ event: 'missed' }])
})

test('strangers hear nothing, other methods are 405', async () => {
  const host = standInHost()
  await using server = await startTestServer(host)
  for (const headers of [{}, { 'x-api-key': 'svc_test_wrong' }]) {
    const answer = await ask(`${server.url}/api/v1/events`, { headers })
    expect(answer.status).toBe(401)
    expect(answer.json()).toMatchObject({ resultCd: '001' })
  }
  const posted = await ask(`${server.url}/api/v1/events`, { method: 'POST', headers: key })
  expect([posted.status, posted.headers.allow]).toEqual([405, 'GET'])
  const head = await ask(`${server.url}/api/v1/events`, { method: 'HEAD', headers: key })
  expect(head.status).toBe(405)
  expect(host.listeners.size).toBe(0)
})

test('a key holds four streams at most, and one that is left makes room', async () => {
  const host = standInHost()
  await using server = await startTestServer(host)
  const streams = await Promise.all([1, 2, 3, 4].map(() => listen(server.url, key)))
  const fifth = await ask(`${server.url}/api/v1/events`, { headers: key })
  expect(fifth.status).toBe(429)
  expect(fifth.json()).toMatchObject({ resultCd: '006', retry: true, data: null })
  streams[0]!.leave()
  await expect.poll(() => host.listeners.size).toBe(3)
  expect(await listen(server.url, key)).toMatchObject({ status: 200 })
})

test('a revoked key’s stream ends', async () => {
  const shop = await startShop()
  await using server = await startTestServer(shop.host())
  const stream = await listen(server.url, { 'x-api-key': shop.apiKey })
  const { keys } = await shop.ok('apiKey.list', {})
  await shop.ok('apiKey.revoke', { id: keys[0]!.id })
  await expect.poll(() => stream.ended()).toBe(true)
})

test('a listener that reads nothing is cut off', async () => {
  const host = standInHost()
  await using server = await startTestServer(host)
  const stuck = request(`${server.url}/api/v1/events`, { headers: key, agent: false }, (response) => {
    response.pause()
  })
  stuck.on('error', () => undefined)
  stuck.end()
  await expect.poll(() => host.listeners.size).toBe(1)
  const wide = { type: 'invoice.signed', appId: owner.appId, invoiceId: 1, pad: 'x'.repeat(100_000) } as const
  await vi.waitFor(
    () => {
      host.emit(wide)
      expect(host.listeners.size).toBe(0)
    },
    { timeout: 10_000, interval: 1 },
  )
  stuck.destroy()
})

test('closing the server ends the streams', async () => {
  const server = await startTestServer(standInHost())
  const stream = await listen(server.url, key)
  await server[Symbol.asyncDispose]()
  await expect.poll(() => stream.ended()).toBe(true)
})

test('a sale that is signed is heard of', async () => {
  const software = await startSoftware()
  await using server = await startTestServer(software.host())
  const stream = await listen(server.url, { 'x-api-key': software.apiKey })
  await software.gets('POST', '/sales-with-items', saleOf(1))
  await vi.waitFor(() => {
    const names = eventsIn(stream.text()).map((fields) => fields['event'])
    expect(names).toContain('invoice.signed')
    expect(names).toContain('queue.changed')
  })
  const reported = eventsIn(stream.text()).map(({ data = '' }) => JSON.parse(data))
  const ofInvoices = reported.filter(({ type }) => String(type).startsWith('invoice.'))
  for (const { invcNo } of ofInvoices) expect(invcNo).toBe('1')
  // The page names each kind, with all that it carries.
  const page = (await ask(`${server.url}/api/v1/docs`)).text
  for (const member of reported.flatMap(({ type, ...members }) => [type, ...Object.keys(members)]))
    expect(page).toContain(`<code>${member}</code>`)
  expect(stream.text()).not.toContain(software.appId)
})

test('a credential that cannot be checked ends its stream, and nothing else', async () => {
  const host = standInHost()
  let disk: 'works' | 'fails' = 'works'
  const verifyApiKey: typeof host.verifyApiKey = (given) => {
    if (disk === 'fails') throw new Error('SQLITE_IOERR')
    return host.verifyApiKey(given)
  }
  await using server = await startTestServer({ ...host, verifyApiKey })
  const stream = await listen(server.url, key)
  disk = 'fails'
  host.emit({ type: 'workspace.changed' })
  await expect.poll(() => stream.ended()).toBe(true)
  disk = 'works'
  expect((await ask(`${server.url}/api/v1/items`, { headers: key })).status).toBe(200)
  expect(server.log.lines).toMatchObject([
    { level: 'warn', message: expect.stringContaining('event stream') },
  ])
})
