/** The bridge over IPC: one channel for calls, one for events. The only file that touches `ipcMain`. */
import type { IpcMain, IpcMainInvokeEvent, WebContents } from 'electron'
import { fail, type Reply } from '../../core/contract/errors.ts'
import type { Host } from '../../core/host/host.ts'
import { callChannel, eventChannel } from './channels.ts'
import { isOurPage } from './security.ts'

const stranger = fail('001', 'window.notLetIn', 'Only the till itself may ask')
const malformed = fail('003', 'bridge.malformed', 'An operation has a name, and a profile an id')

/**
 * Connects the windows to the host; `windows` lists those that hear of events. Electron keeps only the message of a
 * thrown error, so every answer is a reply. The result disconnects.
 */
export const registerIpc = (
  ipcMain: Pick<IpcMain, 'handle' | 'removeHandler'>,
  host: Pick<Host, 'call' | 'subscribe'>,
  windows: () => Pick<WebContents, 'send'>[],
): (() => void) => {
  const answer = async (
    event: IpcMainInvokeEvent,
    name: unknown,
    input: unknown,
    appId: unknown,
    userId: unknown,
    approval: unknown,
  ): Promise<Reply<unknown>> => {
    if (!isOurPage(event.senderFrame)) return stranger
    if (typeof name !== 'string') return malformed
    if (appId !== undefined && typeof appId !== 'string') return malformed
    if (userId !== undefined && typeof userId !== 'string') return malformed
    if (approval !== undefined && typeof approval !== 'string') return malformed
    return host.call(`window-${event.sender.id}`, name, input, appId, userId, approval)
  }
  ipcMain.handle(callChannel, answer)
  const unsubscribe = host.subscribe((event) => {
    for (const contents of windows()) contents.send(eventChannel, event)
  })
  return () => {
    unsubscribe()
    ipcMain.removeHandler(callChannel)
  }
}
