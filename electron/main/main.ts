/** Electron's main process: the core, one window, and the door between them. */

import { mkdirSync, mkdtempSync, rmdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { app, BrowserWindow, dialog, ipcMain, Menu, protocol, safeStorage, session } from 'electron'
import { explainFolder } from '../../core/disk/dataFolderErrors.ts'
import { openExclusively } from '../../core/host/openExclusively.ts'
import { readPages } from '../../core/http/pages.ts'
import { switchable } from '../../core/http/restSwitch.ts'
import { defaultDataDir, logFile } from '../../core/platform/dataFolder.ts'
import { endOnUncaught } from '../../core/platform/endOnUncaught.ts'
import { openLog } from '../../core/platform/log.ts'
import { nodePorts } from '../../core/platform/nodePorts.ts'
import { oneAtATime } from '../../core/printing/printers/printQueue.ts'
import { registerIpc } from './ipc.ts'
import { electronPrinter } from './printer.ts'
import { privilegedScheme, serveApp } from './protocol.ts'
import { electronSecrets } from './secrets.ts'
import { harden } from './security.ts'
import { openTill } from './window.ts'

const built = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const { values } = parseArgs({ args: process.argv, strict: false, options: { data: { type: 'string' } } })
const dataDir = resolve(typeof values.data === 'string' ? values.data : defaultDataDir())

harden(app)
protocol.registerSchemesAsPrivileged([privilegedScheme])
// One running till per data folder: Electron's own lock lies in this folder.
const windowDir = join(dataDir, 'window')
app.setPath('userData', windowDir)

/** A defect that shows sooner after a start than this would show again after the next one; milliseconds. */
const restartableMs = 60_000

/** The next start follows the end of this one. An AppImage is gone from where it runs as soon as it ends. */
const startAgain = (): void => {
  const execPath = process.env['APPIMAGE']
  app.relaunch(execPath ? { execPath } : {})
}

/** A window has no terminal to show an error: a till that a defect ended restarts by itself. */
const endOverDefect = (code: number): void => {
  if (performance.now() > restartableMs) startAgain()
  app.exit(code)
}

const start = async (): Promise<void> => {
  const log = openLog({ file: logFile(dataDir) })
  endOnUncaught(log, endOverDefect)
  await app.whenReady()
  const pages = readPages(built('../renderer'))
  protocol.handle(privilegedScheme.scheme, (request) => serveApp(request, pages))
  Menu.setApplicationMenu(
    process.platform === 'darwin'
      ? Menu.buildFromTemplate([{ role: 'appMenu' }, { role: 'editMenu' }])
      : null,
  )

  const ports = nodePorts(dataDir, log)
  const makeHidden = () =>
    new BrowserWindow({ show: false, webPreferences: { session: session.fromPartition('print') } })
  const host = await openExclusively(
    dataDir,
    {
      ...ports,
      secrets: await electronSecrets({ storage: safeStorage, platform: process.platform, dataDir, log }),
      printer: oneAtATime(electronPrinter(makeHidden, dataDir, ports.clock.now)),
    },
    { rest: switchable(ports) },
  )

  let till: BrowserWindow | undefined
  const disconnect = registerIpc(ipcMain, host, () => (till && !till.isDestroyed() ? [till.webContents] : []))
  let closing = false
  let closed = false
  let wantedAgain = false
  app.on('second-instance', () => {
    // Closing may take a while: the window is gone before the core, and a person who starts Kaunta then wants it back.
    if (closing || till?.isDestroyed()) {
      wantedAgain = true
      return
    }
    // A window that fills the screen would become small by it.
    if (till?.isMinimized()) till.restore()
    till?.focus()
  })
  app.on('before-quit', (event) => {
    if (closed) return
    event.preventDefault()
    if (closing) return
    closing = true
    disconnect()
    host
      .close()
      // It quits whatever the disk does: nobody asked for a start that follows it.
      .catch((err: unknown) => log.error({ err }, 'closing failed'))
      .finally(() => {
        closed = true
        if (wantedAgain) startAgain()
        app.quit()
      })
  })
  app.on('window-all-closed', () => app.quit())
  till = await openTill((options) => new BrowserWindow(options), built('./preload.cjs'), log)
  process.stdout.write('{"ready":true}\n')
}

const refuse = (cause: unknown): void => {
  const error = explainFolder(cause, dataDir)
  const show = () =>
    dialog.showErrorBox('Kaunta cannot start', error instanceof Error ? error.message : String(error))
  // Before it is ready, Electron shows no box on Linux.
  app
    .whenReady()
    .then(show)
    .finally(() => app.exit(1))
    .catch(() => undefined)
}

/** The lock is not given either where its folder cannot be made or written: then no other window comes forward. */
const checkLockFolder = (): void => {
  mkdirSync(windowDir, { recursive: true, mode: 0o700 })
  rmdirSync(mkdtempSync(join(windowDir, 'try-')))
}

if (app.requestSingleInstanceLock()) {
  start().catch(refuse)
} else {
  try {
    checkLockFolder()
    app.quit()
  } catch (error) {
    refuse(error)
  }
}
