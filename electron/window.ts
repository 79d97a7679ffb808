/** The till's window. Nothing here weakens a default of Electron's (checklist 2, 3, 6, 8, 9, 10). */
import type { BrowserWindow, BrowserWindowConstructorOptions } from 'electron'
import { origin } from './security.ts'

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

/** Opens the till in a window made by `make`; it shows when there is something to see. */
export const openTill = async (
  make: (options: BrowserWindowConstructorOptions) => BrowserWindow,
  preload: string,
): Promise<BrowserWindow> => {
  const window = make(windowOptions(preload))
  window.once('ready-to-show', () => window.show())
  await window.loadURL(`${origin}/`)
  return window
}
