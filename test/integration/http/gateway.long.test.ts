/** The headless host as a process: what it prints, what it refuses, how it ends. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../support/folder.ts'
import { runProcess, startProcess, type TestProcess } from '../../support/process.ts'
import { ask } from '../../support/server.ts'
import { bundleOf } from '../../support/tillBundle.ts'

interface Ready {
  ready: true
  url: string
  apps: { id: string; name: string; environment: string; apiKey?: string }[]
  window?: string
}

const entry = bundleOf('core/cli/gateway.ts')
const startGateway = (flags: string[]) => startProcess<Ready>(entry, ['--port', '0', ...flags])
/** Flags of a device of a shop; nobody is at that address. */
const device = [
  '--authority-url',
  'http://127.0.0.1:9',
  '--tin',
  'P051234567X',
  '--branch',
  '00',
  '--serial',
  'KAU-1',
]
const newFolder = () => {
  const folder = temporaryFolder()
  onTestFinished(folder.remove)
  return folder.path
}

describe('in a folder of its own', () => {
  const folder = temporaryFolder()
  const data = join(folder.path, 'shop')
  let gateway: TestProcess<Ready>
  beforeAll(async () => {
    gateway = await startGateway(['--data', data])
  })
  afterAll(async () => {
    await gateway.stop()
    folder.remove()
  })

  test('the ready line has exactly what was promised', () => {
    expect(gateway.ready).toEqual({
      ready: true,
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      apps: [
        {
          id: expect.any(String),
          name: 'Sandbox',
          environment: 'sandbox',
          apiKey: expect.stringMatching(/^svc_test_/),
        },
      ],
    })
  })

  test('the key opens the interface, and nothing else does', async () => {
    const { url, apps } = gateway.ready
    const headers = { 'x-api-key': apps[0]!.apiKey! }
    expect((await ask(`${url}/api/v1/health`)).status).toBe(200)
    expect((await ask(`${url}/api/v1/items`, { headers })).json()['resultCd']).toBe('007')
    expect((await ask(`${url}/api/v1/items`)).status).toBe(401)
    const initialized = await ask(`${url}/api/v1/initialize`, { method: 'POST', headers, body: {} })
    expect(initialized.json()).toMatchObject({
      resultCd: '000',
      data: { deviceInfo: { deviceStatus: 'ACTIVE' } },
    })
  })

  test('no window is served', async () => {
    const { url } = gateway.ready
    expect((await ask(`${url}/`)).status).toBe(404)
    expect((await ask(`${url}/bridge/session`, { method: 'POST', body: { token: '' } })).status).toBe(404)
  })

  test('a second process is sent away, names the first one, and leaves it alone', async () => {
    const second = await runProcess(entry, ['--port', '0', '--data', data])
    expect(second).toMatchObject({ code: 1, output: '' })
    expect(second.errors).toMatch(/^kaunta: Kaunta is already running with the data in [^\n]+\n$/)
    expect(second.errors).toContain(`(process ${gateway.pid})`)
    expect((await ask(`${gateway.ready.url}/api/v1/health`)).status).toBe(200)
  })

  test('commands beside it make keys at the same time, and each key works at once', async () => {
    const mint = async () => {
      const { code, errors, output } = await runProcess(entry, ['keys', '--data', data, 'mint'])
      expect({ code, errors }).toEqual({ code: 0, errors: '' })
      const { apiKey } = JSON.parse(output) as { apiKey: string }
      const answer = await ask(`${gateway.ready.url}/api/v1/items`, { headers: { 'x-api-key': apiKey } })
      expect(answer.status).not.toBe(401)
    }
    await Promise.all(Array.from({ length: 6 }, mint))
  })

  test('after SIGKILL the folder is free, and the same shop opens with the same keys', async () => {
    const { apps } = gateway.ready
    await gateway.kill()
    gateway = await startGateway(['--data', data])
    const [{ apiKey, ...profile } = { apiKey: '' }] = apps
    expect(gateway.ready.apps).toEqual([profile])
    const answer = await ask(`${gateway.ready.url}/api/v1/items`, { headers: { 'x-api-key': apiKey! } })
    expect(answer.status).not.toBe(401)
    gateway.ready.apps[0]!.apiKey = apiKey!
  })

  test('SIGTERM ends it cleanly; the folder is for its owner only, and no secret lies or is logged in clear', async () => {
    const key = gateway.ready.apps[0]!.apiKey!
    expect(await gateway.stop()).toBe(0)
    if (process.platform !== 'win32') expect(statSync(data).mode & 0o777).toBe(0o700)
    expect(await gateway.errors).not.toContain(key)
    const entries = readdirSync(data, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    )
    expect(entries.map(({ name }) => name)).toContain('workspace.db')
    for (const { parentPath, name } of entries) {
      expect(readFileSync(join(parentPath, name), 'latin1')).not.toContain(key)
    }
  })

  test('a folder that has no shop for the environment that is asked for is refused', async () => {
    await gateway.stop()
    const production = ['--environment', 'production', ...device]
    const other = await runProcess(entry, ['--port', '0', '--data', data, ...production])
    expect(other).toMatchObject({ code: 1, output: '' })
    expect(other.errors).toMatch(/none for production: name another folder with --data/)
  })
})

test('a device of the shop becomes the first app', async () => {
  const gateway = await startGateway(['--data', newFolder(), '--environment', 'production', ...device])
  expect(gateway.ready.apps).toMatchObject([
    { environment: 'production', apiKey: expect.stringMatching(/^svc_live_/) },
  ])
  const headers = { 'x-api-key': gateway.ready.apps[0]!.apiKey! }
  const sale = await ask(`${gateway.ready.url}/api/v1/stock/io`, { method: 'POST', headers, body: {} })
  expect(sale.json()['resultCd']).toMatch(/^00[27]$/)
  await gateway.stop()
})

test('other computers are let in only on request, and the danger is said', async () => {
  const gateway = await startGateway(['--data', newFolder(), '--host', '0.0.0.0'])
  expect((await ask(`${gateway.ready.url}/api/v1/health`)).status).toBe(200)
  await gateway.stop()
  expect(await gateway.errors).toMatch(/^kaunta: other computers reach 0\.0\.0\.0 over plain HTTP/m)
  const nowhere = await runProcess(entry, ['--port', '0', '--data', newFolder(), '--host', '192.0.2.1'])
  expect(nowhere).toMatchObject({
    code: 1,
    errors: expect.stringContaining('does not have the address 192.0.2.1'),
  })
})

test('a port that is taken ends it with one line', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await new Promise((resolve) => other.once('listening', resolve))
  const { port } = other.address() as { port: number }
  const flags = ['--data', newFolder(), '--port', String(port)]
  const { code, errors } = await runProcess(entry, flags)
  expect(code).toBe(1)
  expect(errors).toBe(`kaunta: Port ${port} is in use by another program; name another one with --port\n`)
})

test('with --window it leaves a first run to the screens and lets one window in by its token', async () => {
  const gateway = await startGateway(['--data', newFolder(), '--window'])
  const { url, apps, window } = gateway.ready
  expect(apps).toEqual([])
  const { origin, hash } = new URL(window!)
  expect(origin).toBe(url)
  const another = await gateway.ask<{ window: string }>('window')
  expect(another.window).toMatch(/#token=/)
  expect(another.window).not.toBe(window)
  const token = new URLSearchParams(hash.slice(1)).get('token')
  const session = await ask(`${url}/bridge/session`, { method: 'POST', body: { token } })
  const cookie = session.headers['set-cookie']![0]!.split(';')[0]!
  const call = { method: 'POST', body: { name: 'workspace.state', input: {} }, headers: { cookie } }
  const state = await ask(`${url}/bridge/call`, call)
  expect(state.json()).toMatchObject({ ok: true, data: { phase: 'first-run' } })
  await gateway.stop()
})
