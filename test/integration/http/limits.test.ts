/** How often anybody is heard, and what becomes of who is too fast, too slow, or has no credential. */
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { connect, Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import { text } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { operations } from '../../../core/contract/index.ts'
import type { Operation } from '../../../core/contract/operation.ts'
import { openStream } from '../../../core/http/events.ts'
import { createLimiter } from '../../../core/http/limiter.ts'
import { startServer } from '../../../core/http/server.ts'
import { randomIds } from '../../../core/platform/nodePorts.ts'
import { ask, memoryLog, startTestServer } from '../../support/server.ts'
import { goodKey, owner, standInHost } from '../../support/standInHost.ts'

const key = { 'x-api-key': goodKey }
const times = (count: number) => Array.from({ length: count })
const statuses = async (count: number, send: () => Promise<{ status: number }>) => {
  const answers = await Promise.all(times(count).map(send))
  return answers.map(({ status }) => status)
}
const count = (all: number[], status: number) => all.filter((each) => each === status).length

test('a bucket gives its burst at once, then so many a second, and never more than its burst', () => {
  let now = 0
  const exhausted: string[] = []
  const { take } = createLimiter({
    perSecond: 2,
    burst: 4,
    now: () => now,
    onExhausted: (who) => exhausted.push(who),
  })
  expect(times(6).map(() => take('a'))).toEqual([0, 0, 0, 0, 500, 500])
  expect(take('b')).toBe(0)
  now = 500
  expect([take('a'), take('a')]).toEqual([0, 500])
  // A caller that stays as fast is not logged again for each accepted request.
  expect(exhausted).toEqual(['a'])
  now = 1_000_000
  expect(times(5).map(() => take('a'))).toEqual([0, 0, 0, 0, 500])
  expect(exhausted).toEqual(['a', 'a'])
})

test('ten thousand callers of one moment are forgotten when their buckets are full again', () => {
  let now = 0
  const { take } = createLimiter({ perSecond: 1, burst: 2, now: () => now })
  for (let caller = 0; caller < 10_000; caller += 1) {
    now += 10
    expect(take(`caller-${caller}`)).toBe(0)
  }
})

test('a key that asks too fast gets the time to wait; another key is not delayed', async () => {
  const host = standInHost()
  const others = { ...host, verifyApiKey: (given?: string) => (given ? { ...owner, keyId: given } : null) }
  await using server = await startTestServer(others, { perSecond: 5, limitNow: () => 0 })
  const items = (headers: Record<string, string>) => ask(`${server.url}/api/v1/items`, { headers })
  const all = await statuses(30, () => items(key))
  expect(count(all, 200)).toBeGreaterThanOrEqual(10)
  expect(count(all, 429)).toBeGreaterThanOrEqual(10)
  const refused = await items(key)
  expect(refused.json()).toMatchObject({
    resultCd: '006',
    resultMsg: expect.stringContaining('Too many requests'),
  })
  expect(refused.headers['retry-after']).toMatch(/^[1-9]\d*$/)
  expect((await items({ 'x-api-key': 'another' })).status).toBe(200)
  expect(server.log.lines.filter(({ level }) => level === 'warn').length).toBeGreaterThanOrEqual(1)
  expect(JSON.stringify(server.log.lines)).not.toContain('x-api-key')
})

test('wrong keys are slowed down, and do not hold up a right one', async () => {
  await using server = await startTestServer(standInHost(), { perSecond: 100, limitNow: () => 0 })
  const items = (headers: Record<string, string>) => ask(`${server.url}/api/v1/items`, { headers })
  const all = await statuses(150, () => items({ 'x-api-key': `svc_test_${Math.random()}` }))
  expect(count(all, 401)).toBeGreaterThanOrEqual(100)
  expect(count(all, 429)).toBeGreaterThanOrEqual(20)
  expect((await items(key)).status).toBe(200)
  expect((await items({})).status).toBe(429)
})

test('sign-ins are counted by address before a PIN is looked at', async () => {
  const host = standInHost()
  await using server = await startTestServer(host, { perSecond: 100, limitNow: () => 0 })
  const body = { user: 'Wanjiru', pin: '471362' }
  const all = await statuses(40, () => ask(`${server.url}/api/v1/session`, { method: 'POST', body }))
  expect(count(all, 429)).toBeGreaterThanOrEqual(15)
  expect(host.calls.length).toBe(count(all, 200))
  expect((await ask(`${server.url}/api/v1/health`)).status).toBe(200)
})

test('who begins a request and does not end it is cut off', async () => {
  const log = memoryLog()
  const server = await startServer(standInHost(), { port: 0, log, ids: randomIds, patienceMs: 200 })
  onTestFinished(() => server.close())
  const { hostname, port } = new URL(server.url)
  const ended = async (beginning: string) => {
    const socket = connect(Number(port), hostname)
    socket.write(beginning)
    return text(socket)
  }
  const begun = `POST /api/v1/items HTTP/1.1\r\nHost: ${hostname}:${port}\r\n`
  const body = `${begun}x-api-key: ${goodKey}\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{"a"`
  for (const answer of await Promise.all([ended(begun), ended(body)])) {
    expect(answer).toMatch(/^HTTP\/1\.1 408 /)
    expect(answer).toContain('"resultCd":"006"')
  }
})

/** Connections that send nothing, until the test is over. */
const idle = (url: string, count: number) => {
  const { hostname, port } = new URL(url)
  const sockets = times(count).map(() => connect(Number(port), hostname).on('error', () => {}))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
  })
  return Promise.all(sockets.map((socket) => once(socket, 'connect')))
}

test('strangers with more connections than there are keep neither callers nor windows out', async () => {
  await using server = await startTestServer(standInHost())
  const cookie = await server.openWindow()
  const agent = new Agent({ keepAlive: true, maxSockets: 200 })
  onTestFinished(() => agent.destroy())
  const status = (path: string, headers: Record<string, string>, pool: Agent | false) =>
    new Promise<number>((resolve, reject) => {
      get(`${server.url}${path}`, { headers, agent: pool }, (answer) => {
        answer.resume().once('end', () => resolve(answer.statusCode ?? 0))
      }).on('error', reject)
    })
  // 200 callers behind one proxy, each with a connection of its own.
  const proxied = () => Promise.all(times(200).map(() => status('/api/v1/items', key, agent)))
  expect(new Set(await proxied())).toEqual(new Set([200]))
  await idle(server.url, 500)
  expect(new Set(await proxied())).toEqual(new Set([200]))
  for (let calls = 0; calls < 20; calls += 1) {
    await idle(server.url, 20)
    expect(await status('/api/v1/items', key, false)).toBe(200)
    const call = { method: 'POST', headers: { cookie }, body: { name: 'status.get', input: {} } }
    expect((await ask(`${server.url}/bridge/call`, call)).status).toBe(200)
  }
  expect(server.log.lines.filter(({ message }) => message.includes('too many connections'))).toHaveLength(1)
})

test.each(['/api/v1/session', '/api/v1/session/refresh', '/bridge/session', '/api/v1/nowhere'])(
  'a body of a stranger to %s is at most 4 kB',
  async (path) => {
    await using server = await startTestServer(standInHost())
    const body = Object.fromEntries(times(1_000).map((_, index) => [`field${index}`, 1]))
    const answer = await ask(`${server.url}${path}`, { method: 'POST', body })
    expect(answer.status).toBe(413)
    expect(answer.text).toContain('4096 bytes')
  },
)

test('letting windows in is counted by address', async () => {
  await using server = await startTestServer(standInHost(), { perSecond: 10, limitNow: () => 0 })
  const letIn = () => ask(`${server.url}/bridge/session`, { method: 'POST', body: { token: 'guess' } })
  expect(count(await statuses(40, letIn), 429)).toBe(20)
})

test('one window holds a bounded number of event streams', async () => {
  await using server = await startTestServer(standInHost())
  const cookie = await server.openWindow()
  const opened = await Promise.all(
    times(40).map(
      () =>
        new Promise<number>((resolve, reject) => {
          const stream = get(
            `${server.url}/bridge/events`,
            { headers: { cookie }, agent: false },
            ({ statusCode = 0 }) => resolve(statusCode),
          ).on('error', reject)
          onTestFinished(() => void stream.destroy())
        }),
    ),
  )
  expect([count(opened, 200), count(opened, 429)]).toEqual([32, 8])
})

test('every list that other software may send has an end', () => {
  const endless = (schema: unknown): boolean => {
    if (typeof schema !== 'object' || schema === null) return false
    if ('type' in schema && schema.type === 'array' && !('maxItems' in schema)) return true
    return Object.values(schema).some(endless)
  }
  const names = Object.entries<Operation>(operations)
    .filter(
      ([, { rest, input }]) =>
        rest && endless(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })),
    )
    .map(([name]) => name)
  expect(names).toEqual([])
})

describe('on another address', () => {
  const start = async (host: string, bridge = false) => {
    const log = memoryLog()
    const windows = { mint: () => '', admit: () => null, identify: () => null }
    const server = await startServer(standInHost(), {
      port: 0,
      host,
      log,
      ids: randomIds,
      ...(bridge ? { bridge: { windows, pages: new Map() } } : {}),
    })
    onTestFinished(() => server.close())
    return server
  }
  const own = Object.values(networkInterfaces())
    .flat()
    .find((each) => each?.family === 'IPv4' && !each.internal)?.address

  test('a loopback address of its own is served under its own name', async () => {
    const { url } = await start('127.0.0.2')
    expect(new URL(url).hostname).toBe('127.0.0.2')
    expect((await ask(`${url}/api/v1/health`)).status).toBe(200)
  })

  test.runIf(own)('the address that was asked for is a name of ours, a foreign name is not', async () => {
    const { url } = await start(own!)
    const { port } = new URL(url)
    expect(url).toBe(`http://${own}:${port}`)
    expect((await ask(`${url}/api/v1/health`)).status).toBe(200)
    for (const host of [`evil.example:${port}`, `10.255.255.254:${port}`, own!]) {
      expect((await ask(`${url}/api/v1/health`, { headers: { host } })).status).toBe(421)
    }
    expect((await ask(`${url}/api/v1/health`, { headers: { origin: 'http://evil.example' } })).status).toBe(
      403,
    )
    expect((await ask(`${url}/api/v1/items`)).status).toBe(401)
    expect((await ask(`${url}/bridge/session`, { method: 'POST', body: {} })).status).toBe(404)
  })

  test.runIf(own)('with every address at once the reached address distinguishes them', async () => {
    const { url } = await start('0.0.0.0')
    const { port } = new URL(url)
    expect((await ask(`${url}/api/v1/health`)).status).toBe(200)
    expect((await ask(`http://${own}:${port}/api/v1/health`)).status).toBe(200)
    const headers = { host: `${own}:${port}` }
    expect((await ask(`http://127.0.0.1:${port}/api/v1/health`, { headers })).status).toBe(421)
  })

  test('windows are served on this computer only', async () => {
    await expect(start('0.0.0.0', true)).rejects.toThrow('on this computer only')
  })
})

test('a caller that hangs up while its session is checked keeps no event stream', async () => {
  const socket = new Socket().destroy()
  const raw = { writeHead: () => undefined, write: () => true, destroy: () => undefined, writableLength: 0 }
  const stream = openStream({ raw: { socket } } as never, { hijack: () => undefined, raw } as never)
  await new Promise<void>((resolve) => stream.onClose(resolve))
})
