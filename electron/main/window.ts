/** The till's window. Nothing here weakens a default of Electron's (checklist 2, 3, 6, 8, 9, 10). */
import type { BrowserWindow, BrowserWindowConstructorOptions, Display } from 'electron'
import type { Log } from '../../core/base/ports.ts'
import { displayUrl, origin } from './security.ts'

/** `preload` is the built preload's path. */
export const windowOptions = (preload: string): BrowserWindowConstructorOptions => ({
  title: 'Kaunta',
  width: 1366,
  height: 768,
  minWidth: 1024,
  minHeight: 700,
  show: false,
  autoHideMenuBar: true,
  webPreferences: { preload, spellcheck: false },
})

/** A page that dies as soon as it is there is not loaded more often than this, milliseconds. */
const reloadMs = 1_000

/**
 * Opens the till in a window made by `make`; it shows when there is something to see. A page that dies (a display driver,
 * too little memory) leaves an empty window without a menu: it is loaded again, and the sale in it is still there.
 */
export const openTill = async (
  make: (options: BrowserWindowConstructorOptions) => BrowserWindow,
  preload: string,
  log: Pick<Log, 'error'>,
): Promise<BrowserWindow> => {
  const window = make(windowOptions(preload))
  window.once('ready-to-show', () => window.show())
  window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit') return
    log.error({ reason, exitCode }, 'the window’s page died; it is loaded again')
    setTimeout(() => {
      if (!window.isDestroyed()) window.webContents.reload()
    }, reloadMs)
  })
  await window.loadURL(`${origin}/`)
  return window
}

export interface CustomerDisplay {
  /** Opens it, or brings it to the front. */
  open(): void
  close(): void
}

/**
 * The customer display: over the whole of a second screen, or as a window beside the till. It has no preload, so its page
 * reaches nothing of ours.
 */
export const customerDisplay = (
  make: (options: BrowserWindowConstructorOptions) => BrowserWindow,
  screens: () => { all: readonly Pick<Display, 'id' | 'bounds'>[]; primary: Pick<Display, 'id'> },
  log: Pick<Log, 'error'>,
): CustomerDisplay => {
  let window: BrowserWindow | undefined
  return {
    open: () => {
      if (window && !window.isDestroyed()) {
        window.focus()
        return
      }
      const { all, primary } = screens()
      const second = all.find(({ id }) => id !== primary.id)
      const place = second ? { ...second.bounds, fullscreen: true } : { width: 1024, height: 600 }
      window = make({ title: 'Kaunta', autoHideMenuBar: true, ...place })
      window
        .loadURL(displayUrl)
        .catch((err: unknown) => log.error({ err }, 'the customer display did not open'))
    },
    close: () => {
      if (window && !window.isDestroyed()) window.destroy()
    },
  }
}
