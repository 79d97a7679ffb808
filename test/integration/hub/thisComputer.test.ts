/** The hub on this computer: a child of the till, with a real PostgreSQL. The till sells whatever becomes of it. */
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { HubProcess, StartHub } from '../../../core/base/hubProcess.ts'
import { createThisComputer } from '../../../core/link/thisComputer.ts'
import { startHubProcess } from '../../../core/platform/hubProcess.ts'
import { nodePorts, systemClock } from '../../../core/platform/nodePorts.ts'
import { openFolder } from '../../support/postgres.ts'
import { memoryLog } from './openDoor.ts'

/** A free port: two runs of this file must not meet. */
const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '0.0.0.0')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

const open = (dataDir: string, port: number, kept = new Map<string, string>()) => {
  const children: HubProcess[] = []
  const log = memoryLog()
  const startHub: StartHub = (args) => {
    const child = startHubProcess(args)
    children.push(child)
    return child
  }
  const computer = createThisComputer({
    dataDir,
    startHub,
    kept: { get: () => kept.get('hub'), set: (value) => void kept.set('hub', value) },
    secretsIn: (folder) => nodePorts(folder, log).secrets,
    clock: systemClock,
    log,
    port,
    pauseMs: 50,
  })
  onTestFinished(() => computer.close())
  const becomes = (state: string) =>
    vi.waitFor(async () => expect(await computer.state()).toMatchObject({ state }), {
      timeout: 60_000,
      interval: 50,
    })
  return { computer, children, kept, log, becomes }
}

test('it is started, starts again after a crash and with Kaunta, and is stopped', async () => {
  const folder = openFolder()
  onTestFinished(folder.remove)
  const port = await freePort()
  const first = open(folder.path, port)
  expect(await first.computer.state()).toMatchObject({ state: 'off', code: null, own: null })
  first.computer.start('sandbox')
  await first.becomes('on')
  const shown = await first.computer.state()
  expect(shown).toMatchObject({ environment: 'sandbox', own: `127.0.0.1:${port}`, failure: null })
  expect(shown.code).toMatch(/^\w{4}-\w{4}-\w{4}-\w{4}$/)
  expect((await first.computer.newCode()).code).not.toBe(shown.code)

  first.children[0]!.kill()
  await vi.waitFor(() => expect(first.children).toHaveLength(2), { timeout: 30_000 })
  await first.becomes('on')
  await first.computer.close()

  const next = open(folder.path, port, first.kept)
  await next.becomes('on')
  await next.computer.stop()
  expect(await next.computer.state()).toMatchObject({ state: 'off', environment: null })
  const last = open(folder.path, port, first.kept)
  expect(await last.computer.state()).toMatchObject({ state: 'off' })
  expect(last.children).toHaveLength(0)
})

test('a port that another program uses is said, and tried again', async () => {
  const folder = openFolder()
  onTestFinished(folder.remove)
  const other = createServer().listen(0, '0.0.0.0')
  await once(other, 'listening')
  const { port } = other.address() as { port: number }
  const { computer, becomes } = open(folder.path, port)
  computer.start('sandbox')
  await becomes('failed')
  expect(await computer.state()).toMatchObject({ failure: { reason: 'portInUse', port } })
  other.close()
  await becomes('on')
  expect((await computer.state()).failure).toBeNull()
})

test('why it does not start is said in words', async () => {
  const folder = openFolder()
  onTestFinished(folder.remove)
  mkdirSync(join(folder.path, 'branchHub/sandbox'), { recursive: true })
  writeFileSync(join(folder.path, 'branchHub/sandbox/hub'), '')
  const { computer, becomes } = open(folder.path, await freePort())
  computer.start('sandbox')
  await becomes('failed')
  const { failure } = await computer.state()
  expect(failure).toMatchObject({ reason: 'ended', text: expect.stringContaining('EEXIST') })
})
