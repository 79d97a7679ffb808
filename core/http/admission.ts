/** Admission: which caller may make a request, and how often. Decided before a body is read. */
import type { Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { SoftwareCaller } from '../access/callers.ts'
import type { Log } from '../base/ports.ts'
import { fail, ok, type Reply } from '../contract/errors.ts'
import type { RestRoute } from '../contract/operation.ts'
import type { Host } from '../host/host.ts'
import { callerOf, nameOf } from './credentials.ts'
import { createLimiter } from './limiter.ts'

/** Requests per second for a key, a session, or an address without either, by default. */
export const usualPerSecond = 100
/** Wrong credentials per address. A misconfigured program gets a clear error; guessing is slowed down. */
const wrong = { perSecond: 10, burst: 100 }
/** Sign-ins per address. Each one costs a slow hash. */
const signIns = { perSecond: 1, burst: 20 }

export interface AdmissionOptions {
  host: Pick<Host, 'verifyApiKey' | 'verifySession'>
  log: Log
  /** 0: no limit. */
  perSecond: number
  /** Monotonic milliseconds. */
  now(): number
  /** Called for each connection that showed a valid credential. */
  know(socket: Socket): void
}

export interface Admission {
  /** Returns the caller of a request; 001 without a valid credential, 006 (HTTP 429) for too many requests. */
  callerOf(request: FastifyRequest): Promise<Reply<SoftwareCaller>>
  /** The same, by the route's requirement: null on a public route. */
  admit(
    request: FastifyRequest,
    route: Pick<RestRoute, 'public' | 'bodyOnly'>,
  ): Promise<Reply<SoftwareCaller | null>>
}

const tooMany = (waitMs: number) => {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000))
  return fail('006', 'request.tooMany', `Too many requests: wait ${seconds} s, then send fewer requests`, {
    params: { seconds },
    retryAfter: seconds,
  })
}

export const createAdmission = ({ host, log, perSecond, now, know }: AdmissionOptions): Admission => {
  const limiter = (what: string, rate: { perSecond: number; burst: number }) => {
    if (perSecond === 0) return () => null
    const onExhausted = (who: string) => log.warn({ who }, `too many ${what}; they are rejected for a while`)
    const { take } = createLimiter({ ...rate, now, onExhausted })
    return (who: string) => {
      const waitMs = take(who)
      return waitMs === 0 ? null : tooMany(waitMs)
    }
  }
  const requests = limiter('requests', { perSecond, burst: 2 * perSecond })
  const wrongCredentials = limiter('wrong credentials', wrong)
  const signingIn = limiter('sign-ins', signIns)

  const admitted = async ({ headers, ip, raw }: FastifyRequest): Promise<Reply<SoftwareCaller>> => {
    const found = await callerOf(headers, host)
    // Callers without a valid credential never slow down callers with one.
    if (!found.ok) return (found.error.code === '001' && wrongCredentials(ip)) || found
    know(raw.socket)
    return requests(nameOf(found.data)) ?? found
  }
  return {
    callerOf: admitted,
    admit: async (request, route) => {
      if (!route.public) return admitted(request)
      return (route.bodyOnly ? signingIn : requests)(request.ip) ?? ok(null)
    },
  }
}
