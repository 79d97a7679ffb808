/** Electron's pieces as far as our code uses them. Messages are cloned as Electron clones them. */
import { EventEmitter } from 'node:events'
import type { IpcMain, IpcRenderer } from 'electron'
import type { Bridge } from '../../../core/contract/bridge.ts'
import type { Host } from '../../../core/host/host.ts'
import { exposeBridge } from '../../../electron/main/expose.ts'
import { registerIpc } from '../../../electron/main/ipc.ts'
import { origin } from '../../../electron/main/security.ts'

type Handler = (event: unknown, ...args: unknown[]) => Promise<unknown>

export interface Frame {
  origin: string
  parent: Frame | null
}

export const ourFrame: Frame = { origin, parent: null }

/** Main process and one window of it; `frame` is the page that asks. */
export const ipcPair = (host: Pick<Host, 'call' | 'subscribe'>, options: { windowId?: number } = {}) => {
  const handlers = new Map<string, Handler>()
  const page = new EventEmitter()
  const ipcMain = {
    handle: (channel: string, handler: Handler) => void handlers.set(channel, handler),
    removeHandler: (channel: string) => void handlers.delete(channel),
  } as unknown as IpcMain
  const contents = {
    send: (channel: string, ...args: unknown[]) => {
      page.emit(channel, { sender: 'electron' }, ...structuredClone(args))
    },
  }
  const disconnect = registerIpc(ipcMain, host, () => [contents])
  const invokeAs = async (frame: Frame | null, channel: string, args: unknown[]) => {
    const event = { senderFrame: frame, sender: { id: options.windowId ?? 1 } }
    const handler = handlers.get(channel)
    if (!handler) throw new Error(`No handler registered for '${channel}'`)
    return structuredClone(await handler(event, ...structuredClone(args)))
  }
  const ipcRenderer = {
    invoke: (channel: string, ...args: unknown[]) => invokeAs(ourFrame, channel, args),
    on: page.on.bind(page),
    removeListener: page.removeListener.bind(page),
  } as unknown as IpcRenderer

  const world: Record<string, unknown> = {}
  exposeBridge({ exposeInMainWorld: (name, api) => Object.assign(world, { [name]: api }) }, ipcRenderer)
  return { bridge: world['kaunta'] as Bridge, world, handlers, page, invokeAs, disconnect }
}
