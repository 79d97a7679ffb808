/** A receipt printer in the network, with real sockets, paper, and faults. */
import { createServer, type Socket } from 'node:net'
import { createDecoder, type Decoder, type Language } from './decode.ts'
import type { Sheet } from './sheet.ts'

export interface Faults {
  /** It tells nothing of its state and confirms nothing. */
  mute?: boolean
  /** It takes bytes and prints none of them. */
  neverPrints?: boolean
  /** The paper ends after so many further lines. `loadPaper` brings new paper. */
  paperOutAfter?: number
  coverOpen?: boolean
  /** It closes so many further connections at once, as one whose only line another till has. */
  refuses?: number
  /** It breaks the line after so many further bytes of a job, of which it prints all. */
  cutAfter?: number
  /** Milliseconds per line. */
  lineMs?: number
}

export interface PaperPrinter {
  readonly port: number
  readonly sheets: Sheet[]
  readonly decoder: Decoder
  faults: Faults
  /** Connections that it ever took. */
  readonly connections: number
  /** Bytes of jobs that it ever took. */
  readonly taken: number
  loadPaper(): void
  /** Refuses connections, as one that is off. */
  off(): Promise<void>
  on(): Promise<void>
  close(): Promise<void>
}

const sizes: Record<string, number> = { 'esc-pos': 3, 'star-prnt': 3 }
const isRealTime = (language: Language, bytes: Buffer): boolean =>
  language === 'esc-pos'
    ? bytes[0] === 0x10 && bytes[1] === 0x04
    : bytes[0] === 0x1b && bytes[1] === 0x06 && bytes[2] === 0x01

/** `port` 0: any that is free. `host` is a loopback address. */
export const startPaperPrinter = async ({
  language = 'esc-pos',
  host = '127.0.0.1',
  port = 0,
}: {
  language?: Language
  host?: string
  port?: number
} = {}): Promise<PaperPrinter> => {
  let faults: Faults = {}
  let connections = 0
  let taken = 0
  let counted = 0
  let current: Socket | null = null
  let buffer: Buffer = Buffer.alloc(0)
  let isOut = false
  let outAt = Number.POSITIVE_INFINITY
  let resume: () => void = () => undefined
  const sockets = new Set<Socket>()

  const send = (bytes: number[]) => {
    if (!faults.mute && current && !current.destroyed) current.write(Uint8Array.from(bytes))
  }
  const starStatus = () => [
    0x23,
    0x06,
    (faults.coverOpen ? 0x20 : 0) | (isOut || faults.coverOpen ? 0x08 : 0),
    0,
    0,
    isOut ? 0x08 : 0,
    0,
    ((counted & 0x10) << 2) | ((counted & 0x08) << 2) | ((counted & 0x07) << 1),
    0,
  ]
  const decoder = createDecoder(language, (what) => {
    if (what === 'paper') send([0])
    else {
      counted = (counted + 1) % 32
      send(starStatus())
    }
  })
  const tell = (bytes: Buffer) => {
    if (language === 'star-prnt') return send(starStatus())
    const what = bytes[2]
    const off = isOut || faults.coverOpen
    if (what === 1) send([0x12 | (off ? 0x08 : 0)])
    if (what === 2) send([0x12 | (faults.coverOpen ? 0x04 : 0) | (isOut ? 0x20 : 0)])
    if (what === 4) send([0x12 | (isOut ? 0x60 : 0)])
  }

  let isPrinting = false
  /** Prints what is in the buffer. Stops where the paper ends, and continues where it stopped. */
  const printAll = async (): Promise<void> => {
    if (isPrinting) return
    isPrinting = true
    while (buffer.length > 0 && !faults.neverPrints) {
      if (isOut) {
        const { promise, resolve } = Promise.withResolvers<void>()
        resume = resolve
        await promise
        continue
      }
      const length = decoder.step(buffer)
      if (length === 0) break
      buffer = buffer.subarray(length)
      if (decoder.lines >= outAt) isOut = true
      if (faults.lineMs && buffer[0] === 0x0a)
        await new Promise((resolve) => setTimeout(resolve, faults.lineMs))
    }
    isPrinting = false
  }
  const print = (): void => {
    printAll().catch((error: unknown) => {
      throw error
    })
  }

  const take = (socket: Socket, bytes: Buffer) => {
    let rest = bytes
    while (rest.length > 0) {
      if (isRealTime(language, rest)) {
        tell(rest)
        rest = rest.subarray(sizes[language])
        continue
      }
      if (faults.cutAfter !== undefined && faults.cutAfter <= 0) {
        faults = { ...faults }
        delete faults.cutAfter
        socket.destroy()
        return
      }
      taken += 1
      if (faults.cutAfter !== undefined) faults = { ...faults, cutAfter: faults.cutAfter - 1 }
      buffer = Buffer.concat([buffer, rest.subarray(0, 1)])
      rest = rest.subarray(1)
    }
  }
  const server = createServer((socket) => {
    connections += 1
    if (faults.refuses) {
      faults = { ...faults, refuses: faults.refuses - 1 }
      socket.destroy()
      return
    }
    current = socket
    sockets.add(socket)
    socket.on('data', (bytes) => {
      take(socket, bytes)
      print()
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      sockets.delete(socket)
      if (current === socket) current = null
    })
  })
  // As most receipt printers: one at a time.
  server.maxConnections = 1
  const listen = (at: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(at, host, () => resolve())
    })
  await listen(port)
  const own = (server.address() as { port: number }).port
  const off = () =>
    new Promise<void>((resolve) => {
      for (const socket of sockets) socket.destroy()
      server.close(() => resolve())
    })
  return {
    port: own,
    decoder,
    get sheets() {
      return decoder.sheets
    },
    get faults() {
      return faults
    },
    set faults(given) {
      faults = given
      outAt =
        given.paperOutAfter === undefined ? Number.POSITIVE_INFINITY : decoder.lines + given.paperOutAfter
      if (given.paperOutAfter === 0) isOut = true
      print()
    },
    get connections() {
      return connections
    },
    get taken() {
      return taken
    },
    loadPaper: () => {
      isOut = false
      outAt = Number.POSITIVE_INFINITY
      resume()
    },
    off,
    on: () => listen(own),
    close: off,
  }
}
