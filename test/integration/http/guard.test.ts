import { hostname } from 'node:os'
import { describe, expect, onTestFinished, test } from 'vitest'
import { refusalOf } from '../../../core/http/guard.ts'
import { startServer } from '../../../core/http/server.ts'
import { randomIds } from '../../../core/platform/nodePorts.ts'
import { ask, askRaw, memoryLog, startTestServer } from '../../support/server.ts'
import { goodKey, standInHost } from '../../support/standInHost.ts'

const paths = ['/', '/api/v1/health', '/api/v1/items', '/bridge/events', '/nowhere', '/%zz']

test.each(paths)('a foreign Host is refused before anything else: %s', async (path) => {
  const host = standInHost()
  await using server = await startTestServer(host)
  const { port } = new URL(server.url)
  for (const name of [
    'evil.example',
    `evil.example:${port}`,
    '127.0.0.1',
    'localhost:1',
    `127.0.0.1:${port}.evil.example`,
  ]) {
    const answer = await ask(server.url + path, { headers: { host: name, 'x-api-key': goodKey } })
    expect(answer.status).toBe(421)
    expect(answer.json()['resultCd']).toBe('003')
  }
  expect(host.calls).toEqual([])
})

test('each of our own names is served', async () => {
  await using server = await startTestServer(standInHost())
  const { port } = new URL(server.url)
  for (const name of ['127.0.0.1', 'localhost', '[::1]']) {
    const answer = await ask(`${server.url}/api/v1/health`, { headers: { host: `${name}:${port}` } })
    expect(answer.status).toBe(200)
  }
})

test('a name that a proxy passes on is served where it is allowed, its own pages too, and no name beside it', async () => {
  const allowedHosts = ['kaunta.example.com']
  const server = await startServer(standInHost(), {
    port: 0,
    log: memoryLog(),
    ids: randomIds,
    allowedHosts,
  })
  onTestFinished(() => server.close())
  const status = async (headers: Record<string, string>) =>
    (await ask(`${server.url}/api/v1/health`, { headers })).status
  const host = 'kaunta.example.com'
  for (const name of [host, 'Kaunta.Example.com', `${host}:7460`])
    expect(await status({ host: name })).toBe(200)
  for (const origin of [`https://${host}`, `http://${host}`]) expect(await status({ host, origin })).toBe(200)
  for (const name of [`evil.${host}`, `${host}.evil.example`, 'example.com'])
    expect(await status({ host: name })).toBe(421)
  expect(await status({ host, origin: 'https://evil.example' })).toBe(403)
  const proxied = { host, 'x-forwarded-proto': 'https' }
  const document = await ask(`${server.url}/api/v1/openapi.json`, { headers: proxied })
  expect(document.json()['servers']).toEqual([{ url: `https://${host}` }])
})

test('a page of another site is refused by its Origin, with or without a port of ours', async () => {
  const host = standInHost()
  await using server = await startTestServer(host)
  for (const origin of [
    'https://evil.example',
    'null',
    'http://127.0.0.1:1',
    server.url.replace('127.0.0.1', 'localhost'),
  ]) {
    const answer = await ask(`${server.url}/api/v1/health`, { headers: { origin } })
    expect(answer.status).toBe(403)
  }
  expect(host.calls).toEqual([])
  const own = await ask(`${server.url}/api/v1/health`, { headers: { origin: server.url } })
  expect(own.status).toBe(200)
})

test('a request that a browser marks as coming from another site is refused', async () => {
  await using server = await startTestServer(standInHost())
  for (const site of ['cross-site', 'same-site']) {
    const answer = await ask(`${server.url}/api/v1/health`, { headers: { 'sec-fetch-site': site } })
    expect(answer.status).toBe(403)
  }
  for (const site of ['same-origin', 'none']) {
    const answer = await ask(`${server.url}/api/v1/health`, { headers: { 'sec-fetch-site': site } })
    expect(answer.status).toBe(200)
  }
})

test('no answer allows another origin anything', async () => {
  await using server = await startTestServer(standInHost())
  const preflight = await ask(`${server.url}/api/v1/items`, {
    method: 'OPTIONS',
    headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
  })
  expect(preflight.status).toBe(403)
  const own = await ask(`${server.url}/api/v1/items`, { method: 'OPTIONS', headers: { origin: server.url } })
  expect(own.status).toBe(405)
  for (const answer of [preflight, own]) {
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  }
})

test('a request without Host, or that is not HTTP, gets an answer and no more', async () => {
  await using server = await startTestServer(standInHost())
  const noHost = await askRaw(server.url, 'GET /api/v1/health HTTP/1.0\r\n\r\n')
  expect(noHost).toMatch(/^HTTP\/1\.1 421 /)
  const noHttp = await askRaw(server.url, '\x16\x03\x01 hello\r\n\r\n')
  expect(noHttp).toMatch(/^HTTP\/1\.1 400 /)
  expect(noHttp).toContain('"resultCd":"003"')
  const longHeader = await askRaw(
    server.url,
    `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
  )
  expect(longHeader).toMatch(/^HTTP\/1\.1 431 /)
})

test('every answer forbids the browser to guess, frame or share it', async () => {
  await using server = await startTestServer(standInHost())
  for (const path of paths) {
    const { headers } = await ask(server.url + path)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['x-frame-options']).toBe('DENY')
    expect(headers['cross-origin-resource-policy']).toBe('same-origin')
  }
})

describe('a request that came in from the network', () => {
  const end = { localAddress: '::ffff:192.168.1.20', localPort: 7460 }
  const asked = (headers: Record<string, string>) => ({
    headers,
    rawHeaders: Object.entries(headers).flat(),
    url: '/',
  })
  const statusFor = (host: string, more = {}) => refusalOf(asked({ host, ...more }), end)?.status ?? 200

  test('is served under the address it was sent to and under the name of this computer', () => {
    for (const name of ['192.168.1.20', hostname(), `${hostname().toUpperCase()}.local`]) {
      expect(statusFor(`${name}:7460`), name).toBe(200)
    }
    const v6 = { localAddress: 'fd00::20', localPort: 7460 }
    expect(refusalOf(asked({ host: '[fd00::20]:7460' }), v6)).toBeNull()
  })

  test('is refused under any other name, and from a page of another site', () => {
    for (const host of ['evil.example:7460', '192.168.1.21:7460', '192.168.1.20', '192.168.1.20:80', '']) {
      expect(statusFor(host), host).toBe(421)
    }
    expect(statusFor('192.168.1.20:7460', { origin: 'http://evil.example' })).toBe(403)
    expect(statusFor('192.168.1.20:7460', { 'sec-fetch-site': 'cross-site' })).toBe(403)
  })
})

test('CONNECT is refused, and later bytes keep nothing open', { timeout: 5_000 }, async () => {
  const server = await startTestServer(standInHost())
  const head = 'CONNECT example.org:443 HTTP/1.1\r\nHost: example.org\r\n\r\n'
  const answer = await askRaw(server.url, head + 'x'.repeat(300_000))
  expect(answer).toMatch(/^HTTP\/1\.1 405 .*"resultCd":"003"/s)
  await server[Symbol.asyncDispose]()
})
