/** The browser window over HTTP: session, calls, server-sent events, and the screens. */
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fail } from '../contract/errors.ts'
import type { Host } from '../host/host.ts'
import type { Admission } from './admission.ts'
import { largestBody } from './body.ts'
import { openStream } from './events.ts'
import type { Page } from './pages.ts'
import type { Windows } from './windows.ts'

export interface BridgeOptions {
  windows: Windows
  pages: Map<string, Page>
}

const notLetIn = fail(
  '001',
  'window.notLetIn',
  'This window is not admitted. Open the printed address again.',
)
const malformed = fail(
  '003',
  'bridge.malformed',
  'Send {"name": "…", "input": …, "appId": "…", "userId": "…", "approval": "…"}',
)

/** Streams per window cookie. The tabs of a browser share it. */
const mostStreams = 32
const tooManyStreams = fail(
  '003',
  'events.tooMany',
  `This window has ${mostStreams} event streams open already. Close some of its tabs.`,
)

/**
 * Cookies ignore ports, so the name contains the port. Otherwise two hosts on one computer would overwrite each
 * other's.
 */
const cookieName = (request: FastifyRequest): string => `kaunta_${request.socket.localPort}`

const setCookie = (request: FastifyRequest, reply: FastifyReply, value: string): void => {
  reply.header('set-cookie', `${cookieName(request)}=${value}; Path=/bridge; HttpOnly; SameSite=Strict`)
}

interface Bridge extends BridgeOptions {
  host: Host
  admission: Admission
  /** Called for each connection that showed a window's cookie. */
  know(socket: Socket): void
}

/** Adds `/bridge/session`, `/bridge/call`, `/bridge/events` and every page. */
export const addBridge = (app: FastifyInstance, { host, windows, pages, admission, know }: Bridge): void => {
  const windowOf = (request: FastifyRequest) => {
    const window = windows.identify(request.headers.cookie, cookieName(request))
    if (window !== null) know(request.raw.socket)
    return window
  }
  const streams = new Map<string, number>()

  app.post<{ Body?: { token?: unknown } }>(
    '/bridge/session',
    {
      config: { window: true },
      onRequest: async (request, reply) => {
        const admitted = await admission.admit(request, { public: true })
        if (!admitted.ok) return reply.code(429).send(admitted)
      },
    },
    async (request, reply) => {
      const token = request.body?.token
      const cookie = typeof token === 'string' ? windows.admit(token) : null
      if (!cookie) return reply.code(401).send(notLetIn)
      setCookie(request, reply, cookie)
      return { ok: true, data: {} }
    },
  )

  app.post<{
    Body?: { name?: unknown; input?: unknown; appId?: unknown; userId?: unknown; approval?: unknown }
  }>(
    '/bridge/call',
    {
      config: { window: true },
      bodyLimit: largestBody,
      onRequest: async (request, reply) => {
        if (!windowOf(request)) return reply.code(401).send(notLetIn)
      },
    },
    async (request, reply) => {
      const window = windowOf(request)
      if (!window) return reply.code(401).send(notLetIn)
      if (window.renewed) setCookie(request, reply, window.renewed)
      const { name, input, appId, userId, approval } = request.body ?? {}
      if (typeof name !== 'string') return reply.code(400).send(malformed)
      if (appId !== undefined && typeof appId !== 'string') return reply.code(400).send(malformed)
      if (userId !== undefined && typeof userId !== 'string') return reply.code(400).send(malformed)
      if (approval !== undefined && typeof approval !== 'string') return reply.code(400).send(malformed)
      return host.call(window.id, name, input, appId, userId, approval)
    },
  )

  app.get('/bridge/events', { config: { window: true } }, async (request, reply) => {
    const client = windowOf(request)?.id
    if (!client) return reply.code(401).send(notLetIn)
    const open = streams.get(client) ?? 0
    if (open >= mostStreams) return reply.code(429).send(tooManyStreams)
    const stream = openStream(request, reply)
    streams.set(client, open + 1)
    const unsubscribe = host.subscribe((event) => stream.write(`data: ${JSON.stringify(event)}\n\n`))
    stream.onClose(() => {
      unsubscribe()
      const left = (streams.get(client) ?? 1) - 1
      if (left > 0) streams.set(client, left)
      else streams.delete(client)
    })
    return reply
  })

  for (const [path, page] of pages) {
    app.get(path, async (_request, reply) => reply.headers(page.headers).send(page.body))
  }
}
