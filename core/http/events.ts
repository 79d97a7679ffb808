/** Server-sent events: the stream itself, and `GET /events` for other software (an extension). */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SoftwareCaller } from '../access/callers.ts'
import type { Log } from '../base/ports.ts'
import { fail } from '../contract/errors.ts'
import type { ProfileEvent } from '../contract/events.ts'
import { restBase } from '../contract/operation.ts'
import type { Host } from '../host/host.ts'
import type { Admission } from './admission.ts'
import { callerOf, nameOf } from './credentials.ts'
import { restAnswer } from './envelope.ts'
import { securityHeaders } from './pages.ts'

/** Milliseconds. Keeps proxies from closing a quiet stream. */
const heartbeatMs = 15_000
/** A listener that reads nothing is disconnected at this many bytes. It queries everything after it reconnects. */
const mostUnread = 1_000_000
/** Streams per key or session. */
const mostStreams = 4

export interface Stream {
  /** Whole fields with the blank line after them. */
  write(text: string): void
  end(): void
  /** Runs `work` regularly while the stream is open. */
  onHeartbeat(work: () => void): void
  /** Runs once, however the stream ends. */
  onClose(work: () => void): void
}

/** Turns a request into a stream of events until either side disconnects. */
export const openStream = (request: FastifyRequest, reply: FastifyReply): Stream => {
  reply.hijack()
  const { raw } = reply
  raw.writeHead(200, { ...securityHeaders, 'content-type': 'text/event-stream; charset=utf-8' })
  const write = (text: string) => {
    if (raw.writableLength > mostUnread) raw.destroy()
    else raw.write(text)
  }
  write(': open\n\n')
  const beats = [() => write(': \n\n')]
  const closings: (() => void)[] = []
  const heartbeat = setInterval(() => {
    for (const beat of beats) beat()
  }, heartbeatMs).unref()
  const { socket } = request.raw
  const closed = () => {
    clearInterval(heartbeat)
    for (const close of closings) close()
  }
  // The caller may have hung up while its token was checked.
  if (socket.destroyed) setImmediate(closed)
  else socket.once('close', closed)
  return {
    write,
    end: () => raw.destroy(),
    onHeartbeat: (work) => {
      beats.push(work)
    },
    onClose: (work) => {
      closings.push(work)
    },
  }
}

const tooMany = fail(
  '006',
  'events.tooMany',
  `There are already ${mostStreams} event streams with this credential; close one first`,
  { retryAfter: 15 },
)

/**
 * Returns what changed in the caller's profile: nothing of other profiles, and not the profile's id. An invoice also
 * has its REST number.
 */
const fieldsOf = (
  event: ProfileEvent,
  { caller, host, id }: { caller: SoftwareCaller; host: Host; id: string },
): string | null => {
  if (!('appId' in event) || event.appId !== caller.appId) return null
  // No endpoint shows it.
  if (event.type === 'hub.changed') return null
  // Other software knows items by their codes.
  const { type, appId, itemIds, ...what } = { itemIds: undefined, ...event }
  const number = 'invoiceId' in event ? { invcNo: host.invoiceNumber(appId, event.invoiceId) } : {}
  return `event: ${type}\nid: ${id}\ndata: ${JSON.stringify({ type, ...what, ...number })}\n\n`
}

/** Sent to a listener that reconnects. Events are not stored, so it must query what it needs. */
const missed = 'event: missed\ndata: {"type":"missed"}\n\n'

/**
 * Adds `GET /events`. An event says what changed, never the data, at most ten times a second per kind. A stream ends
 * with its credential.
 */
export const addEvents = (
  app: FastifyInstance,
  { host, admission, log }: { host: Host; admission: Admission; log: Log },
): void => {
  const open = new Map<string, number>()
  const start = Date.now()
  let sent = 0

  app.route({
    method: 'GET',
    url: `${restBase}/events`,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const admitted = await admission.callerOf(request)
      const app = admitted.ok && 'user' in admitted.data ? host.checkAppName(admitted.data.appId) : admitted
      const found = app.ok ? admitted : app
      const name = found.ok ? nameOf(found.data) : ''
      const streams = open.get(name) ?? 0
      const refused = !found.ok ? found : streams >= mostStreams ? tooMany : null
      if (refused) {
        const { status, headers, body } = restAnswer(refused)
        return reply.code(status).headers(headers).send(body)
      }
      const caller = (found as { data: SoftwareCaller }).data
      const stream = openStream(request, reply)
      open.set(name, streams + 1)
      if (request.headers['last-event-id'] !== undefined) stream.write(missed)
      const stillAllowed = () => {
        // An unreadable disk must end this stream, not the till: an unhandled rejection ends the process.
        callerOf(request.headers, host).then(
          (now) => now.ok || stream.end(),
          (error: unknown) => {
            log.warn({ err: error }, 'A credential could not be checked, so its event stream ended')
            stream.end()
          },
        )
      }
      const unsubscribe = host.subscribe((event) => {
        // Keys and people may have changed.
        if (event.type === 'workspace.changed') stillAllowed()
        sent += 1
        const fields = fieldsOf(event, { caller, host, id: `${start}-${sent}` })
        if (fields) stream.write(fields)
      })
      stream.onHeartbeat(stillAllowed)
      stream.onClose(() => {
        unsubscribe()
        const left = (open.get(name) ?? 1) - 1
        if (left > 0) open.set(name, left)
        else open.delete(name)
      })
      return reply
    },
  })
}
