import type { Bridge } from '../../core/contract/bridge.ts'

declare global {
  interface Window {
    /** Put there by Electron's preload. */
    kaunta?: Bridge
  }
}

/** The bridge of the desktop window; undefined in a browser. */
export const ipcBridge = (): Bridge | undefined => window.kaunta
