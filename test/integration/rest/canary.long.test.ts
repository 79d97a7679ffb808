/**
 * A day of a real gateway with secrets that can be recognised, everything going wrong with them that can, at the log's
 * finest level: afterwards none of them is found in any byte that it wrote, answered or logged, in any form.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import Sqlite from 'better-sqlite3'
import { expect, onTestFinished, test, vi } from 'vitest'
import { temporaryFolder } from '../../support/folder.ts'
import { startProcess, type TestProcess } from '../../support/process.ts'
import { ask } from '../../support/server.ts'
import { bundleOf } from '../../support/tillBundle.ts'
import { startAuthority, taxpayer } from '../operations/shop.ts'
import { saleOf } from './software.ts'

interface Ready {
  url: string
  window: string
  apps: { id: string; apiKey?: string }[]
}

const consumer = { key: 'canary-consumer+key/4711', secret: 'canary consumer=secret&0815' }
const pin = '73910582'
const wrongPin = '60418295'
const wrongKey = 'svc_test_canaryCanaryCanaryCanaryCanaryCanaryCan'
const adoptedKey = 'legacy_test_8c1f0a7b5d3e94620f1b'

/** As `core/base/secretForms.ts` has it, written anew: what is found must not depend on what hides it. */
const forms = (secret: string): string[] => {
  const bytes = Buffer.from(secret)
  const [base64, hex] = [bytes.toString('base64').replace(/=+$/, ''), bytes.toString('hex')]
  return [secret, base64, bytes.toString('base64url'), hex, hex.toUpperCase(), encodeURIComponent(secret)]
}

/** Stands before an authority; on demand it says back whatever it was shown, in every form, in answers that fail. */
const startEcho = async (origin: string) => {
  const seen = new Set<string>()
  let mode: 'pass' | 'refuse' | 'html' | 'status' = 'pass'
  const note = ({ headers }: IncomingMessage) => {
    for (const value of [headers.authorization?.replace(/^\w+ /, ''), headers['cmckey']])
      if (typeof value === 'string' && value !== '') seen.add(value)
  }
  const server = createServer(async (request, response) => {
    note(request)
    const body = await buffer(request)
    const all = [...seen, consumer.key, consumer.secret].flatMap(forms).join(' ')
    const isToken = request.url?.includes('token') ?? false
    if (mode !== 'pass' && !(mode === 'refuse' && isToken)) {
      const headers = { 'x-echo': encodeURIComponent(all).slice(0, 4_000) }
      if (mode === 'refuse') {
        const said = { resultCd: '910', resultMsg: all, resultDt: '20260301103000', data: all }
        response.writeHead(200, headers).end(
          JSON.stringify({
            responseHeader: { responseCode: 200, customerMessage: all },
            responseBody: said,
          }),
        )
      } else response.writeHead(mode === 'html' ? 200 : isToken ? 401 : 500, headers).end(`<h1>${all}</h1>`)
      return
    }
    const { host: _, ...headers } = request.headers
    const onward = httpRequest(`${origin}${request.url}`, { method: request.method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(response)
    })
    onward.on('error', () => response.destroy())
    onward.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const set = (next: typeof mode) => {
    mode = next
  }
  return { url: `http://127.0.0.1:${port}`, seen, set }
}

const startGateway = (dataDir: string, flags: string[]) =>
  startProcess<Ready>(
    bundleOf('core/cli/gateway.ts'),
    ['--data', dataDir, '--port', '0', '--window', ...flags],
    {
      KAUNTA_LOG: 'debug',
    },
  )

test('after a day of everything going wrong no secret is found anywhere', async () => {
  const folder = temporaryFolder()
  onTestFinished(folder.remove)
  const authority = await startAuthority({ dialect: 'gateway' })
  const echo = await startEcho(new URL(authority.url).origin)
  const at = (url: string) => echo.url + new URL(url).pathname
  const device = [
    '--environment',
    'sandbox',
    '--authority-url',
    at(authority.url),
    '--dialect',
    'gateway',
    '--tin',
    taxpayer,
  ]
  const rest = [
    '--branch',
    '00',
    '--serial',
    'KAU-1',
    '--token-url',
    at(authority.tokenUrl),
    '--apigee-app-id',
    '00000000-0000-4000-8000-000000000000',
  ]
  const flags = [...device, ...rest, '--consumer-key', consumer.key, '--consumer-secret', consumer.secret]

  const reported: string[] = []
  const secrets = new Map<string, string>([
    ['consumerKey', consumer.key],
    ['consumerSecret', consumer.secret],
    ['pin', pin],
    ['wrongPin', wrongPin],
    ['wrongKey', wrongKey],
    ['adoptedKey', adoptedKey],
  ])
  let till: TestProcess<Ready> = await startGateway(folder.path, flags)
  onTestFinished(() => till.kill())
  const { id: appId, apiKey = '' } = till.ready.apps[0]!
  secrets.set('apiKey', apiKey)
  const database = () => new Sqlite(join(folder.path, 'apps', appId, 'till.db'))

  /** `open`: an answer that must contain a secret. */
  const send = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = { 'x-api-key': apiKey },
    open = false,
  ) => {
    const answer = await ask(`${till.ready.url}/api/v1${path}`, {
      method,
      headers: { prefer: 'wait=0', ...headers },
      ...(body === undefined ? {} : { body }),
    })
    if (!open) reported.push(answer.text, JSON.stringify(answer.headers))
    return (answer.json()['data'] ?? {}) as Record<string, string>
  }
  let cookie = ''
  const openWindow = async () => {
    const token = new URL(till.ready.window).hash.replace('#token=', '')
    secrets.set(`windowToken ${token.slice(0, 4)}`, token)
    for (const attempt of [token, token]) {
      const answer = await ask(`${till.ready.url}/bridge/session`, {
        method: 'POST',
        body: { token: attempt },
      })
      reported.push(answer.text)
      cookie = answer.headers['set-cookie']?.[0]?.split(';')[0] ?? cookie
    }
    secrets.set(`cookie ${cookie.slice(-4)}`, cookie.split('=')[1]!)
  }
  const call = async (name: string, input: unknown = {}) => {
    const answer = await ask(`${till.ready.url}/bridge/call`, {
      method: 'POST',
      headers: { cookie },
      body: { name, input, appId },
    })
    reported.push(answer.text)
    return answer.json() as { ok: boolean; data: Record<string, never> }
  }
  const listen = (path: string, header: string) => {
    const { hostname, port, host } = new URL(till.ready.url)
    const stream = connect(Number(port), hostname)
    stream.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${header}\r\n\r\n`)
    return text(stream).catch(() => '')
  }
  const settled = (condition: string) =>
    vi.waitFor(
      () => {
        const file = database()
        try {
          expect(file.prepare(`select 1 from submission where ${condition}`).all().length).toBeGreaterThan(0)
        } finally {
          file.close()
        }
      },
      { timeout: 15_000, interval: 50 },
    )

  // The morning: people, a device, sales.
  await openWindow()
  const streams = [
    listen('/bridge/events', `Cookie: ${cookie}`),
    listen('/api/v1/events', `x-api-key: ${apiKey}`),
  ]
  const owner = await call('workspace.createOwner', { name: 'Wanjiru', pin })
  const userId = (owner.data as unknown as { user: { id: string } }).user.id
  await call('session.lock')
  await call('session.unlock', { userId, pin: wrongPin })
  await call('session.unlock', { userId, pin: [wrongPin] })
  await call('session.unlock', { userId, pin })
  await send('POST', '/initialize', {}, { 'x-api-key': apiKey, prefer: 'wait=8' })
  await send('POST', '/sales-with-items', saleOf('DAY-1'))
  await settled("kind = 'sale' and state = 'accepted'")

  // Credentials, right and wrong.
  await call('apiKey.adopt', { key: adoptedKey })
  await call('apiKey.adopt', { key: adoptedKey })
  await call('apiKey.adopt', { key: `${adoptedKey} with more` })
  const signIn = (body: unknown, open = false) => send('POST', '/session', body, {}, open)
  const session = await signIn({ user: 'Wanjiru', pin }, true)
  const next = await send('POST', '/session/refresh', { refreshToken: session['refreshToken'] }, {}, true)
  for (const [name, value] of Object.entries({
    ...session,
    nextAccess: next['accessToken']!,
    nextRefresh: next['refreshToken']!,
  }))
    if (/access|refresh/i.test(name)) secrets.set(name, value)
  await signIn({ user: 'Wanjiru', pin: wrongPin })
  await signIn({ user: wrongPin, pin: { pin } })
  await signIn(`{"user":"Wanjiru","pin":"${pin}"`)
  for (const headers of [
    { 'x-api-key': wrongKey },
    { 'x-api-key': adoptedKey },
    { authorization: `Bearer ${next['accessToken']}` },
    { authorization: `Basic ${apiKey}` },
  ] as Record<string, string>[]) {
    await send('GET', '/items', undefined, headers)
    await send('POST', '/customers', '{', headers)
  }
  await send('GET', `/items?x-api-key=x&search=nothing`)
  await send('POST', '/session/refresh', { refreshToken: session['refreshToken'] }, {})

  // The authority says back everything it was shown.
  echo.set('refuse')
  await send('POST', '/sales-with-items', saleOf('DAY-2', { itemCd: 'ITEM-001' }))
  await settled("state = 'refused'")
  echo.set('status')
  await send('POST', '/sales-with-items', saleOf('DAY-3', { itemCd: 'ITEM-001' }))
  await settled("kind = 'sale' and state in ('unknown', 'queued') and attempts > 0")
  await send('POST', '/sync', {}, { 'x-api-key': apiKey, prefer: 'wait=2' })
  echo.set('html')
  await send('POST', '/sync', {}, { 'x-api-key': apiKey, prefer: 'wait=2' })
  for (const path of ['/queue?state=refused', '/queue', '/status']) await send('GET', path)
  expect(reported.join()).toContain('[secret]')
  await call('queue.list')
  await call('status.get')

  // Something nobody expected, twice: at a window and over REST.
  const break_ = database()
  break_.exec('alter table customer rename to customer_away')
  expect((await call('customer.list', { text: '' })).ok).toBe(false)
  await send('GET', `/customers/${taxpayer}`)
  break_.exec('alter table customer_away rename to customer')
  break_.close()
  await call('backup.make')
  const bundle = await call('diagnostics.make')
  expect(bundle.ok).toBe(true)

  // Night, and the next morning: tokens are fetched anew, and refused with what they were asked with.
  echo.set('status')
  const errors = [till.errors]
  await till.stop()
  reported.push(...(await Promise.all(streams)))
  till = await startGateway(folder.path, [])
  errors.push(till.errors)
  await openWindow()
  await call('session.unlock', { userId, pin })
  await send('POST', '/sales-with-items', saleOf('DAY-4', { itemCd: 'ITEM-001' }))
  await call('queue.list', {})
  await call('workspace.state')
  await till.stop()

  expect(echo.seen.size).toBeGreaterThanOrEqual(3)
  for (const value of echo.seen) secrets.set(`shown to the authority: ${value.slice(0, 4)}`, value)
  const files = readdirSync(folder.path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('secrets.'))
    .map(({ parentPath, name }) => {
      const bytes = readFileSync(join(parentPath, name))
      return { where: name, bytes: (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('latin1') }
    })
  const names = files.map(({ where }) => where)
  expect(names).toEqual(
    expect.arrayContaining([
      'workspace.db',
      'till.db',
      'kaunta.log',
      expect.stringMatching(/-manual\.db$/),
      expect.stringMatching(/\.json\.gz$/),
    ]),
  )
  const logs = (await Promise.all(errors)).join('')
  expect(logs).toContain('"level":20')
  expect(logs).toContain('an operation failed unexpectedly')
  const places = [
    ...files,
    { where: 'standard error', bytes: logs },
    ...reported.map((bytes) => ({ where: `an answer: ${bytes.slice(0, 80)}`, bytes })),
  ]
  const found = places.flatMap(({ where, bytes }) =>
    [...secrets]
      .filter(([, secret]) => forms(secret).some((form) => bytes.includes(form)))
      .map(([name]) => `${name} in ${where}`),
  )
  expect([...secrets.values()].filter((secret) => secret.length < 8)).toEqual([])
  expect(found).toEqual([])
}, 120_000)
