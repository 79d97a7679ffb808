/** Electron's security checklist, item by item. What only a running Electron can show is in the end-to-end project. */
import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { App, BrowserWindow } from 'electron'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { contentSecurityPolicy, type Page } from '../../../core/http/pages.ts'
import { privilegedScheme, serveApp } from '../../../electron/main/protocol.ts'
import { displayUrl, harden, isOurPage, origin } from '../../../electron/main/security.ts'
import { customerDisplay, windowOptions } from '../../../electron/main/window.ts'
import { standInHost } from '../../support/standInHost.ts'
import { ipcPair } from './fakes.ts'

const root = join(import.meta.dirname, '../../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** Emitters that record their calls. */
const fakeSession = () =>
  Object.assign(new EventEmitter(), {
    setPermissionRequestHandler: vi.fn(),
    setPermissionCheckHandler: vi.fn(),
    setDevicePermissionHandler: vi.fn(),
    webRequest: { onBeforeRequest: vi.fn() },
  })
const fakeContents = () => Object.assign(new EventEmitter(), { setWindowOpenHandler: vi.fn() })
const fakeApp = () => Object.assign(new EventEmitter(), { enableSandbox: vi.fn() })

let app: ReturnType<typeof fakeApp>
let session: ReturnType<typeof fakeSession>
let contents: ReturnType<typeof fakeContents>
let openDisplay: () => void

beforeEach(() => {
  app = fakeApp()
  session = fakeSession()
  contents = fakeContents()
  openDisplay = vi.fn()
  harden(app as unknown as App, openDisplay)
  app.emit('session-created', session)
  app.emit('web-contents-created', {}, contents)
})

const isPrevented = (emitter: EventEmitter, name: string, item?: object): boolean => {
  const preventDefault = vi.fn()
  emitter.emit(name, { preventDefault, url: 'https://evil.example' }, item)
  return preventDefault.mock.calls.length === 1
}

const isCancelled = (url: string): boolean => {
  const answer = vi.fn()
  session.webRequest.onBeforeRequest.mock.lastCall![0]({ url }, answer)
  return answer.mock.lastCall![0].cancel
}

const preferences = windowOptions('/preload.cjs').webPreferences!

describe('Electron security checklist', () => {
  test('1: only our own content is loaded', () => {
    const foreign = [
      'http://a.example/',
      'https://a.example/',
      'file:///etc/passwd',
      'ws://a.example/',
      'app://tills/',
      'app://till.a/',
    ]
    expect(foreign.map(isCancelled)).toEqual(foreign.map(() => true))
    expect(
      ['app://till/', 'app://till/assets/a.js', 'data:text/html,x', 'devtools://x'].map(isCancelled),
    ).not.toContain(true)
  })

  test.each([
    ['2: no Node in pages', ['nodeIntegration', 'nodeIntegrationInWorker', 'nodeIntegrationInSubFrames']],
    ['3: context isolation stays on', ['contextIsolation']],
    ['6: web security stays on', ['webSecurity']],
    ['8: no insecure content', ['allowRunningInsecureContent']],
    ['9: no experimental features', ['experimentalFeatures']],
    ['10: no Blink features', ['enableBlinkFeatures']],
    ['11: no webview tag', ['webviewTag']],
  ])('%s: the default is not touched', (_item, names) => {
    for (const name of names) expect(preferences).not.toHaveProperty(name)
    const sources = ['main', 'window', 'security'].map((name) => read(`electron/main/${name}.ts`)).join('\n')
    for (const name of names) expect(sources).not.toContain(name)
  })

  test('4: every page is sandboxed, before anything else happens', () => {
    expect(app.enableSandbox).toHaveBeenCalledOnce()
    expect(preferences).not.toHaveProperty('sandbox')
    const main = read('electron/main/main.ts')
    expect(main.indexOf('harden(app,')).toBeLessThan(main.indexOf('whenReady'))
  })

  test('5: every permission is refused, asked for or looked up', () => {
    for (const permission of ['geolocation', 'notifications', 'media', 'clipboard-read']) {
      const answer = vi.fn()
      session.setPermissionRequestHandler.mock.lastCall![0](contents, permission, answer)
      expect(answer.mock.calls).toEqual([[false]])
    }
    expect(session.setPermissionCheckHandler.mock.lastCall![0]()).toBe(false)
    expect(session.setDevicePermissionHandler.mock.lastCall![0]()).toBe(false)
  })

  test('7: pages leave with a content security policy without exceptions', () => {
    const response = serveApp({ method: 'GET', url: 'app://till/' }, pages)
    expect(response.headers.get('content-security-policy')).toBe(contentSecurityPolicy)
    expect(contentSecurityPolicy).toContain("default-src 'none'")
    expect(contentSecurityPolicy).not.toMatch(/unsafe|\*|https?:/)
  })

  test('12: a webview that still appears is not attached', () => {
    expect(isPrevented(contents, 'will-attach-webview')).toBe(true)
  })

  test('13: no page navigates, redirects or moves a frame', () => {
    for (const name of ['will-navigate', 'will-redirect', 'will-frame-navigate']) {
      expect(isPrevented(contents, name)).toBe(true)
    }
  })

  test('14: no page opens a window', () => {
    const open = contents.setWindowOpenHandler.mock.lastCall![0]
    for (const url of ['https://a.example', 'app://till/', 'app://till/display.html?a'])
      expect(open({ url })).toEqual({ action: 'deny' })
    expect(openDisplay).not.toHaveBeenCalled()
    expect(open({ url: displayUrl })).toEqual({ action: 'deny' })
    expect(openDisplay).toHaveBeenCalledOnce()
  })

  test('20: the customer display fills the second screen, once, and has no preload', () => {
    const window = Object.assign(new EventEmitter(), {
      loadURL: vi.fn(async (_url: string) => undefined),
      isDestroyed: vi.fn(() => false),
      focus: vi.fn(),
      destroy: vi.fn(),
    })
    const make = vi.fn((_options: object) => window as unknown as BrowserWindow)
    const bounds = { x: 1366, y: 0, width: 800, height: 480 }
    const screens = [{ id: 1, bounds: { ...bounds, x: 0 } }]
    const display = customerDisplay(make, () => ({ all: screens, primary: screens[0]! }), { error: vi.fn() })
    display.open()
    expect(make).toHaveBeenLastCalledWith({
      title: 'Kaunta',
      autoHideMenuBar: true,
      width: 1024,
      height: 600,
    })
    display.open()
    expect(window.focus).toHaveBeenCalledOnce()
    display.close()
    expect(window.destroy).toHaveBeenCalledOnce()
    window.isDestroyed.mockReturnValue(true)
    screens.push({ id: 2, bounds })
    display.open()
    expect(make).toHaveBeenLastCalledWith({
      title: 'Kaunta',
      autoHideMenuBar: true,
      ...bounds,
      fullscreen: true,
    })
    expect(window.loadURL.mock.calls).toEqual([[displayUrl], [displayUrl]])
  })

  test('15: nothing is handed to the system to open', () => {
    for (const name of ['main', 'ipc', 'window', 'security', 'preload', 'expose']) {
      expect(read(`electron/main/${name}.ts`)).not.toMatch(/\bshell\b|openExternal/)
    }
  })

  test('16: Electron is pinned to one version', () => {
    const { devDependencies } = JSON.parse(read('package.json')) as {
      devDependencies: Record<string, string>
    }
    expect(devDependencies['electron']).toMatch(/^\d+\.\d+\.\d+$/)
  })

  test('17: only our page in the window itself may call', async () => {
    expect(isOurPage({ origin: 'app://till', parent: null })).toBe(true)
    const { invokeAs } = ipcPair(standInHost())
    await expect(
      invokeAs({ origin: 'https://a.example', parent: null }, 'till:call', ['x', {}]),
    ).resolves.toMatchObject({
      ok: false,
    })
  })

  test('18: pages come from a scheme of our own with a closed list of files, not from file://', async () => {
    expect(privilegedScheme).toEqual({
      scheme: 'app',
      privileges: { standard: true, secure: true, supportFetchAPI: true },
    })
    const index = serveApp({ method: 'GET', url: 'app://till/' }, pages)
    expect(await index.text()).toBe('<p>till')
    const status = (url: string, method = 'GET') => serveApp({ method, url }, pages).status
    expect(status('app://till/../../etc/passwd')).toBe(404)
    expect(status('app://till/..%2f..%2fetc/passwd')).toBe(404)
    expect(status('app://other/')).toBe(404)
    expect(status('app://till/', 'POST')).toBe(405)
    expect(read('electron/main/window.ts') + read('electron/main/main.ts')).not.toMatch(/loadFile|file:\/\//)
  })

  test('19: every fuse is decided', () => {
    const [, section = ''] =
      /^electronFuses:\n((?: {2}\w+: \w+\n)+)/m.exec(read('electron-builder.yml')) ?? []
    const electronFuses = Object.fromEntries(
      section
        .trim()
        .split('\n')
        .map((line) => line.trim().split(': '))
        .map(([name, value]) => [name, value === 'true']),
    )
    expect(electronFuses).toEqual({
      runAsNode: false,
      enableCookieEncryption: true,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      loadBrowserProcessSpecificV8Snapshot: false,
      grantFileProtocolExtraPrivileges: false,
    })
  })

  test('20: the page gets two functions and nothing of Electron', () => {
    const { world } = ipcPair(standInHost())
    expect(Object.keys(world)).toEqual(['kaunta'])
    expect(Object.keys(world['kaunta'] as object)).toEqual(['call', 'subscribe'])
  })

  test('a page can save only what it made itself', () => {
    const isPreventedFor = (url: string) => isPrevented(session, 'will-download', { getURL: () => url })
    for (const url of ['https://example.org/a.csv', 'blob:https://example.org/1', 'app://till/a.csv'])
      expect(isPreventedFor(url)).toBe(true)
    expect(isPreventedFor(`blob:${origin}/1`)).toBe(false)
  })
})

const pages = new Map<string, Page>([
  ['/', { body: Buffer.from('<p>till'), headers: { 'content-security-policy': contentSecurityPolicy } }],
])
