/** The local HTTP server: the REST interface always, the window's bridge and screens on request. */
import { STATUS_CODES } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import Fastify, {
  type FastifyContextConfig,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { inUrl, isLoopback } from '../base/loopback.ts'
import type { Ids, Log } from '../base/ports.ts'
import { type Failure, fail } from '../contract/errors.ts'
import type { Envelope } from '../contract/operation.ts'
import type { Host } from '../host/host.ts'
import { createAdmission, usualPerSecond } from './admission.ts'
import { acceptJsonOnly, InputError } from './body.ts'
import { addBridge, type BridgeOptions } from './bridge.ts'
import { watchConnections } from './connections.ts'
import { addDocuments } from './documents.ts'
import { type RestAnswer, restAnswer } from './envelope.ts'
import { refusalOf } from './guard.ts'
import { securityHeaders } from './pages.ts'
import { addRest, send } from './rest.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The envelope of the route's operation. */
    envelope?: Envelope
    /** A window's route: failures use the bridge's own format. */
    window?: true
  }
}

export interface ServerOptions {
  /** 0 takes any free port. */
  port: number
  /** Address to listen on; 127.0.0.1 if absent. Any other than loopback admits other computers, and no windows. */
  host?: string
  /** Requests per second and caller, twice as many at once; 0 = no limit. */
  perSecond?: number
  /** Milliseconds for headers and body. Slower callers are disconnected. */
  patienceMs?: number
  /** Monotonic milliseconds for the limits. */
  now?(): number
  /** Further names that a proxy forwards as `Host`, such as `kaunta.example.com`. */
  allowedHosts?: readonly string[]
  /** Serves windows, and not the REST interface. */
  windowOnly?: boolean
  log: Log
  ids: Ids
  /** Serves windows as well. */
  bridge?: BridgeOptions
}

export interface HttpServer {
  /** `http://127.0.0.1:PORT`, or with the requested address */
  url: string
  /** Stops listening and closes open connections. */
  close(): Promise<void>
}

const loopback = '127.0.0.1'
const isWildcard = (address: string) => address === '0.0.0.0' || address === '::'
/** Characters. Node accepts no longer request head. */
const longestAddressPart = 16_384
/** Bytes, for a caller without a verified credential: parsing a larger body would slow down everybody. */
const largestStrangersBody = 4_096
const usualPatienceMs = 15_000
/** Milliseconds before a connection without a request is closed. */
const idleMs = 30_000

const tooLarge = (bytes: number) =>
  fail('003', 'body.tooLarge', `The body is larger than ${bytes} bytes`).error
const wrongType = fail('003', 'body.type', 'Content-Type: the body must be application/json in UTF-8').error

/** The response to a request that reached no operation. */
const explain = (
  error: { statusCode?: number; message: string },
  bodyLimit: number,
): { status: number; failure: Failure } | null => {
  const status = error.statusCode ?? 500
  if (status >= 500) return null
  if (status === 413) return { status, failure: tooLarge(bodyLimit) }
  if (status === 415 && !(error instanceof InputError)) return { status, failure: wrongType }
  return { status, failure: fail('003', 'request.malformed', error.message).error }
}

interface Problem {
  status: number
  failure: Failure
  /** The route's configuration, if one was found. */
  config?: FastifyContextConfig
}

const sendFailure = (reply: FastifyReply, { status, failure, config = {} }: Problem) =>
  config.window
    ? reply.code(status).send({ ok: false, error: failure })
    : send(reply, { ...restAnswer({ ok: false, error: failure }, config.envelope), status })

const timedOut = fail('006', 'request.timeout', 'The request arrived too slowly; send it again', {
  retryAfter: 1,
}).error

/** The response to a request that Node rejected before Fastify. */
const unread = (status: number): RestAnswer => {
  const words = `${STATUS_CODES[status]}`
  const error = status === 408 ? timedOut : fail('003', 'request.malformed', words).error
  return { ...restAnswer({ ok: false, error }), status }
}

/** Answers on a socket that cannot be used afterwards. */
const answerAndHangUp = (socket: Duplex, status: number): void => {
  if (!socket.writable) return
  const { headers, body } = unread(status)
  const text = JSON.stringify(body)
  const lines = Object.entries({
    'Content-Type': 'application/json',
    ...headers,
    'Content-Length': Buffer.byteLength(text),
    Connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${text}`)
}

/** Answers data that is not HTTP. */
const answerBrokenRequest = (error: NodeJS.ErrnoException, socket: Socket): void => {
  if (error.code === 'ECONNRESET') return
  const status = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }[error.code ?? ''] ?? 400
  answerAndHangUp(socket, status)
}

const addSafetyNet = (app: FastifyInstance, { log, ids, allowedHosts }: ServerOptions): void => {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(securityHeaders)
    const refusal = refusalOf(request.raw, request.socket, allowedHosts)
    if (refusal) return sendFailure(reply, { status: refusal.status, failure: refusal.error })
  })
  app.setNotFoundHandler(async (request, reply) => {
    const failure = fail(
      '003',
      'request.path',
      `${request.method} ${request.url.split('?')[0]} does not exist`,
    ).error
    return sendFailure(reply, { status: 404, failure })
  })
  app.setErrorHandler<Error & { statusCode?: number }>(async (error, request, reply) => {
    const { config, bodyLimit = largestStrangersBody } = request.routeOptions
    const known = explain(error, bodyLimit)
    if (known) return sendFailure(reply, { ...known, config })
    const id = ids.uuid()
    log.error({ id, err: error, route: request.routeOptions.url }, 'A request failed unexpectedly')
    const failure = fail('905', 'unexpected', 'Internal Server Error: report this id to support', {
      id,
    }).error
    return sendFailure(reply, { status: 500, failure, config })
  })
}

/** Answers a path that cannot be decoded. Fastify's hooks do not run for it. */
const answerBadAddress = (
  error: Error,
  request: FastifyRequest,
  reply: FastifyReply,
  allowedHosts: ServerOptions['allowedHosts'],
): void => {
  const refusal = refusalOf(request.raw, request.socket, allowedHosts)
  const status = refusal?.status ?? 400
  const failure = refusal?.error ?? fail('003', 'request.malformed', error.message).error
  reply.headers(securityHeaders)
  sendFailure(reply, { status, failure })
}

/**
 * Listens on 127.0.0.1 by default. Rejects with Node's `EADDRINUSE`, `EACCES` or `EADDRNOTAVAIL` if the address is
 * not available, and if windows would be served to other computers.
 */
export const startServer = async (host: Host, options: ServerOptions): Promise<HttpServer> => {
  const {
    host: address = loopback,
    perSecond = usualPerSecond,
    patienceMs = usualPatienceMs,
    now = () => performance.now(),
    log,
    bridge,
  } = options
  if (bridge && !isLoopback(address)) throw new Error('Windows are served on this computer only')
  const app = Fastify({
    bodyLimit: largestStrangersBody,
    requestTimeout: patienceMs,
    keepAliveTimeout: idleMs,
    forceCloseConnections: true,
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: (error, request, reply) => answerBadAddress(error, request, reply, options.allowedHosts),
    onProtoPoisoning: 'error',
    // An operation itself reports a wrong path parameter, in its own envelope.
    routerOptions: { maxParamLength: longestAddressPart },
    // Node checks for overdue connections only now and then. The guard reports a missing Host header itself.
    http: {
      headersTimeout: patienceMs,
      connectionsCheckingInterval: patienceMs / 4,
      requireHostHeader: false,
    },
  })
  // Above a limit Node would drop headers, and with them what the guard checks. Their total length is limited.
  app.server.maxHeadersCount = 0
  acceptJsonOnly(app)
  addSafetyNet(app, options)
  const { know } = watchConnections(app.server, { log, now })
  const admission = createAdmission({ host, log, perSecond, now, know })
  if (!options.windowOnly) {
    addRest(app, { host, admission, log })
    addDocuments(app, admission)
  }
  if (bridge) addBridge(app, { host, admission, know, ...bridge })
  // Node answers an Expect other than 100-continue with an empty body.
  app.server.on('checkExpectation', (_request, response) => {
    const { status, headers, body } = unread(417)
    response.writeHead(status, { 'content-type': 'application/json', ...securityHeaders, ...headers })
    response.end(JSON.stringify(body))
  })
  // Node closes a CONNECT without a response unless there is a listener.
  app.server.on('connect', (_request, socket) => {
    // From here on the socket is ours. Data after the head must be read, or its end is never seen.
    socket.on('error', () => {}).resume()
    answerAndHangUp(socket, 405)
  })
  await app.listen({ host: address, port: options.port })
  const { port } = app.server.address() as AddressInfo
  const reachedAt = isWildcard(address) ? loopback : inUrl(address)
  return { url: `http://${reachedAt}:${port}`, close: () => app.close() }
}
