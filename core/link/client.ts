/**
 * HTTPS to one hub, which is known by its public key and not by a name. Not a byte of a request leaves before the key
 * is checked. Nothing here throws: a failure is an outcome.
 */
import type { IncomingMessage } from 'node:http'
import { Agent, request as startRequest } from 'node:https'
import { connect, type TLSSocket } from 'node:tls'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { hubProtocol, protocolHeader } from '../contract/hub/wire.ts'
import { hubPort } from '../contract/hubLink.ts'
import { pinOf } from './identity.ts'

export interface HubRequest {
  method: 'GET' | 'POST'
  /** Below `/hub/v1`, with the query. */
  path: string
  body?: object
  /** A token or another credential. */
  bearer?: string
  /** Milliseconds for the whole answer; {@link usualMs} when absent. */
  ms?: number
  signal?: AbortSignal
}

/** silent: no answer of this hub. pinMismatch: something else is at the address, and it got nothing. */
export type Heard =
  | { is: 'answered'; status: number; body: unknown; retryAfterMs: number }
  | { is: 'silent'; problem: 'unreachable' | 'pinMismatch'; detail: string }

export interface HubClient {
  send(request: HubRequest): Promise<Heard>
  /** Where the hub answered last, or the first address. */
  address(): string
  /** Asks the local network where the hub is. Returns whether there is an address that was not known. */
  find(over: AbortSignal): Promise<boolean>
  /** What answered last is the hub no more. Returns false once each address was passed over, and begins anew then. */
  passOver(): boolean
  /** Ends open connections. A request on its way is silent then. */
  close(): void
}

export const usualMs = 20_000
/** Milliseconds from the first packet to a checked key. */
const connectMs = 5_000
/** Milliseconds for an answer of the local network. */
const findMs = 3_000
/** Addresses that the local network said last. */
const mostFound = 4
/** Bytes of an answer, packed and unpacked. */
const largestAnswer = 32 * 2 ** 20

const pinMismatch = 'KAUNTA_PIN'
const unpack = promisify(gunzip)

/** Returns host and port of an address such as `hub.local` or `[fe80::1]:4878`. */
export const placeOf = (address: string): { host: string; port: number } => {
  const [, bracketed, plain, port] = /^(?:\[([^\]]*)\]|([^:]*))(?::(\d+))?$/.exec(address) ?? []
  return { host: bracketed ?? plain ?? '', port: Number(port ?? hubPort) }
}

/** Connects without any check of the certificate's name: the hub made it itself. The caller checks the key. */
export const connectTls = (
  address: string,
  done: (error: Error | null, socket?: TLSSocket) => void,
): void => {
  const socket = connect({ ...placeOf(address), rejectUnauthorized: false, minVersion: 'TLSv1.3' })
  const giveUp = setTimeout(() => socket.destroy(new Error('no connection in time')), connectMs).unref()
  const failed = (error: Error) => {
    clearTimeout(giveUp)
    done(error)
  }
  socket.once('error', failed)
  socket.once('secureConnect', () => {
    clearTimeout(giveUp)
    socket.off('error', failed)
    done(null, socket)
  })
}

/** Hands on a connection only if the other end proved to hold the hub's key. `isOver`: nothing is sent any more. */
const pinnedAgent = (pin: string, address: string, isOver: () => boolean): Agent => {
  // Not `maxSockets`: if a hub ends while requests wait for a free connection, Node ends one of them and forgets the rest.
  const agent = new Agent({ keepAlive: true, maxFreeSockets: 6, maxCachedSessions: 0 })
  agent.createConnection = (_, done) => {
    connectTls(address, (error, socket) => {
      if (!socket) return done?.(error, undefined as never)
      const key = socket.getPeerX509Certificate()?.publicKey
      // An agent ends only connections that it has been given.
      if (key && pinOf(key) === pin && !isOver()) return done?.(null, socket)
      socket.destroy()
      done?.(Object.assign(new Error('another key'), { code: pinMismatch }), undefined as never)
    })
    return undefined
  }
  return agent
}

const read = async (answer: IncomingMessage): Promise<unknown> => {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of answer as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > largestAnswer) throw new Error('the answer is too large')
    parts.push(part)
  }
  const whole = Buffer.concat(parts)
  const isPacked = answer.headers['content-encoding'] === 'gzip'
  const text = isPacked ? await unpack(whole, { maxOutputLength: largestAnswer }) : whole
  return text.length === 0 ? null : JSON.parse(text.toString('utf8'))
}

const answerOf = async (answer: IncomingMessage): Promise<Heard> => {
  const seconds = Number(answer.headers['retry-after'])
  return {
    is: 'answered',
    status: answer.statusCode ?? 0,
    body: await read(answer),
    retryAfterMs: seconds > 0 ? seconds * 1000 : 0,
  }
}

const failure = (error: unknown): Heard => {
  const { code, message } = error as NodeJS.ErrnoException
  const problem = code === pinMismatch ? 'pinMismatch' : 'unreachable'
  return { is: 'silent', problem, detail: code ?? message }
}

/** Sends once. Resolves with null if a kept connection had ended before anything was answered. */
const sendOnce = (
  agent: Agent,
  address: string,
  { method, path, body, bearer, ms = usualMs, signal }: HubRequest,
): Promise<Heard | null> =>
  new Promise((resolve) => {
    const text = body === undefined ? undefined : JSON.stringify(body)
    const limit = AbortSignal.timeout(ms)
    const sent = startRequest({
      agent,
      ...placeOf(address),
      method,
      path: `/hub/v1${path}`,
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
      headers: {
        [protocolHeader]: String(hubProtocol),
        'accept-encoding': 'gzip',
        ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
        ...(text === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
      },
    })
    sent.once('response', (answer) => {
      answerOf(answer).then(resolve, (error: unknown) => resolve(failure(error)))
    })
    sent.on('error', (error: NodeJS.ErrnoException) => {
      const wasClosed = sent.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE')
      resolve(wasClosed ? null : failure(error))
    })
    sent.end(text)
  })

/** Every request may be sent twice: the hub knows what it has. */
export const createHubClient = (pin: string, known: readonly [string, ...string[]]): HubClient => {
  let isClosed = false
  const agentFor = (address: string) => pinnedAgent(pin, address, () => isClosed)
  const agents = new Map(known.map((address) => [address, agentFor(address)]))
  let addresses: readonly [string, ...string[]] = known
  let best = addresses[0]
  const passed = new Set<string>()
  const sendTo = async (address: string, request: HubRequest): Promise<Heard> => {
    const agent = agents.get(address)
    for (let attempt = 0; agent && attempt < 3; attempt += 1) {
      const heard = await sendOnce(agent, address, request)
      if (heard) return heard
    }
    return { is: 'silent', problem: 'unreachable', detail: 'ECONNRESET' }
  }
  /** Any program of the network may say an address. Only at one where the hub was before, another key is a person's concern. */
  const judged = (heard: Heard, address: string): Heard =>
    heard.is === 'silent' && !known.includes(address) ? { ...heard, problem: 'unreachable' } : heard
  return {
    send: async (request) => {
      let worst: Heard | undefined
      const order = [best, ...addresses.filter((each) => each !== best && !passed.has(each))]
      for (const address of order) {
        const heard = judged(await sendTo(address, request).catch(failure), address)
        if (heard.is === 'answered') {
          best = address
          return heard
        }
        if (worst === undefined || heard.problem === 'pinMismatch') worst = heard
        if (request.signal?.aborted) break
      }
      return worst as Heard
    },
    address: () => best,
    find: async (over) => {
      const { findHub } = await import('./localName.ts')
      if (over.aborted) return false
      const found = await findHub(pin, { ms: findMs, over })
      const news = found.filter((address) => !agents.has(address)).slice(0, mostFound)
      if (news[0] === undefined || isClosed) return false
      for (const address of addresses.slice(known.length)) {
        agents.get(address)?.destroy()
        agents.delete(address)
      }
      for (const address of news) agents.set(address, agentFor(address))
      addresses = [...known, ...news]
      best = news[0]
      return true
    },
    passOver: () => {
      passed.add(best)
      const next = addresses.find((each) => !passed.has(each))
      if (next === undefined) passed.clear()
      best = next ?? addresses[0]
      return next !== undefined
    },
    close: () => {
      isClosed = true
      for (const agent of agents.values()) agent.destroy()
    },
  }
}
