/** Attacks on the local server over real connections: none is served. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { readPages } from '../../../core/http/pages.ts'
import { startServer } from '../../../core/http/server.ts'
import { randomIds } from '../../../core/platform/nodePorts.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { ask, askRaw, memoryLog, startTestServer } from '../../support/server.ts'
import { standInHost } from '../../support/standInHost.ts'
import { request as bytesOf, goodRequests } from './attackRequest.ts'
import { attacks } from './attacks.ts'

const builtPages = () => {
  const folder = temporaryFolder()
  onTestFinished(folder.remove)
  mkdirSync(join(folder.path, 'dist', 'assets'), { recursive: true })
  writeFileSync(join(folder.path, 'secret.txt'), 'not for windows')
  writeFileSync(join(folder.path, 'dist', 'index.html'), '<!doctype html><p>till')
  writeFileSync(join(folder.path, 'dist', 'assets', 'main-1a2b.js'), 'export {}')
  symlinkSync(join(folder.path, 'secret.txt'), join(folder.path, 'dist', 'link.txt'))
  return readPages(join(folder.path, 'dist'))
}

const start = async () => {
  const host = standInHost()
  const server = await startTestServer(host, { pages: builtPages() })
  onTestFinished(() => server[Symbol.asyncDispose]())
  const token = server.mint()
  const target = { port: Number(new URL(server.url).port), cookie: await server.openWindow(), token }
  return { host, server, target, token }
}

test('the requests that the attacks are made from are served', async () => {
  const { host, server, target } = await start()
  const { window, look, write, events, stream } = goodRequests(target)
  for (const good of [window, look, write])
    expect(await askRaw(server.url, bytesOf(good))).toMatch(/^HTTP\/1\.1 200 /)
  expect(host.calls).toHaveLength(3)
  for (const good of [events, stream]) {
    const socket = connect(target.port, '127.0.0.1')
    socket.write(bytesOf(good))
    const [first] = await new Promise<Buffer[]>((resolve) =>
      socket.once('data', (data: Buffer) => resolve([data])),
    )
    expect(String(first)).toMatch(/^HTTP\/1\.1 200 /)
    socket.destroy()
  }
})

test('none of several hundred attacks is served', async () => {
  const { host, server, target, token } = await start()
  const all = attacks(target)
  expect(all.length).toBeGreaterThan(300)
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length)
  const served: string[] = []
  for (const { name, bytes } of all) {
    const answer = await askRaw(server.url, bytes).catch(() => '')
    // The page itself is everybody's; only what is in the address of it must not count.
    const isPage =
      name === 'a token in the address of the page' || name === 'the path /.' || name === 'the path /..'
    if (/^HTTP\/1\.1 [23]/m.test(answer) && !isPage) served.push(`${name}: ${answer.slice(0, 60)}`)
    if (host.calls.length > 0 || host.listeners.size > 0) served.push(`${name} reached the core`)
    host.calls.length = 0
    if (/^(access-control-|set-cookie:)/im.test(answer.split('\r\n\r\n')[0] ?? ''))
      served.push(`${name}: a header too many`)
    if (answer.includes('not for windows')) served.push(`${name}: the file`)
    // A refused request gets the envelope, or is cut off.
    if (answer !== '' && !isPage && !/"(resultCd|code)":"00[13]"/.test(answer))
      served.push(`${name}: ${answer.slice(-80)}`)
  }
  expect(served).toEqual([])
  expect(JSON.stringify(server.log.lines)).not.toContain('unexpectedly')

  // All that time the token was good, for one window.
  const letIn = () => ask(`${server.url}/bridge/session`, { method: 'POST', body: { token } })
  const first = await letIn()
  expect(first.status).toBe(200)
  const [cookie = ''] = first.headers['set-cookie'] ?? []
  expect(cookie.split('; ').slice(1).toSorted()).toEqual(['HttpOnly', 'Path=/bridge', 'SameSite=Strict'])
  expect((await letIn()).status).toBe(401)
}, 60_000)

test('who sends a byte now and then holds no connection: neither in the head nor in the body', async () => {
  const log = memoryLog()
  const server = await startServer(standInHost(), { port: 0, log, ids: randomIds, patienceMs: 300 })
  onTestFinished(() => server.close())
  const port = Number(new URL(server.url).port)
  const good = goodRequests({ port, cookie: '', token: '' }).write
  const drip = async (bytes: string, at: number) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    const answer = text(socket).catch(() => 'cut')
    let over = false
    void answer.then(() => {
      over = true
    })
    socket.write(bytes.slice(0, at))
    for (let sent = at; !over && sent < bytes.length; sent += 1) {
      socket.write(bytes[sent] ?? '')
      await pause(40)
    }
    expect(over).toBe(true)
    return answer
  }
  const whole = bytesOf({ ...good, body: `{"a":"${'x'.repeat(2_000)}"}` })
  const answers = await Promise.all([drip(whole, 10), drip(whole, whole.indexOf('\r\n\r\n') + 10)])
  for (const answer of answers) expect(answer).toMatch(/^(HTTP\/1\.1 408 |cut|$)/)
})
