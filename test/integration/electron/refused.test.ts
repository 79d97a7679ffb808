/** Electron's main process where its lock is not given. */
import { EventEmitter } from 'node:events'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { temporaryFolder } from '../../support/folder.ts'

const electron = vi.hoisted(() => ({
  app: {} as EventEmitter & Record<string, ReturnType<typeof vi.fn>>,
  protocol: { registerSchemesAsPrivileged: vi.fn() },
  dialog: { showErrorBox: vi.fn() },
  ipcMain: {},
  Menu: {},
  safeStorage: {},
  session: {},
  BrowserWindow: vi.fn(),
}))
vi.mock('electron', () => electron)

const folder = temporaryFolder()
const data = join(folder.path, 'data')

const start = async () => {
  const argv = process.argv
  process.argv = [...argv, '--data', data]
  onTestFinished(() => {
    process.argv = argv
    rmSync(folder.path, { recursive: true, force: true })
  })
  vi.resetModules()
  await import('../../../electron/main/main.ts')
}

beforeEach(() => {
  mkdirSync(folder.path, { recursive: true })
  electron.dialog.showErrorBox.mockClear()
  electron.app = Object.assign(new EventEmitter(), {
    enableSandbox: vi.fn(),
    setPath: vi.fn(),
    requestSingleInstanceLock: vi.fn(() => false),
    whenReady: vi.fn(async () => undefined),
    quit: vi.fn(),
    exit: vi.fn(),
  }) as unknown as typeof electron.app
})

test('a second start leaves the floor to the first one', async () => {
  mkdirSync(join(data, 'window'), { recursive: true })
  await start()
  expect(electron.app['quit']).toHaveBeenCalledOnce()
  expect(electron.dialog.showErrorBox).not.toHaveBeenCalled()
  expect(readdirSync(join(data, 'window'))).toEqual([])
})

test('a folder that the lock cannot lie in is named, after the time from which a box can be shown', async () => {
  mkdirSync(data)
  // For root no folder is read-only; a file in its place is a folder that nobody can write in.
  writeFileSync(join(data, 'window'), '')
  await start()
  await expect.poll(() => electron.app['exit']).toHaveBeenCalledWith(1)
  const { whenReady, quit } = electron.app
  const { showErrorBox } = electron.dialog
  expect(showErrorBox).toHaveBeenCalledExactlyOnceWith('Kaunta cannot start', expect.stringContaining(data))
  expect(whenReady!.mock.invocationCallOrder[0]).toBeLessThan(showErrorBox.mock.invocationCallOrder[0]!)
  expect(quit).not.toHaveBeenCalled()
})
