/** Electron's main process: its calls, for the till that runs in it (`core/desktop`). */
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import {
  app,
  BrowserWindow,
  type BrowserWindowConstructorOptions,
  dialog,
  ipcMain,
  Menu,
  protocol,
  safeStorage,
  screen,
  session,
  utilityProcess,
} from 'electron'
import type { Desktop } from '../../core/desktop/desktop.ts'
import { runTill, windowFolder } from '../../core/desktop/runTill.ts'
import { readPages } from '../../core/http/pages.ts'
import { autostartFile } from '../../core/platform/autostart.ts'
import { defaultDataDir } from '../../core/platform/dataFolder.ts'
import { randomIds } from '../../core/platform/nodePorts.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { startHubIn } from './hubProcess.ts'
import { runInstaller, updaterFor } from './installer.ts'
import { registerIpc } from './ipc.ts'
import { privilegedScheme, serveApp } from './protocol.ts'
import { allowOnly, harden } from './security.ts'
import { type CustomerDisplay, customerDisplay, openTill } from './window.ts'

const built = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const { values } = parseArgs({ args: process.argv, strict: false, options: { data: { type: 'string' } } })
const dataDir = resolve(typeof values.data === 'string' ? values.data : defaultDataDir())

let display: CustomerDisplay | undefined
harden(app, () => display?.open())
protocol.registerSchemesAsPrivileged([privilegedScheme])
app.setPath('userData', windowFolder(dataDir))

let till: BrowserWindow | undefined
const contents = () => (till && !till.isDestroyed() ? [till.webContents] : [])

const desktop: Desktop = {
  platform: process.platform,
  arch: process.arch,
  isPackaged: app.isPackaged,
  keyring: safeStorage,
  makePage: () =>
    new BrowserWindow({ show: false, webPreferences: { session: session.fromPartition('print') } }),
  loginItem:
    process.platform === 'linux'
      ? autostartFile(process.env['APPIMAGE'] ?? process.execPath)
      : {
          get: () => app.getLoginItemSettings().openAtLogin,
          set: (openAtLogin) => app.setLoginItemSettings({ openAtLogin }),
        },
  startHub: startHubIn((args) => utilityProcess.fork(built('./hub.js'), args, { stdio: 'pipe' })),
  takeLock: () => app.requestSingleInstanceLock(),
  whenReady: () => app.whenReady(),
  connect: (host) => registerIpc(ipcMain, host, contents),
  openWindow: async (log) => {
    const pages = readPages(built('../renderer'))
    protocol.handle(privilegedScheme.scheme, (request) => serveApp(request, pages))
    Menu.setApplicationMenu(
      process.platform === 'darwin'
        ? Menu.buildFromTemplate([{ role: 'appMenu' }, { role: 'editMenu' }])
        : null,
    )
    app.on('window-all-closed', () => app.quit())
    const makeWindow = (options: BrowserWindowConstructorOptions) => new BrowserWindow(options)
    const screens = () => ({ all: screen.getAllDisplays(), primary: screen.getPrimaryDisplay() })
    display = customerDisplay(makeWindow, screens, log)
    const window = await openTill(makeWindow, built('./preload.cjs'), log)
    // Alone, the display would keep Kaunta running.
    window.once('closed', display.close)
    till = window
    return {
      isOpen: () => !window.isDestroyed(),
      show: () => {
        // A window that fills the screen would become small by it.
        if (window.isMinimized()) window.restore()
        window.focus()
      },
    }
  },
  onSecondStart: (listener) => app.on('second-instance', listener),
  onQuit: (mayQuit) =>
    app.on('before-quit', (event) => {
      if (!mayQuit()) event.preventDefault()
    }),
  quit: () => app.quit(),
  exit: (code) => app.exit(code),
  relaunch: (execPath) => app.relaunch(execPath === undefined ? {} : { execPath }),
  showError: (title, text) => dialog.showErrorBox(title, text),
  confirm: async (message, yes, no) => {
    const { response } = await dialog.showMessageBox({
      message,
      buttons: [yes, no],
      defaultId: 0,
      cancelId: 1,
    })
    return response === 0
  },
  runInstaller: (file) => {
    const updater = updaterFor(file)
    return runInstaller(updater, file, {
      ids: randomIds,
      allow: (url) => allowOnly(updater.netSession, url),
      release: () => app.releaseSingleInstanceLock(),
    })
  },
}

const { version, updateKey } = packageJson
runTill(desktop, { dataDir, version, updateKey }).catch(() => app.exit(1))
