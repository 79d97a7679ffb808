/** A line to a printer on a serial port. */
import { setTimeout as pause } from 'node:timers/promises'
import type { SerialPort } from 'serialport'
import { type OpenWire, type Wire, WireError } from './wire.ts'

/** A port stays closed for others until the system has let it go. */
const isHeld = /lock|busy|access denied/i

const troubleOf = (error: Error): WireError =>
  new WireError(isHeld.test(error.message) ? 'busy' : 'unreachable', error.message)

const done = (work: (then: (error?: Error | null) => void) => void): Promise<void> =>
  new Promise((resolve, reject) => {
    work((error) => (error ? reject(troubleOf(error)) : resolve()))
  })

const left = (deadline: number): number => Math.max(0, deadline - performance.now())

/** Drops what the system has not sent yet, so that it does not print later. */
const dropped = async (port: SerialPort): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>()
  if (port.isOpen) port.flush(() => port.close(() => resolve()))
  else resolve()
  await promise
}

const wireOf = (port: SerialPort): Wire => {
  let broken: WireError | null = null
  port.on('error', (error) => {
    broken ??= troubleOf(error)
  })
  port.on('close', () => {
    broken ??= new WireError('unreachable', 'The serial port was closed.')
  })
  return {
    write: async (bytes, deadline) => {
      const timer = new AbortController()
      const late = pause(left(deadline), undefined, { signal: timer.signal }).then(() => {
        throw new WireError('offline', 'The printer takes no more bytes.')
      })
      const sent = done((then) => port.write(bytes, then)).then(() => done((then) => port.drain(then)))
      try {
        await Promise.race([sent, late])
      } finally {
        timer.abort()
        for (const work of [sent, late]) work.catch(() => undefined)
      }
    },
    read: async (deadline) => {
      while (performance.now() < deadline) {
        const bytes = port.read() as Buffer | null
        if (bytes) return bytes
        if (broken) throw broken
        await pause(Math.min(20, left(deadline)))
      }
      return new Uint8Array()
    },
    end: async () => {
      if (broken) throw broken
    },
    drop: () => dropped(port),
  }
}

export const openSerial =
  ({ path, baud }: { path: string; baud: number }): OpenWire =>
  async () => {
    // Few tills have one, so its binary is loaded when it is needed.
    const { SerialPort } = await import('serialport')
    const port = new SerialPort({ path, baudRate: baud, autoOpen: false })
    await done((then) => port.open(then))
    return wireOf(port)
  }
