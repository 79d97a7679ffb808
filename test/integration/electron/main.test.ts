/** Electron's main process with the real core, around stand-ins of Electron's pieces. */
import { EventEmitter } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { temporaryFolder } from '../../support/folder.ts'
import { ourFrame } from './fakes.ts'

const electron = vi.hoisted(() => ({
  app: {} as EventEmitter & Record<string, ReturnType<typeof vi.fn>>,
  ipcMain: { handle: vi.fn(), removeHandler: vi.fn() },
  protocol: { registerSchemesAsPrivileged: vi.fn(), handle: vi.fn() },
  dialog: { showErrorBox: vi.fn() },
  Menu: { setApplicationMenu: vi.fn(), buildFromTemplate: vi.fn() },
  safeStorage: { isAsyncEncryptionAvailable: async () => false },
  session: { fromPartition: vi.fn() },
  screen: {
    getAllDisplays: vi.fn(() => [{ id: 1 }, { id: 2, bounds: { x: 1366, y: 0, width: 800, height: 480 } }]),
    getPrimaryDisplay: vi.fn(() => ({ id: 1 })),
  },
  BrowserWindow: vi.fn(),
}))
vi.mock('electron', () => electron)

const folder = temporaryFolder()
const window = Object.assign(new EventEmitter(), {
  loadURL: vi.fn(async (_url: string) => undefined),
  show: vi.fn(),
  restore: vi.fn(),
  focus: vi.fn(),
  isDestroyed: vi.fn(() => false),
  isMinimized: vi.fn(() => false),
  webContents: Object.assign(new EventEmitter(), { send: vi.fn(), reload: vi.fn() }),
})

let handler: (...args: unknown[]) => Promise<unknown>
let opened: { address: string; steps: number[]; schemeRegistered: number; userData: unknown[] }

/** The profile that the window shows. */
let profile: string | undefined

const call = (name: string, input: unknown) =>
  handler({ senderFrame: ourFrame, sender: { id: 1 } }, name, input, profile)

const order = (mock: { mock: { invocationCallOrder: number[] } }) => mock.mock.invocationCallOrder[0]!

beforeAll(async () => {
  process.argv.push('--data', folder.path)
  electron.app = Object.assign(new EventEmitter(), {
    enableSandbox: vi.fn(),
    setPath: vi.fn(),
    requestSingleInstanceLock: vi.fn(() => true),
    whenReady: vi.fn(async () => undefined),
    quit: vi.fn(),
    exit: vi.fn(),
    relaunch: vi.fn(),
  }) as unknown as typeof electron.app
  electron.BrowserWindow.mockImplementation(function makeWindow() {
    return window
  })
  await import('../../../electron/main/main.ts')
  await vi.waitFor(() => expect(window.loadURL).toHaveBeenCalledOnce(), { timeout: 30_000 })
  const { app, protocol, ipcMain } = electron
  handler = ipcMain.handle.mock.lastCall![1]
  const inOrder = [
    app['enableSandbox']!,
    app['requestSingleInstanceLock']!,
    app['whenReady']!,
    ipcMain.handle,
    window.loadURL,
  ]
  opened = {
    address: window.loadURL.mock.lastCall![0],
    steps: inOrder.map(order),
    schemeRegistered: order(protocol.registerSchemesAsPrivileged),
    userData: app['setPath']!.mock.lastCall!,
  }
})
afterAll(folder.remove)

test('the window opens on our own scheme, after the sandbox is on and the lock is taken', () => {
  expect(opened.address).toBe('app://till/')
  expect(opened.steps).toEqual(opened.steps.toSorted((a, b) => a - b))
  expect(opened.schemeRegistered).toBeLessThan(opened.steps[2]!)
  expect(opened.userData).toEqual(['userData', join(folder.path, 'window')])
})

test('the window shows when there is something to see', () => {
  window.emit('ready-to-show')
  expect(window.show).toHaveBeenCalledOnce()
})

test('the page reaches the core and hears of its changes', async () => {
  await expect(call('workspace.state', {})).resolves.toMatchObject({ ok: true, data: { phase: 'first-run' } })
  const session = await call('workspace.tryItNow', {})
  expect(session).toMatchObject({ ok: true, data: { appId: expect.any(String) } })
  profile = (session as { data: { appId: string } }).data.appId
  expect(window.webContents.send).toHaveBeenCalledWith('till:event', { type: 'workspace.changed' })
})

test('other software is not let in until the owner wants it, and then on this computer only', async () => {
  expect(await call('rest.get', {})).toMatchObject({ data: { mode: 'switch', on: false, url: null } })
  const free = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => free.once('listening', resolve))
  const { port } = free.address() as { port: number }
  expect(await call('rest.set', { on: true, port })).toMatchObject({ error: { reason: 'rest.portInUse' } })
  await new Promise((resolve) => free.close(resolve))
  const url = `http://127.0.0.1:${port}`
  expect(await call('rest.set', { on: true, port })).toMatchObject({ data: { on: true, url } })
  const { data } = (await call('apiKey.mint', {})) as { data: { key: string } }
  const items = () => fetch(`${url}/api/v1/items`, { headers: { 'x-api-key': data.key } })
  expect((await items()).status).toBe(200)
  await call('rest.set', { on: false, port })
  await expect(items()).rejects.toThrow()
})

test('a page that dies is loaded again, and its window with it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { webContents } = window
  webContents.emit('render-process-gone', {}, { reason: 'oom', exitCode: 9 })
  vi.runAllTimers()
  expect(webContents.reload).toHaveBeenCalledOnce()
  webContents.emit('render-process-gone', {}, { reason: 'clean-exit', exitCode: 0 })
  vi.runAllTimers()
  expect(webContents.reload).toHaveBeenCalledOnce()
})

test('a second start brings the first one to the front, as large as it was', () => {
  electron.app.emit('second-instance')
  expect(window.focus).toHaveBeenCalledOnce()
  expect(window.restore).not.toHaveBeenCalled()
  window.isMinimized.mockReturnValueOnce(true)
  electron.app.emit('second-instance')
  expect(window.restore).toHaveBeenCalledOnce()
})

test('what nobody has caught ends it, and it comes back by itself once it has run a while', () => {
  const last = process.listeners('unhandledRejection').at(-1)!
  const uptime = vi.spyOn(performance, 'now').mockReturnValue(30_000)
  onTestFinished(() => uptime.mockRestore())
  last(new Error('a defect'), Promise.resolve())
  expect(electron.app['exit']).toHaveBeenLastCalledWith(1)
  expect(electron.app['relaunch']).not.toHaveBeenCalled()
  uptime.mockReturnValue(90_000)
  last(new Error('a defect'), Promise.resolve())
  expect(electron.app['exit']).toHaveBeenCalledTimes(2)
  expect(electron.app['relaunch']).toHaveBeenCalledOnce()
})

test('it quits only when the core is closed, once, and a person who starts it meanwhile gets it back', async () => {
  const { app, ipcMain } = electron
  app['relaunch']!.mockClear()
  const preventDefault = vi.fn()
  app.emit('before-quit', { preventDefault })
  app.emit('before-quit', { preventDefault })
  window.isDestroyed.mockReturnValue(true)
  app.emit('second-instance')
  expect(preventDefault).toHaveBeenCalledTimes(2)
  expect(app['quit']).not.toHaveBeenCalled()
  await expect.poll(() => app['quit']).toHaveBeenCalled()
  expect(existsSync(join(folder.path, 'workspace.db-wal'))).toBe(false)
  app.emit('before-quit', { preventDefault })
  expect(preventDefault).toHaveBeenCalledTimes(2)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(app['quit']).toHaveBeenCalledOnce()
  expect(app['relaunch']).toHaveBeenCalledOnce()
  expect(ipcMain.removeHandler).toHaveBeenCalledExactlyOnceWith('till:call')
})

test('it quits also when the core cannot be closed, as on a disk that fails', async () => {
  const { app } = electron
  app['quit']!.mockClear()
  app.removeAllListeners()
  vi.resetModules()
  vi.doMock('../../../core/host/openExclusively.ts', async (original) => {
    const { openExclusively } = await original<typeof import('../../../core/host/openExclusively.ts')>()
    const open: typeof openExclusively = async (...given) => {
      const host = await openExclusively(...given)
      const close = async () => {
        await host.close()
        throw Object.assign(new Error('i/o error'), { code: 'EIO' })
      }
      return { ...host, close }
    }
    return { openExclusively: open }
  })
  onTestFinished(() => vi.doUnmock('../../../core/host/openExclusively.ts'))
  window.loadURL.mockClear()
  await import('../../../electron/main/main.ts')
  await vi.waitFor(() => expect(window.loadURL).toHaveBeenCalledOnce(), { timeout: 10_000 })
  const preventDefault = vi.fn()
  app.emit('before-quit', { preventDefault })
  await vi.waitFor(() => expect(app['quit']).toHaveBeenCalledOnce(), { timeout: 10_000 })
  app.emit('before-quit', { preventDefault })
  expect(preventDefault).toHaveBeenCalledOnce()
})
