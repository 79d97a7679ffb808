/** A line to a printer that the system shows as a device file: /dev/usb/lp0. */
import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { type OpenWire, type Wire, WireError } from './wire.ts'

/** Between two tries of a device that takes or has nothing now, milliseconds. */
const againMs = 20

/** Never waits inside the system: a write that waits there cannot be taken back, and may print long after. */
const flags = constants.O_RDWR | constants.O_NONBLOCK | constants.O_NOCTTY

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code
const isNotYet = (error: unknown): boolean => ['EAGAIN', 'EWOULDBLOCK'].includes(codeOf(error) ?? '')

const troubleOf = (error: unknown): WireError =>
  error instanceof WireError
    ? error
    : new WireError(codeOf(error) === 'EBUSY' ? 'busy' : 'unreachable', (error as Error).message)

const wireOf = (file: FileHandle): Wire => {
  const close = () => file.close().catch(() => undefined)
  return {
    write: async (bytes, deadline) => {
      for (let at = 0; at < bytes.length; ) {
        if (performance.now() > deadline) throw new WireError('offline', 'The printer takes no more bytes.')
        try {
          at += (await file.write(bytes, at, bytes.length - at)).bytesWritten
        } catch (error) {
          if (!isNotYet(error)) throw troubleOf(error)
          await pause(againMs)
        }
      }
    },
    read: async (deadline) => {
      const bytes = new Uint8Array(256)
      while (performance.now() < deadline) {
        try {
          const { bytesRead } = await file.read(bytes, 0, bytes.length, null)
          if (bytesRead > 0) return bytes.subarray(0, bytesRead)
        } catch (error) {
          if (!isNotYet(error)) throw troubleOf(error)
        }
        await pause(Math.min(againMs, Math.max(0, deadline - performance.now())))
      }
      return new Uint8Array()
    },
    end: close,
    drop: close,
  }
}

export const openDevice =
  ({ path }: { path: string }): OpenWire =>
  async () => {
    try {
      const file = await open(path, flags)
      if ((await file.stat()).isCharacterDevice()) return wireOf(file)
      await file.close()
      throw new WireError('unreachable', `${path} is no device.`)
    } catch (error) {
      throw troubleOf(error)
    }
  }
