import type { Bridge } from '../../core/contract/bridge.ts'
import { httpBridge } from './http.ts'
import { ipcBridge } from './ipc.ts'

/** The window's one door to the core: Electron's if there, else HTTP. */
export const bridge: Bridge = ipcBridge() ?? httpBridge()
