import type { ContextBridge, IpcRenderer, IpcRendererEvent } from 'electron'
import type { Bridge } from '../../core/contract/bridge.ts'
import type { ProfileEvent } from '../../core/contract/events.ts'
import { callChannel, eventChannel } from './channels.ts'

type Renderer = Pick<IpcRenderer, 'invoke' | 'on' | 'removeListener'>

/** Puts `window.kaunta` into the page. Electron's event objects stay on this side. */
export const exposeBridge = (
  contextBridge: Pick<ContextBridge, 'exposeInMainWorld'>,
  ipc: Renderer,
): void => {
  const bridge: Bridge = {
    call: (name, input, appId, userId, approval) =>
      ipc.invoke(callChannel, name, input, appId, userId, approval),
    subscribe: (listener) => {
      const pass = (_event: IpcRendererEvent, event: ProfileEvent) => listener(event)
      ipc.on(eventChannel, pass)
      return () => {
        ipc.removeListener(eventChannel, pass)
      }
    },
  }
  contextBridge.exposeInMainWorld('kaunta', bridge)
}
