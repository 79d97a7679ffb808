import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
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

test('a cookie outlives the host but not its thirty days', () => {
  let now = 1_000
  const key = Buffer.alloc(32, 7)
  const before = createWindows(key, () => now)
  const cookie = `kaunta_1=${before.admit(before.mint())}`
  const after = createWindows(key, () => now)
  expect(after.identify(cookie, 'kaunta_1')).toBe(before.identify(cookie, 'kaunta_1'))
  expect(createWindows(Buffer.alloc(32, 8), () => now).identify(cookie, 'kaunta_1')).toBeNull()
  now += 30 * 24 * 3_600_000
  expect(after.identify(cookie, 'kaunta_1')).toBeNull()
})

test('a call that is not one is told what a call looks like', async () => {
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
  await vi.waitFor(() => expect(host.listeners.size).toBe(0))
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
