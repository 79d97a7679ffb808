/** The module `electron` on plain Node, around nothing. `contract/electron.test.ts` compares it with Electron itself. */
import { EventEmitter } from 'node:events'

const nothing = () => undefined

export const app = Object.assign(new EventEmitter(), {
  isPackaged: false,
  enableSandbox: nothing,
  setPath: nothing,
  requestSingleInstanceLock: () => true,
  releaseSingleInstanceLock: nothing,
  whenReady: async () => undefined,
  getLoginItemSettings: () => ({ openAtLogin: false }),
  setLoginItemSettings: nothing,
  relaunch: nothing,
  quit: () => process.exit(0),
  exit: (code: number) => process.exit(code),
})

type Page = (request: { method: string; url: string }) => Response | Promise<Response>
let page: Page | undefined
export const protocol = {
  registerSchemesAsPrivileged: nothing,
  handle: (_scheme: string, handler: Page) => {
    page = handler
  },
}

const createSession = () =>
  Object.assign(new EventEmitter(), {
    setPermissionRequestHandler: nothing,
    setPermissionCheckHandler: nothing,
    setDevicePermissionHandler: nothing,
    webRequest: { onBeforeRequest: nothing },
  })
export const session = { fromPartition: createSession }

const createContents = () =>
  Object.assign(new EventEmitter(), {
    setWindowOpenHandler: nothing,
    reload: nothing,
    send: nothing,
    print: nothing,
    printToPDF: async () => Buffer.from('%PDF-'),
    getPrintersAsync: async () => [],
  })

export class BrowserWindow extends EventEmitter {
  readonly webContents = createContents()
  show = nothing
  focus = nothing
  restore = nothing
  destroy = nothing
  isMinimized = () => false
  isDestroyed = () => false
  async loadURL(url: string): Promise<void> {
    if (page === undefined || !url.startsWith('app:')) return
    const answer = await page({ method: 'GET', url })
    // A window keeps Electron running; nothing else of the till does.
    setInterval(nothing, 60_000)
    process.once('SIGTERM', () => app.emit('before-quit', { preventDefault: nothing }))
    const policy = answer.headers.get('content-security-policy')
    process.stdout.write(`${JSON.stringify({ url, status: answer.status, policy })}\n`)
  }
}

export const dialog = {
  showErrorBox: (...words: string[]) => void process.stderr.write(words.join(': ')),
  showMessageBox: async () => ({ response: 1 }),
}
export const ipcMain = { handle: nothing, removeHandler: nothing }
export const Menu = { setApplicationMenu: nothing, buildFromTemplate: () => ({}) }
export const safeStorage = {
  isAsyncEncryptionAvailable: async () => false,
  encryptStringAsync: async (text: string) => Buffer.from(text),
  decryptStringAsync: async (sealed: Buffer) => ({ result: sealed.toString() }),
  getSelectedStorageBackend: () => 'basic_text',
}

const display = { id: 1, bounds: { x: 0, y: 0, width: 1366, height: 768 } }
export const screen = { getAllDisplays: () => [display], getPrimaryDisplay: () => display }
export const utilityProcess = { fork: nothing }
