/** The owner's switch: whether other software is served by a till, and where. */
import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { startGateway } from '../../../core/cli/startGateway.ts'
import { openHost } from '../../../core/host/openHost.ts'
import { switchable } from '../../../core/http/restSwitch.ts'
import { nodePorts } from '../../../core/platform/nodePorts.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { ask, memoryLog } from '../../support/server.ts'
import { openWindow } from '../../support/window.ts'

/** A port that was free a moment ago; `taken` holds on to it. */
const freePort = async (taken = false): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  const closed = () => new Promise((resolve) => server.close(resolve))
  if (taken) onTestFinished(() => void closed())
  else await closed()
  return port
}

const startTill = async () => {
  const folder = temporaryFolder()
  const ports = nodePorts(folder.path, memoryLog())
  const open = () => openHost({ dataDir: folder.path, ports, rest: switchable(ports) })
  let host = await open()
  onTestFinished(async () => {
    await host.close()
    folder.remove()
  })
  const call = openWindow(() => host, 'window')
  await call('workspace.tryItNow', {})
  const data = async (name: string, input: unknown) => {
    const reply = await call(name, input)
    if (!reply.ok) throw new Error(reply.error.message)
    return reply.data as Record<string, unknown>
  }
  return {
    data,
    call,
    restart: async (between = async (): Promise<unknown> => undefined) => {
      await host.close()
      await between()
      host = await open()
      const { people } = (await data('workspace.state', {})) as { people: { id: string; role: string }[] }
      const owner = people.find(({ role }) => role === 'owner')!
      await data('session.unlock', { userId: owner.id, pin: '1234' })
    },
  }
}
const answers = (port: number) =>
  ask(`http://127.0.0.1:${port}/api/v1/health`).then(
    ({ status }) => status,
    () => 'nobody',
  )

test('it is off until an owner switches it on, survives a restart, moves, and goes off again', async () => {
  const till = await startTill()
  expect(await till.data('rest.get', {})).toEqual({
    mode: 'switch',
    on: false,
    port: 7460,
    url: null,
    problem: null,
  })
  const [port, other] = [await freePort(), await freePort()]
  const url = `http://127.0.0.1:${port}`
  expect(await till.data('rest.set', { on: true, port })).toEqual({
    mode: 'switch',
    on: true,
    port,
    url,
    problem: null,
  })
  const { key } = await till.data('apiKey.mint', {})
  const items = await ask(`${url}/api/v1/items`, { headers: { 'x-api-key': String(key) } })
  expect(items.json()['resultCd']).toBe('000')
  expect((await ask(`${url}/`)).status).toBe(404)
  expect((await ask(`${url}/bridge/session`, { method: 'POST', body: {} })).status).toBe(404)
  await till.data('rest.set', { on: true, port })
  expect(await answers(port)).toBe(200)

  await till.restart()
  expect(await till.data('rest.get', {})).toMatchObject({ on: true, port, url })
  expect(await answers(port)).toBe(200)
  await till.data('rest.set', { on: true, port: other })
  expect([await answers(port), await answers(other)]).toEqual(['nobody', 200])
  await till.data('rest.set', { on: false, port: other })
  expect(await answers(other)).toBe('nobody')
  await till.restart()
  expect(await till.data('rest.get', {})).toMatchObject({ on: false, port: other, url: null })
})

test('a port of another program is refused with its number, and the served port stays open', async () => {
  const till = await startTill()
  const taken = await freePort(true)
  const refused = { code: '003', reason: 'rest.portInUse', field: 'port', params: { port: taken } }
  expect(await till.call('rest.set', { on: true, port: taken })).toMatchObject({ ok: false, error: refused })
  expect(await till.data('rest.get', {})).toMatchObject({ on: false, url: null })
  const port = await freePort()
  await till.data('rest.set', { on: true, port })
  expect(await till.call('rest.set', { on: true, port: taken })).toMatchObject({ ok: false, error: refused })
  expect(await till.data('rest.get', {})).toMatchObject({ on: true, port })
  expect(await answers(port)).toBe(200)
})

test('a till whose port is in use still opens, says so, and takes another', async () => {
  const till = await startTill()
  const port = await freePort()
  const thief = createServer()
  onTestFinished(() => void thief.close())
  await till.data('rest.set', { on: true, port })
  await till.restart(() => new Promise((resolve) => thief.listen(port, '127.0.0.1', () => resolve(null))))
  expect(await till.data('rest.get', {})).toMatchObject({ on: true, port, url: null, problem: 'portInUse' })
  const free = await freePort()
  expect(await till.data('rest.set', { on: true, port: free })).toMatchObject({ problem: null, port: free })
})

test('only an owner may touch it', async () => {
  const till = await startTill()
  const { people } = (await till.data('workspace.state', {})) as { people: { id: string; role: string }[] }
  await till.data('session.unlock', {
    userId: people.find(({ role }) => role === 'cashier')!.id,
    pin: '1234',
  })
  for (const name of ['rest.get', 'rest.set', 'apiKey.list', 'apiKey.mint']) {
    expect(await till.call(name, { on: true })).toMatchObject({ error: { reason: 'session.notAllowed' } })
  }
})

test('a gateway serves it always, and a window of a browser has it on a port of its own', async () => {
  const folders = [temporaryFolder(), temporaryFolder()]
  onTestFinished(() => {
    for (const folder of folders) folder.remove()
  })
  const [gateway, till] = await Promise.all([
    startGateway({ dataDir: folders[0]!.path, port: 0, log: memoryLog() }),
    startGateway({ dataDir: folders[1]!.path, port: 0, log: memoryLog(), rest: 'switch', pages: new Map() }),
  ])
  onTestFinished(async () => {
    await gateway.close()
    await till.close()
  })
  expect((await ask(`${gateway.url}/api/v1/health`)).status).toBe(200)
  expect((await ask(`${till.url}/api/v1/health`)).status).toBe(404)
  const token = new URL(till.windowUrl()!).hash.slice('#token='.length)
  expect((await ask(`${till.url}/bridge/session`, { method: 'POST', body: { token } })).status).toBe(200)
})
