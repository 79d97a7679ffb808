/**
 * The calls of Electron that `electron/main` makes, and the kind of what each gives. It imports nothing, as Electron itself
 * runs it too. A call that ends the program or waits for a person is only looked up.
 */

// biome-ignore lint/suspicious/noExplicitAny: the stand-in has no types of Electron, and Electron's are not those of Node
type Electron = any

const kindOf = (value: unknown): string => {
  if (value === null || value === undefined) return 'nothing'
  if (Array.isArray(value)) return 'list'
  return ArrayBuffer.isView(value) ? 'bytes' : typeof value
}

type Call = (electron: Electron, window: Electron) => unknown

/** In this order: some must come before Electron is ready. */
export const early: Record<string, [call: Call, kind: string]> = {
  'app.enableSandbox': [({ app }) => app.enableSandbox(), 'nothing'],
  'app.isPackaged': [({ app }) => app.isPackaged, 'boolean'],
  'app.on': [({ app }) => app.on('second-instance', () => undefined), 'object'],
  'protocol.registerSchemesAsPrivileged': [
    ({ protocol }) =>
      protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges: { standard: true } }]),
    'nothing',
  ],
  'app.requestSingleInstanceLock': [({ app }) => app.requestSingleInstanceLock(), 'boolean'],
  'app.whenReady': [({ app }) => app.whenReady(), 'nothing'],
}

const lookedUp = (read: Call): [Call, string] => [read, 'function']

export const late: Record<string, [call: Call, kind: string]> = {
  'app.releaseSingleInstanceLock': [({ app }) => app.releaseSingleInstanceLock(), 'nothing'],
  'app.getLoginItemSettings': [({ app }) => app.getLoginItemSettings().openAtLogin, 'boolean'],
  'app.setLoginItemSettings': lookedUp(({ app }) => app.setLoginItemSettings),
  'app.setPath': lookedUp(({ app }) => app.setPath),
  'app.relaunch': lookedUp(({ app }) => app.relaunch),
  'app.quit': lookedUp(({ app }) => app.quit),
  'app.exit': lookedUp(({ app }) => app.exit),
  'dialog.showErrorBox': lookedUp(({ dialog }) => dialog.showErrorBox),
  'dialog.showMessageBox': lookedUp(({ dialog }) => dialog.showMessageBox),
  'Menu.setApplicationMenu': [({ Menu }) => Menu.setApplicationMenu(null), 'nothing'],
  'Menu.buildFromTemplate': [({ Menu }) => Menu.buildFromTemplate([{ role: 'editMenu' }]), 'object'],
  'protocol.handle': [({ protocol }) => protocol.handle('app', () => new Response('')), 'nothing'],
  'ipcMain.handle': [({ ipcMain }) => ipcMain.handle('till:call', () => undefined), 'nothing'],
  'ipcMain.removeHandler': [({ ipcMain }) => ipcMain.removeHandler('till:call'), 'nothing'],
  'session.fromPartition': [({ session }) => session.fromPartition('print'), 'object'],
  'safeStorage.isAsyncEncryptionAvailable': [
    ({ safeStorage }) => safeStorage.isAsyncEncryptionAvailable(),
    'boolean',
  ],
  'safeStorage.encryptStringAsync': lookedUp(({ safeStorage }) => safeStorage.encryptStringAsync),
  'safeStorage.decryptStringAsync': lookedUp(({ safeStorage }) => safeStorage.decryptStringAsync),
  'screen.getAllDisplays': [({ screen }) => screen.getAllDisplays(), 'list'],
  'screen.getPrimaryDisplay': [({ screen }) => screen.getPrimaryDisplay().bounds, 'object'],
  'utilityProcess.fork': lookedUp(({ utilityProcess }) => utilityProcess.fork),
  'window.isMinimized': [(_, window) => window.isMinimized(), 'boolean'],
  'window.isDestroyed': [(_, window) => window.isDestroyed(), 'boolean'],
  'window.once': [(_, window) => window.once('ready-to-show', () => undefined), 'object'],
  'window.loadURL': [(_, window) => window.loadURL('data:text/html,x'), 'nothing'],
  'window.show': lookedUp((_, window) => window.show),
  'window.focus': lookedUp((_, window) => window.focus),
  'window.restore': lookedUp((_, window) => window.restore),
  'window.webContents.on': [(_, { webContents }) => webContents.on('did-finish-load', () => 0), 'object'],
  'window.webContents.send': [(_, { webContents }) => webContents.send('till:event', {}), 'nothing'],
  'window.webContents.reload': lookedUp((_, { webContents }) => webContents.reload),
  'window.webContents.print': lookedUp((_, { webContents }) => webContents.print),
  'window.webContents.printToPDF': [
    (_, { webContents }) => webContents.printToPDF({ pageSize: { width: 3, height: 5 } }),
    'bytes',
  ],
  'window.webContents.getPrintersAsync': [(_, { webContents }) => webContents.getPrintersAsync(), 'list'],
  'window.destroy': [(_, window) => window.destroy(), 'nothing'],
}

/** Makes all calls, and returns the kind of each, or the message of its error. */
export const kindsOf = async (electron: Electron): Promise<Record<string, string>> => {
  const kinds: Record<string, string> = {}
  const make = async (calls: typeof early, window?: Electron) => {
    for (const [name, [call]] of Object.entries(calls))
      kinds[name] = await Promise.resolve()
        .then(() => call(electron, window))
        .then(kindOf, (error: Error) => error.message)
  }
  await make(early)
  await make(late, new electron.BrowserWindow({ show: false }))
  return kinds
}
