/** A line to a printer in the network. Most printers take one connection at a time and refuse the next. */
import { connect, type Socket } from 'node:net'
import type { OpenWire, Wire } from './wire.ts'
import { WireError } from './wire.ts'

/** How long a printer that confirms nothing has to break the line after the last byte, milliseconds. */
const lingerMs = 500

const left = (deadline: number): number => Math.max(0, deadline - performance.now())

const noMore = () => new WireError('offline', 'The printer takes no more bytes.')

/** Resolves with what `work` passes on, rejects at the deadline. */
const inTime = <T>(
  deadline: number,
  late: WireError,
  work: (done: (value: T) => void, failed: (error: Error) => void) => () => void,
): Promise<T> => {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const stop = work(resolve, reject)
  const timer = setTimeout(() => reject(late), left(deadline))
  return promise.finally(() => {
    clearTimeout(timer)
    stop()
  })
}

const troubleOf = (error: NodeJS.ErrnoException): WireError =>
  new WireError('unreachable', error.code ? `${error.code}: ${error.message}` : error.message)

const wireOf = (socket: Socket): Wire => {
  let arrived: Buffer[] = []
  let broken: Error | null = null
  let heard: () => void = () => undefined
  const end = (error: Error) => {
    broken ??= error
    heard()
  }
  socket.on('data', (bytes) => {
    arrived.push(bytes)
    heard()
  })
  socket.on('error', (error) => end(troubleOf(error)))
  socket.on('end', () => end(new WireError('unreachable', 'The printer closed the connection.')))
  socket.on('close', () => end(new WireError('unreachable', 'The connection was closed.')))
  const take = (): Buffer => {
    const bytes = Buffer.concat(arrived)
    arrived = []
    return bytes
  }
  /** Calls back at each event of the socket, and once now. */
  const onEvent = (look: () => void) => {
    heard = look
    look()
    return () => {
      heard = () => undefined
    }
  }
  return {
    write: (bytes, deadline) =>
      inTime(deadline, noMore(), (done, failed) => {
        socket.write(bytes, (error) => (error ? failed(troubleOf(error)) : done()))
        return onEvent(() => {
          if (broken) failed(broken)
        })
      }),
    read: (deadline) =>
      inTime<Buffer>(deadline, noMore(), (done, failed) =>
        onEvent(() => {
          if (arrived.length > 0) done(take())
          else if (broken) failed(broken)
        }),
      ).catch((error: unknown) => {
        if (error === broken) throw error
        return Buffer.alloc(0)
      }),
    end: async (deadline) => {
      if (broken) throw broken
      await inTime<void>(deadline, noMore(), (done, failed) => {
        socket.end(() => done())
        socket.once('error', failed)
        return () => undefined
      })
      const until = Math.min(deadline, performance.now() + lingerMs)
      // The other side closes as well, or stays silent. Both are well.
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, left(until))
      socket.once('error', (error) => reject(troubleOf(error)))
      socket.once('close', () => resolve())
      await promise.finally(() => clearTimeout(timer))
    },
    drop: async () => {
      socket.destroy()
    },
  }
}

export const openNetwork =
  ({ host, port }: { host: string; port: number }): OpenWire =>
  async (deadline) => {
    const socket = connect({ host, port })
    socket.setNoDelay(true)
    // Failures after the answer are the wire's.
    socket.on('error', () => undefined)
    try {
      await inTime<void>(
        deadline,
        new WireError('unreachable', `Nothing answers at ${host}:${port}.`),
        (done, failed) => {
          const refused = (error: NodeJS.ErrnoException) => failed(troubleOf(error))
          socket.once('connect', () => done())
          socket.once('error', refused)
          return () => socket.off('error', refused)
        },
      )
      return wireOf(socket)
    } catch (error) {
      socket.destroy()
      throw error
    }
  }
