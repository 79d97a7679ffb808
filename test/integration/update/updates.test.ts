/** Updates against a real server with real signatures; the system's installer is a stand-in. */
import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Host } from '../../../core/host/host.ts'
import { openExclusively } from '../../../core/host/openExclusively.ts'
import { nodePorts } from '../../../core/platform/nodePorts.ts'
import { fileFor, publicKeyOf } from '../../../core/update/feed.ts'
import { beforeOpening, type Installing, installNow } from '../../../core/update/install.ts'
import { decide, type Installation } from '../../../core/update/installation.ts'
import type { Update } from '../../../core/update/updates.ts'
import { makeKeys } from '../../../electron/release/sign.ts'
import { type FeedServer, installerBytes, installerName, startFeedServer } from '../../support/feedServer.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { memoryLog } from '../../support/server.ts'
import { openWindow } from '../../support/window.ts'

const pin = '471362'

/** A computer with one Kaunta on it. Its installer only notes which version is there now. */
const startComputer = async (server: FeedServer) => {
  const folder = temporaryFolder()
  const dataDir = folder.path
  let installed = '0.1.0'
  let host: Host | null = null
  let wanted: Update | null = null
  let startsWithComputer = false
  const offered: string[] = []
  let profile = ''
  let accepts = true
  const installs: { version: string; files: string[] }[] = []
  const log = memoryLog()
  const ports = nodePorts(dataDir, log)
  const by = (): Installing => ({
    dataDir,
    wanted: {
      key: publicKeyOf(server.publicKey),
      version: installed,
      kind: 'AppImage',
      platform: 'linux',
      arch: 'x64',
    },
    offThread: ports.offThread,
    log,
    now: ports.clock.now,
    runInstaller: async ({ path, version }) => {
      if (!accepts) throw new Error('The person gave no password')
      expect(readFileSync(path).length).toBe(installerBytes)
      installed = version
      installs.push({ version, files: filesOf({ dataDir, profile }) })
    },
    offer: async (version) => {
      offered.push(version)
      return true
    },
  })
  const ask = openWindow(() => host as Host, 'window-1')
  const computer = {
    dataDir,
    log,
    version: () => installed,
    offered: () => offered,
    installs: () => installs,
    refuseInstallers: (refuse: boolean) => {
      accepts = !refuse
    },
    /** Starts what is installed. `fails`: before people can work. Returns what the start says. */
    start: async ({ fails = false, before = async () => {} } = {}): Promise<string> => {
      const start = await beforeOpening(by())
      if (!start.opens) return computer.start({ fails, before })
      host = await openExclusively(dataDir, ports, {
        program: {
          wanted: by().wanted,
          install: (update) => {
            wanted = update
          },
          startsWithComputer: () => startsWithComputer,
          setStartsWithComputer: (on) => {
            startsWithComputer = on
          },
        },
      })
      await before()
      if (fails) await computer.end()
      else await host.ready()
      return start.remedy
    },
    end: async () => {
      await host?.close()
      host = null
    },
    /** What Kaunta does after a manager's confirmation. */
    install: async () => {
      await computer.end()
      if (wanted) await installNow(wanted, by())
    },
    ok: async <T = Record<string, unknown>>(name: string, input: object = {}): Promise<T> => {
      const reply = await ask(name, input)
      if (!reply.ok) throw new Error(`${name}: ${reply.error.message}`)
      return reply.data as T
    },
    fails: async (name: string, input: object = {}) => {
      const reply = await ask(name, input)
      if (reply.ok) throw new Error(`${name} did not fail`)
      return reply.error
    },
    unlock: async () => {
      const { people } = await computer.ok<{ people: { id: string }[] }>('workspace.state')
      await computer.ok('session.unlock', { userId: people[0]?.id, pin })
    },
    audit: async () => {
      const { entries } = await computer.ok<{ entries: { kind: string; subject: string }[] }>('audit.list')
      return entries
        .filter(({ kind }) => kind.startsWith('update'))
        .map(({ kind, subject }) => [kind, subject])
    },
  }
  onTestFinished(async () => {
    await computer.end()
    folder.remove()
  })
  await computer.start()
  await computer.ok('workspace.createOwner', { name: 'Wanjiru', pin })
  profile = (await computer.ok<{ id: string }>('profile.createPractice', { name: 'Mfano' })).id
  await computer.ok('profile.switch', { id: profile })
  return { ...computer, profile }
}

const startServer = async (): Promise<FeedServer> => {
  const server = await startFeedServer()
  onTestFinished(() => server[Symbol.asyncDispose]())
  await server.publish('0.1.0')
  await server.publish('0.2.0')
  return server
}

/** A computer on which the next version is staged. */
const startStaged = async () => {
  const server = await startServer()
  const computer = await startComputer(server)
  await computer.ok('update.setAddress', { address: server.address })
  expect(await computer.ok('update.ask')).toMatchObject({ step: 'ready', next: '0.2.0', waitsFor: [] })
  return { server, computer }
}

/** Databases and journals, as they are when Kaunta is closed. */
const filesOf = ({ dataDir, profile }: { dataDir: string; profile: string }) =>
  [`apps/${profile}/till.db`, `apps/${profile}/till.db.state`, 'workspace.db'].map((name) =>
    readFileSync(join(dataDir, name)).toString('base64'),
  )

test('without an address nobody is asked for anything', async () => {
  const server = await startServer()
  const computer = await startComputer(server)
  expect(await computer.ok('update.ask')).toMatchObject({
    mode: 'on',
    address: '',
    step: 'idle',
    problem: null,
  })
  expect(server.asked).toEqual([])
  expect(await computer.fails('update.setAddress', { address: 'http://example.com' })).toMatchObject({
    code: '003',
    field: 'address',
  })
})

const other = makeKeys()
const file = installerName('0.2.0', 'AppImage')
const refused: [what: string, change: (server: FeedServer) => unknown, problem: string | null][] = [
  ['a file of another content', ({ change }) => change(file, (all) => all.fill('x', 5, 9)), 'badFile'],
  ['a longer file', ({ change }) => change(file, (all) => Buffer.concat([all, all])), 'badFile'],
  ['a changed feed', ({ change }) => change('latest-linux.yml', (all) => `${all} `), 'badSignature'],
  [
    'a changed signature',
    ({ change }) => change('latest-linux.yml.sig', (all) => all.fill('A', 3, 9)),
    'badSignature',
  ],
  ['a feed of another key', ({ publish }) => publish('0.3.0', { keys: other }), 'badSignature'],
  [
    'the feed of another system',
    ({ change, folder }) => {
      for (const end of ['', '.sig'])
        change(`latest-linux.yml${end}`, () => readFileSync(join(folder, `latest.yml${end}`)))
    },
    'badSignature',
  ],
  ['an older version', ({ publish }) => publish('0.0.9'), null],
  ['the same version', ({ publish }) => publish('0.1.0'), null],
  ['no feed', ({ change }) => change('latest-linux.yml', () => Buffer.alloc(0)), 'badSignature'],
  ['a feed without end', ({ change }) => change('latest-linux.yml', () => Buffer.alloc(1 << 20)), 'badFeed'],
]
test.each(refused)('%s is refused, and nothing of it can be installed', async (_what, change, problem) => {
  const server = await startServer()
  await change(server)
  const computer = await startComputer(server)
  await computer.ok('update.setAddress', { address: server.address })
  expect(await computer.ok('update.ask')).toMatchObject({ step: 'idle', next: null, problem })
  expect(await computer.fails('update.install', { version: '0.2.0' })).toMatchObject({
    reason: 'update.notReady',
  })
  const updates = join(computer.dataDir, 'updates')
  expect(existsSync(updates) ? readdirSync(updates) : []).not.toContain(file)
})

test('a version whose way back is missing is not offered', async () => {
  const server = await startFeedServer()
  onTestFinished(() => server[Symbol.asyncDispose]())
  await server.publish('0.2.0')
  const computer = await startComputer(server)
  await computer.ok('update.setAddress', { address: server.address })
  expect(await computer.ok('update.ask')).toMatchObject({ step: 'idle', problem: 'noWayBack' })
})

test('a transfer that breaks continues where it ended', async () => {
  const server = await startServer()
  const computer = await startComputer(server)
  await computer.ok('update.setAddress', { address: server.address })
  const cut = server.holdAfter(100_000)
  const asking = computer.ok('update.ask')
  const folder = join(computer.dataDir, 'updates')
  const arrived = () =>
    existsSync(folder) && readdirSync(folder).some((name) => statSync(join(folder, name)).size === 100_000)
  await expect.poll(arrived, { timeout: 20_000 }).toBe(true)
  cut()
  expect(await asking).toMatchObject({ step: 'idle', problem: 'unreachable' })
  expect(await computer.ok('update.ask')).toMatchObject({ step: 'ready', received: 2 * installerBytes })
  expect(server.asked.filter((name) => name.includes('bytes='))).toHaveLength(1)
})

test('a manager installs it; the new version starts, and the trail names both', async () => {
  const { server, computer } = await startStaged()
  await computer.ok('update.install', { version: '0.2.0' })
  await computer.install()
  expect(computer.version()).toBe('0.2.0')
  expect(readdirSync(join(computer.dataDir, 'updates/copies'))).toContain('workspace.db')
  await computer.start()
  await computer.unlock()
  expect(await computer.ok('update.get')).toMatchObject({
    version: '0.2.0',
    last: { from: '0.1.0', to: '0.2.0', outcome: 'installed' },
  })
  expect(await computer.audit()).toEqual([
    ['updateEnded', '0.2.0'],
    ['updateBegun', '0.2.0'],
    ['updateAddress', `${server.address}/`],
  ])
  expect(readdirSync(join(computer.dataDir, 'updates'))).not.toContain('copies')
  // The installer that is here now is the way back of the next one.
  await server.publish('0.3.0')
  server.asked.length = 0
  await computer.ok('update.ask')
  expect(server.asked).not.toContain(file)
  expect(readdirSync(join(computer.dataDir, 'updates')).toSorted()).toEqual([
    file,
    installerName('0.3.0', 'AppImage'),
    'installation.json',
  ])
})

test('a version that does not start goes back, program and databases together', async () => {
  const { server, computer } = await startStaged()
  await computer.ok('update.install', { version: '0.2.0' })
  await computer.end()
  const before = filesOf(computer)
  await computer.install()
  await computer.start({ fails: true })
  expect(filesOf(computer)).not.toEqual(before)
  // The system asks for a password and gets none. So Kaunta opens what it has brought back, and tries again.
  computer.refuseInstallers(true)
  expect(await computer.start({ fails: true })).toContain(installerName('0.1.0', 'AppImage'))
  computer.refuseInstallers(false)
  // The last start ends the new version, and what it starts is the old one.
  await computer.start()
  expect(computer.installs().at(-1)).toEqual({ version: '0.1.0', files: before })
  await computer.unlock()
  expect(await computer.ok('update.get')).toMatchObject({
    version: '0.1.0',
    last: { from: '0.1.0', to: '0.2.0', outcome: 'wentBack' },
  })
  expect((await computer.audit())[0]).toEqual(['updateEnded', '0.2.0'])
  // It is not offered twice; the next one is.
  expect(await computer.ok('update.ask')).toMatchObject({ step: 'idle', next: null, problem: null })
  await server.publish('0.2.1')
  expect(await computer.ok('update.ask')).toMatchObject({ step: 'ready', next: '0.2.1' })
})

test('after the first write there is no way back: the data stays, and the next version is offered', async () => {
  const { server, computer } = await startStaged()
  await computer.ok('update.install', { version: '0.2.0' })
  await computer.install()
  const write = async () => {
    await computer.unlock()
    await computer.ok('profile.createPractice', { name: 'Ya pili' })
  }
  await computer.start({ fails: true, before: write })
  // No next version yet: the same one starts again, and says why.
  const remedy = await computer.start({ fails: true })
  expect(remedy).toContain('cannot go back to 0.1.0')
  expect([computer.version(), computer.offered()]).toEqual(['0.2.0', []])
  await server.publish('0.2.1')
  await computer.start()
  expect([computer.version(), computer.offered()]).toEqual(['0.2.1', ['0.2.1']])
  await computer.unlock()
  const { profiles } = await computer.ok<{ profiles: { name: string }[] }>('profile.list')
  expect(profiles.map(({ name }) => name)).toEqual(['Mfano', 'Ya pili'])
  expect(await computer.ok('update.get')).toMatchObject({ last: { from: '0.2.0', outcome: 'installed' } })
})

test('what was not installed leaves the version that runs, and is still ready', async () => {
  const { computer } = await startStaged()
  await computer.ok('update.install', { version: '0.2.0' })
  computer.refuseInstallers(true)
  await expect(computer.install()).rejects.toThrow('no password')
  await computer.start()
  await computer.unlock()
  expect(await computer.ok('update.ask')).toMatchObject({
    version: '0.1.0',
    step: 'ready',
    last: { outcome: 'notInstalled' },
  })
})

test('no installation begins while a sale is open', async () => {
  const { computer } = await startStaged()
  const draft = {
    cart: { lines: [{ itemId: 1, quantity: 100 }] },
    requestId: randomUUID(),
    paying: false,
    tenders: [],
    asked: null,
  }
  await computer.ok('sale.keepDraft', { window: 'window-1', draft })
  expect(await computer.ok('update.get')).toMatchObject({ waitsFor: ['sale'] })
  expect(await computer.fails('update.install', { version: '0.2.0' })).toMatchObject({
    reason: 'update.openSale',
  })
  await computer.ok('sale.keepDraft', { window: 'window-1', draft: null })
  expect(await computer.ok('update.get')).toMatchObject({ waitsFor: [] })
})

test.each([
  ['x64', ['a-arm64.zip', 'a-x64.zip'], 'a-x64.zip'],
  ['arm64', ['a-x64.zip', 'a-arm64.zip'], 'a-arm64.zip'],
  ['arm64', ['a-x64.zip'], 'a-x64.zip'],
  ['x64', ['a-arm64.zip'], null],
])('a computer with %s gets of %j a file that it can run', (arch, urls, expected) => {
  const files = urls.map((url) => ({ url, sha512: '', size: 1 }))
  const choose = () => fileFor({ version: '0.2.0', files }, 'zip', arch).url
  if (expected === null) expect(choose).toThrow('no zip file for x64')
  else expect(choose()).toBe(expected)
})

const note: Installation = {
  from: '0.1.0',
  to: '0.2.0',
  address: '',
  at: 0,
  state: 'begun',
  starts: 0,
  wayBack: { url: 'x', sha512: '', size: 1 },
  copies: [],
  journals: {},
  revision: 0,
}
describe('what a start decides', () => {
  test.each([
    ['open', '0.2.0', {}, false, 'try'],
    ['the new version failed', '0.2.0', { starts: 1 }, false, 'goBack'],
    ['it failed and has written', '0.2.0', { starts: 1 }, true, 'keep'],
    ['nothing was installed', '0.1.0', {}, false, 'open'],
    ['another version was installed by hand', '0.5.0', { starts: 1 }, false, 'open'],
    ['going back was cut off', '0.2.0', { state: 'goingBack' }, false, 'goBack'],
    ['going back failed, and it has written since', '0.2.0', { state: 'goingBack' }, true, 'keep'],
    ['it went back', '0.1.0', { state: 'goingBack' }, false, 'open'],
    ['there is no way back', '0.2.0', { state: 'kept' }, true, 'keep'],
    ['it succeeded', '0.2.0', { state: 'installed', starts: 1 }, true, 'open'],
  ] as const)('%s', (_case, running, change, written, verdict) => {
    expect(decide({ ...note, ...change }, running, () => written)).toBe(verdict)
  })
})
