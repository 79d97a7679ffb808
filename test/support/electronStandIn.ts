/** Preloaded with `--import`: lets the built main process run on plain Node, around an Electron that does nothing. */
import { registerHooks } from 'node:module'

const standIn = `
import { EventEmitter } from 'node:events'
const nothing = () => undefined
export const app = Object.assign(new EventEmitter(), {
  enableSandbox: nothing, setPath: nothing, requestSingleInstanceLock: () => true, whenReady: async () => undefined,
  quit: () => process.exit(0), exit: process.exit,
})
export class BrowserWindow extends EventEmitter {
  webContents = new EventEmitter()
  async loadURL(url) {
    const { status, headers } = await page({ method: 'GET', url })
    // A window keeps Electron running; nothing else of the till does.
    setInterval(nothing, 60_000)
    process.once('SIGTERM', () => app.emit('before-quit', { preventDefault: nothing }))
    process.stdout.write(JSON.stringify({ url, status, policy: headers.get('content-security-policy') }) + '\\n')
  }
}
let page
export const protocol = { registerSchemesAsPrivileged: nothing, handle: (_scheme, handler) => { page = handler } }
export const dialog = { showErrorBox: (...words) => process.stderr.write(words.join(': ')) }
export const ipcMain = { handle: nothing, removeHandler: nothing }
export const Menu = { setApplicationMenu: nothing }
export const safeStorage = { isAsyncEncryptionAvailable: async () => false }
export const session = {}
`

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron'
      ? { url: `data:text/javascript,${encodeURIComponent(standIn)}`, shortCircuit: true }
      : next(specifier, context),
})
