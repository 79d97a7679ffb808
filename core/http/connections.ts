/**
 * Keeps room for known callers. A connection is a stranger's until it has shown a good credential. Strangers share a
 * part of all connections; beyond it the oldest stranger of the address that has most is cut off. Without this, 256 idle
 * connections of one program kept every window and every caller out.
 */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Log } from '../base/ports.ts'

/** Strangers at a time. 200 callers behind one proxy open their connections at once and fit. */
const mostStrangers = 320
const mostConnections = 1_024
/** A flood is logged once in this time, milliseconds. */
const logEveryMs = 60_000

export interface Connections {
  /** The connection has shown a good credential: no flood of strangers cuts it off. */
  know(socket: Socket): void
}

export const watchConnections = (server: Server, { log, now }: { log: Log; now(): number }): Connections => {
  const strangers = new Map<string, Set<Socket>>()
  let count = 0
  let loggedAt = Number.NEGATIVE_INFINITY
  const logFlood = (address: string | undefined) => {
    if (now() - loggedAt < logEveryMs) return
    loggedAt = now()
    log.warn({ address, strangers: count }, 'too many connections; some without a credential were cut off')
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
