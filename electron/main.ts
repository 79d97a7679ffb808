/** Electron's main process: the core, one window, and the door between them. */
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { app, BrowserWindow, dialog, ipcMain, Menu, protocol, safeStorage, session } from 'electron'
import { explainFolder } from '../core/folderTrouble.ts'
import { readPages } from '../core/http/pages.ts'
import { defaultDataDir, logFile } from '../core/node/folder.ts'
import { endOnUncaught } from '../core/node/lastResort.ts'
import { openLog } from '../core/node/log.ts'
import { nodePorts } from '../core/nodePorts.ts'
import { openAlone } from '../core/openAlone.ts'
import { switchable } from '../core/restControl.ts'
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
app.setPath('userData', join(dataDir, 'window'))

const start = async (): Promise<void> => {
  const log = openLog({ file: logFile(dataDir) })
  endOnUncaught(log, app.exit)
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
  const host = await openAlone(
    dataDir,
    {
      ...ports,
      secrets: await electronSecrets({ storage: safeStorage, platform: process.platform, dataDir, log }),
      printer: electronPrinter(makeHidden, dataDir, ports.clock.now),
    },
    { rest: switchable(ports) },
  )

  let till: BrowserWindow | undefined
  const disconnect = registerIpc(ipcMain, host, () => (till && !till.isDestroyed() ? [till.webContents] : []))
  app.on('second-instance', () => {
    // Closing may take a while: the window is gone before the core.
    if (!till || till.isDestroyed()) return
    till.restore()
    till.focus()
  })
  let closed = false
  app.on('before-quit', (event) => {
    if (closed) return
    event.preventDefault()
    disconnect()
    void host.close().finally(() => {
      closed = true
      app.quit()
    })
  })
  app.on('window-all-closed', () => app.quit())
  till = await openTill((options) => new BrowserWindow(options), built('./preload.cjs'))
  process.stdout.write('{"ready":true}\n')
}

if (app.requestSingleInstanceLock()) {
  start().catch((cause: unknown) => {
    const error = explainFolder(cause, dataDir)
    dialog.showErrorBox('Kaunta cannot start', error instanceof Error ? error.message : String(error))
    app.exit(1)
  })
} else {
  app.quit()
}
