import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { contentSecurityPolicy, readPages } from '../../../core/http/pages.ts'
import { createWindows } from '../../../core/http/windows.ts'
import { ask, startTestServer } from '../../support/server.ts'
import { standInHost } from '../../support/standInHost.ts'

const post = (url: string, body: unknown, headers = {}) => ask(url, { method: 'POST', body, headers })

test('a token lets one window in, once', async () => {
  await using server = await startTestServer(standInHost())
  const token = server.mint()
  expect(token).toMatch(/^[\w-]{43}$/)
  const first = await post(`${server.url}/bridge/session`, { token })
  expect(first.status).toBe(200)
  expect(first.headers['set-cookie']?.[0]).toMatch(
    new RegExp(`^kaunta_${new URL(server.url).port}=[\\w.-]+; Path=/bridge; HttpOnly; SameSite=Strict$`),
  )
  const second = await post(`${server.url}/bridge/session`, { token })
  expect(second.status).toBe(401)
  expect(second.headers['set-cookie']).toBeUndefined()
})

test.each([undefined, '', 'guess', 7, null, ['x']])('no token like %j lets anybody in', async (token) => {
  await using server = await startTestServer(standInHost())
  server.mint()
  const answer = await post(`${server.url}/bridge/session`, { token })
  expect(answer.status).toBe(401)
})

test('a call passes name, input and the profile it is for with the window it comes from', async () => {
  const host = standInHost()
  await using server = await startTestServer(host)
  const [one, two] = [await server.openWindow(), await server.openWindow()]
  const call = { name: 'item.search', input: { text: 'maziwa' }, appId: 'app-1' }
  const answer = await post(`${server.url}/bridge/call`, call, { cookie: one })
  await post(`${server.url}/bridge/call`, call, { cookie: one })
  await post(`${server.url}/bridge/call`, call, { cookie: two })
  expect(answer.json()).toEqual({ ok: true, data: { text: 'maziwa' } })
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(host.calls[0]).toMatchObject(call)
  const [a, b, c] = host.calls.map(({ from }) => from)
  expect(a).toBe(b)
  expect(a).not.toBe(c)
})

test('without a good cookie there is no call and no event', async () => {
  const host = standInHost()
  await using server = await startTestServer(host)
  const good = await server.openWindow()
  const forged = `${good.slice(0, -1)}${good.endsWith('A') ? 'B' : 'A'}`
  const otherId = good.replace(/=[\w-]+\./, '=AAAAAAAAAAAAAAAAAAAAAA.')
  for (const cookie of ['', 'kaunta=1', forged, otherId, good.replace(/\.\d+\./, '.99999999999999.')]) {
    const call = await post(`${server.url}/bridge/call`, { name: 'x', input: {} }, { cookie })
    const events = await ask(`${server.url}/bridge/events`, { headers: { cookie } })
    expect([call.status, events.status]).toEqual([401, 401])
    expect(call.json()).toMatchObject({ ok: false, error: { code: '001' } })
  }
  expect(host.calls).toEqual([])
  expect(host.listeners.size).toBe(0)
})

const day = 24 * 3_600_000

test('a cookie that is not used outlives the host but not its thirty days', () => {
  let now = 1_000
  const clock = { now: () => now, monotonic: () => now }
  const key = Buffer.alloc(32, 7)
  const before = createWindows(key, clock)
  const cookie = `kaunta_1=${before.admit(before.mint())}`
  const after = createWindows(key, clock)
  expect(after.identify(cookie, 'kaunta_1')).toEqual(before.identify(cookie, 'kaunta_1'))
  expect(createWindows(Buffer.alloc(32, 8), clock).identify(cookie, 'kaunta_1')).toBeNull()
  now += 30 * day
  expect(after.identify(cookie, 'kaunta_1')).toBeNull()
})

test('the cookie of a window in use is renewed once a day, and a clock that jumps ahead does not end it', () => {
  let [now, monotonic] = [1_000, 1_000]
  const wait = (ms: number) => {
    now += ms
    monotonic += ms
  }
  const windows = createWindows(Buffer.alloc(32, 7), { now: () => now, monotonic: () => monotonic })
  let value = windows.admit(windows.mint())
  const use = () => {
    const window = windows.identify(`kaunta_1=${value}`, 'kaunta_1')
    if (window?.renewed) value = window.renewed
    return window
  }
  const first = use()
  expect(first).toEqual({ id: expect.any(String) })
  let renewals = 0
  for (let hours = 0; hours < 100 * 24; hours += 6) {
    wait(day / 4)
    const window = use()
    expect(window?.id).toBe(first?.id)
    if (window?.renewed) renewals += 1
  }
  expect(renewals).toBe(100)
  now += 31 * day
  expect(use()).toEqual({ id: first?.id, renewed: expect.any(String) })
  now -= 400 * day
  expect(use()).toEqual({ id: first?.id, renewed: expect.any(String) })
  wait(31 * day)
  expect(use()).toBeNull()
})

test('a call answers with the renewed cookie', async () => {
  let now = Date.now()
  await using server = await startTestServer(standInHost(), { now: () => now })
  const cookie = await server.openWindow()
  const call = () => post(`${server.url}/bridge/call`, { name: 'x', input: {} }, { cookie })
  expect((await call()).headers['set-cookie']).toBeUndefined()
  now += 2 * day
  const answer = await call()
  expect(answer.status).toBe(200)
  const [renewed = ''] = answer.headers['set-cookie'] ?? []
  expect(renewed).toMatch(/^kaunta_\d+=[\w.-]+; Path=\/bridge; HttpOnly; SameSite=Strict$/)
  expect(renewed.split('.')[0]).toBe(cookie.split('.')[0])
})

test('a malformed call gets the form of a call', async () => {
  const host = standInHost()
  await using server = await startTestServer(host)
  const cookie = await server.openWindow()
  for (const body of [{}, { name: 7 }, { name: 'x', appId: 7 }, { name: 'x', userId: 7 }, '[]', 'null']) {
    const answer = await post(`${server.url}/bridge/call`, body, { cookie })
    expect(answer.status).toBe(400)
    expect(answer.json()).toMatchObject({ ok: false, error: { code: '003' } })
  }
  const asForm = await post(`${server.url}/bridge/call`, '{"name":"x"}', {
    cookie,
    'content-type': 'text/plain',
  })
  expect(asForm.status).toBe(415)
  expect(asForm.json()).toMatchObject({ ok: false, error: { code: '003' } })
  expect(host.calls).toEqual([])
})

test('events arrive in order, and a window that leaves is forgotten', async () => {
  const host = standInHost()
  await using server = await startTestServer(host)
  const cookie = await server.openWindow()
  const leaving = new AbortController()
  const stream = await fetch(`${server.url}/bridge/events`, { headers: { cookie }, signal: leaving.signal })
  expect(stream.headers.get('content-type')).toContain('text/event-stream')
  expect(host.listeners.size).toBe(1)
  host.emit({ type: 'workspace.changed' })
  host.emit({ type: 'invoice.signed', appId: 'app-1', invoiceId: 3 })
  let received = ''
  for await (const chunk of stream.body!.pipeThrough(new TextDecoderStream())) {
    received += chunk
    if (received.includes('invoice.signed') && received.endsWith('\n\n')) break
  }
  const events = received
    .split('\n\n')
    .flatMap((part) => (part.startsWith('data: ') ? [JSON.parse(part.slice(6))] : []))
  expect(events).toEqual([
    { type: 'workspace.changed' },
    { type: 'invoice.signed', appId: 'app-1', invoiceId: 3 },
  ])
  leaving.abort()
  await expect.poll(() => host.listeners.size).toBe(0)
})

test('closing the server ends the streams that are open', async () => {
  const server = await startTestServer(standInHost())
  const cookie = await server.openWindow()
  const stream = await fetch(`${server.url}/bridge/events`, { headers: { cookie } })
  const reading = stream.text().catch(() => 'cut')
  await server[Symbol.asyncDispose]()
  await expect(reading).resolves.toBeDefined()
})

const builtPages = () => {
  const root = mkdtempSync(join(tmpdir(), 'kaunta-pages-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  mkdirSync(join(root, 'dist', 'assets'), { recursive: true })
  writeFileSync(join(root, 'secret.txt'), 'not for windows')
  writeFileSync(join(root, 'dist', 'index.html'), '<!doctype html><p>till')
  writeFileSync(join(root, 'dist', 'assets', 'main-1a2b.js'), 'export {}')
  symlinkSync(join(root, 'secret.txt'), join(root, 'dist', 'link.txt'))
  return readPages(join(root, 'dist'))
}

test('the screens are served with the policy, and only they', async () => {
  await using server = await startTestServer(standInHost(), { pages: builtPages() })
  const index = await ask(`${server.url}/`)
  expect(index.text).toContain('till')
  expect(index.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(index.headers['content-security-policy']).toBe(contentSecurityPolicy)
  expect(index.headers['cache-control']).toBe('no-cache')
  const script = await ask(`${server.url}/assets/main-1a2b.js`)
  expect(script.headers['content-type']).toContain('text/javascript')
  expect(script.headers['cache-control']).toContain('immutable')
  const others = [
    '/secret.txt',
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/link.txt',
    '/assets/',
  ]
  for (const path of others) {
    const answer = await ask(server.url + path)
    expect(answer.status).toBe(404)
    expect(answer.text).not.toContain('not for windows')
  }
})

test('screens that have not been built are an empty list', () => {
  expect(readPages(join(tmpdir(), 'kaunta-nowhere')).size).toBe(0)
})
