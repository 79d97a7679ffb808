/** The hub's door: HTTPS for its tills, and for its own computer. Who calls is known before a body is read. */
import { createPublicKey, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto'
import type { AddressInfo, Socket } from 'node:net'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { tillByUid } from '../../db/hub/door.ts'
import { isLoopback } from '../base/loopback.ts'
import { type HubFailureCode, hubProtocol, protocolHeader } from '../contract/hub/wire.ts'
import { type Page, securityHeaders } from '../http/pages.ts'
import { adminSecret } from '../link/doorNote.ts'
import { pinOf, proofOf } from '../link/identity.ts'
import { refusedReply } from '../operations/hub/askHub.ts'
import { keptSecret } from '../platform/keptSecret.ts'
import { addressesOf } from './addresses.ts'
import { addAdminRoutes } from './adminRoutes.ts'
import { fingerprintOf, hubCertificate, hubKey } from './certificate.ts'
import { addClaimRoutes } from './claims.ts'
import { addCopyRoutes } from './copies/copyRoutes.ts'
import { addDeviceRoutes } from './deviceRoutes.ts'
import { addDocumentRoutes } from './documents.ts'
import type { Caller, Door } from './door.ts'
import { Refusal, refusalOf } from './failures.ts'
import { createGate, type Gate } from './gate.ts'
import type { Hub } from './openHub.ts'
import { createPairingCodes } from './pairing.ts'
import { addPeopleRoutes } from './peopleRoutes.ts'
import { demandAdmitted } from './requests.ts'
import { addRoutes } from './routes.ts'
import { createScreenAccounts } from './screens/accounts.ts'
import { addScreenRoutes, hubPage } from './screens/screenRoutes.ts'
import { createTokens } from './tokens.ts'
import { addTrailRoutes } from './trailRoutes.ts'
import { trailsOf } from './trails.ts'
import { createWaits } from './waits.ts'

export interface DoorOptions {
  hub: Hub
  /** 0 takes any free port. */
  port: number
  /** The address to listen on. */
  listen: string
  wantsConfirmation?: boolean
  /** Requests of tills at once. */
  most?: number
  /** Milliseconds for a request to arrive. */
  patienceMs?: number
  /** The built screens for browsers; absent: it serves none. */
  pages?: Map<string, Page>
}

export interface OpenDoor extends Pick<Door, 'pin' | 'codes' | 'hasScreens'> {
  port: number
  close(): Promise<void>
}

const usualMost = 64
/** Strangers cannot keep tills out. */
const mostStrangers = 16
/** Requests of browsers at once: they keep out neither tills nor new ones. */
const mostOfBrowsers = 32
const mostConnections = 20_000
const usualPatienceMs = 15_000
/** Longer than a till waits for news. */
const idleMs = 60_000
/** Bytes, without a route's own limit. */
const usualBody = 16_384
const worthPacking = 2_048
const pack = promisify(gzip)

const isSame = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Returns the till behind a token. Throws {@link Refusal}. */
const callerOf = async ({ hub, tokens }: Door, token: string): Promise<Caller> => {
  if (hub.replaced()) throw new Refusal('replaced')
  const holder = await tokens.read(token)
  const till = holder ? await tillByUid(hub.db, holder.origin) : undefined
  // A till that was paired anew has another key, and tokens for the earlier one are worth nothing.
  if (!holder || !till || till.public_key !== holder.publicKey) throw new Refusal('token')
  demandAdmitted(till)
  const { id, uid, name, branch, code, acked_seq, acked_hash } = till
  return { id, uid, name, branch, branchCode: code, ackedSeq: acked_seq, ackedHash: acked_hash }
}

const demandProtocol = (request: FastifyRequest): void => {
  const spoken = Number(request.headers[protocolHeader])
  if (!Number.isInteger(spoken)) throw new Refusal('malformed')
  if (spoken < hubProtocol - 1) throw new Refusal('tooOld')
}

const enter = (request: FastifyRequest, gate: Gate): void => {
  if (!gate.enter()) throw new Refusal('busy', 1)
  request.gate = gate
}

const bearerOf = (request: FastifyRequest): string =>
  /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''

const isOfBrowsers = ({ routeOptions }: FastifyRequest): boolean =>
  routeOptions.config.access === 'page' || routeOptions.config.access === 'browser'

const addAdmission = (app: FastifyInstance, door: Door, admin: string): void => {
  const strangers = createGate(mostStrangers)
  const browsers = createGate(mostOfBrowsers)
  app.decorateRequest('till', null)
  app.decorateRequest('gate', null)
  app.addHook('onRequest', async (request, reply) => {
    const { access } = request.routeOptions.config
    if (access === undefined) throw new Refusal('notFound')
    if (isOfBrowsers(request)) {
      reply.headers(securityHeaders)
      return enter(request, browsers)
    }
    demandProtocol(request)
    if (access === 'stranger') return enter(request, strangers)
    if (access === 'admin') {
      const isHere = isLoopback(request.socket.remoteAddress ?? '')
      if (!isHere || !isSame(bearerOf(request), admin)) throw new Refusal('notFound')
      return enter(request, strangers)
    }
    enter(request, door.gate)
    request.till = await callerOf(door, bearerOf(request))
  })
  const leave = (request: FastifyRequest): void => {
    request.gate?.leave()
    request.gate = null
  }
  app.addHook('onResponse', async (request) => leave(request))
  app.addHook('onRequestAbort', async (request) => leave(request))
}

const refuse = (request: FastifyRequest, reply: FastifyReply, refusal: Refusal) => {
  const { status, code, message, retryAfter } = refusal
  if (retryAfter > 0) reply.header('retry-after', String(retryAfter))
  if (isOfBrowsers(request)) return reply.code(status).send(refusedReply(refusal))
  return reply.code(status).send({ error: { code: code satisfies HubFailureCode, text: message } })
}

const addSafetyNet = (app: FastifyInstance, { log, ids }: Hub['ports']): void => {
  app.setErrorHandler(async (error, request, reply) => {
    const known = refusalOf(error)
    if (!known) {
      const id = ids.uuid()
      log.error({ id, err: error, route: request.routeOptions.url }, 'A request of a till failed')
    }
    return refuse(request, reply, known ?? new Refusal('failed'))
  })
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < worthPacking) return payload
    if (!/\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))) return payload
    const packed = await pack(payload, { level: 3 })
    reply.header('content-encoding', 'gzip').header('content-length', packed.length)
    return packed
  })
}

const openApp = (key: KeyObject, cert: string, patienceMs: number): FastifyInstance =>
  Fastify({
    https: {
      key: key.export({ type: 'pkcs8', format: 'pem' }),
      cert,
      minVersion: 'TLSv1.3',
      handshakeTimeout: patienceMs,
      headersTimeout: patienceMs,
      connectionsCheckingInterval: Math.max(patienceMs / 4, 50),
    },
    bodyLimit: usualBody,
    requestTimeout: patienceMs,
    connectionTimeout: idleMs,
    keepAliveTimeout: idleMs,
    forceCloseConnections: true,
  }) as unknown as FastifyInstance

/** Begins to listen. Rejects with Node's `EADDRINUSE`, `EACCES` or `EADDRNOTAVAIL` if the address is not available. */
export const openDoor = async (options: DoorOptions): Promise<OpenDoor> => {
  const { hub, port, listen, wantsConfirmation = false, most = usualMost } = options
  const { clock, ids, secrets, log } = hub.ports
  const key = await hubKey(secrets)
  const publicKey = createPublicKey(key)
  const random = (bytes: number) => randomBytes(bytes)
  const closing = new AbortController()
  const certificate = await hubCertificate(secrets, key)
  const pages = options.pages ?? new Map<string, Page>()
  const app = openApp(key, certificate, options.patienceMs ?? usualPatienceMs)
  const door: Door = {
    hub,
    pin: pinOf(publicKey),
    fingerprint: fingerprintOf(certificate),
    screens: createScreenAccounts(hub),
    hasScreens: pages.has(hubPage),
    codes: createPairingCodes(await proofOf(publicKey), { clock, random }),
    tokens: createTokens(hub.id, { clock, random, secret: random(32), epoch: () => hub.epoch }),
    waits: createWaits(hub.changed, { clock, ids }),
    gate: createGate(most),
    wantsConfirmation,
    demand: async ({ uid }) => demandAdmitted(await tillByUid(hub.db, uid)),
    closing: closing.signal,
    addresses: () => addressesOf(listen, (app.server.address() as AddressInfo).port),
  }
  app.server.maxConnections = mostConnections
  // Closing the server ends only connections on which something was asked.
  const connections = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })
  app.server.on('tlsClientError', (err) => log.debug({ err }, 'A connection was not accepted'))
  addAdmission(app, door, await keptSecret(hub.ports, adminSecret)())
  addSafetyNet(app, hub.ports)
  addRoutes(app, door)
  addPeopleRoutes(app, door)
  addAdminRoutes(app, door)
  addCopyRoutes(app, door)
  addClaimRoutes(app, door)
  addDocumentRoutes(app, door)
  addTrailRoutes(app, door, trailsOf(hub))
  addDeviceRoutes(app, door)
  addScreenRoutes(app, door, pages)
  await app.listen({ host: listen, port })
  return {
    pin: door.pin,
    codes: door.codes,
    hasScreens: door.hasScreens,
    port: (app.server.address() as AddressInfo).port,
    close: async () => {
      closing.abort()
      door.waits.end()
      const closed = app.close()
      for (const socket of connections) socket.destroy()
      await closed
    },
  }
}
