/**
 * Keeps room for known callers. A connection is unknown until it showed a valid credential. Unknown connections get a
 * share of all connections. Beyond it, the oldest one of the address with the most is closed. Without this limit, 256
 * idle connections of one program blocked every window and caller.
 */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Log } from '../base/ports.ts'

/** Unknown connections at a time. 200 callers behind one proxy can connect at once. */
const mostStrangers = 320
const mostConnections = 1_024
/** Milliseconds. A flood is logged once in this time. */
const logEveryMs = 60_000

export interface Connections {
  /** The connection showed a valid credential. A flood of unknown connections does not close it. */
  know(socket: Socket): void
}

export const watchConnections = (server: Server, { log, now }: { log: Log; now(): number }): Connections => {
  const strangers = new Map<string, Set<Socket>>()
  let count = 0
  let loggedAt = Number.NEGATIVE_INFINITY
  const logFlood = (address: string | undefined) => {
    if (now() - loggedAt < logEveryMs) return
    loggedAt = now()
    log.warn({ address, strangers: count }, 'too many connections; some without a credential were closed')
  }
  const forget = (socket: Socket, address: string) => {
    const ofAddress = strangers.get(address)
    if (!ofAddress?.delete(socket)) return
    count -= 1
    if (ofAddress.size === 0) strangers.delete(address)
  }
  const addresses = new WeakMap<Socket, string>()
  const cutOff = () => {
    let [most, address] = [0, '']
    for (const [each, { size }] of strangers) if (size > most) [most, address] = [size, each]
    const [oldest] = strangers.get(address) ?? []
    if (!oldest) return
    logFlood(address)
    forget(oldest, address)
    oldest.destroy()
  }
  server.maxConnections = mostConnections
  server.on('drop', (dropped) => logFlood(dropped?.remoteAddress))
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    addresses.set(socket, address)
    strangers.set(address, (strangers.get(address) ?? new Set()).add(socket))
    count += 1
    socket.once('close', () => forget(socket, address))
    if (count > mostStrangers) cutOff()
  })
  return {
    know: (socket) => forget(socket, addresses.get(socket) ?? ''),
  }
}
