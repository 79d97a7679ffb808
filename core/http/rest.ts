/** The REST interface of the specification, built from the registry: every operation with a route gets it. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SoftwareCaller } from '../access/callers.ts'
import type { Log } from '../base/ports.ts'
import { fail } from '../contract/errors.ts'
import { operations } from '../contract/index.ts'
import { approvalHeader, type Operation, type RestRoute, restBase } from '../contract/operation.ts'
import type { Host } from '../host/host.ts'
import type { Admission } from './admission.ts'
import { checkInput, largestBody } from './body.ts'
import { type RestAnswer, restAnswer } from './envelope.ts'
import { addEvents } from './events.ts'
import { idempotencyKeyOf } from './idempotency.ts'
import { preferenceOf, preferredAnswer } from './prefer.ts'
import { refusalOf, unknownIn } from './unknown.ts'

/** Sends a response of the REST interface. */
export const send = (reply: FastifyReply, { status, headers, body }: RestAnswer): FastifyReply =>
  reply
    .code(status)
    .headers({ 'cache-control': 'no-store', ...headers })
    .send(body)

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Merges body (or the query of a GET) and path into one input. The path wins, so that a body cannot name another
 * target. Query parameters are ignored on requests with a body, so a cache-busting parameter does not turn a retry
 * into a new request.
 */
const inputOf = (request: FastifyRequest, { method }: RestRoute): Record<string, unknown> | null => {
  const { body = {}, params } = request
  // Empty query parameters count as omitted, because forms and libraries send `?limit=`.
  const query =
    method === 'GET'
      ? Object.fromEntries(Object.entries(request.query as object).filter(([, value]) => value !== ''))
      : {}
  if (!isObject(body)) return null
  const parameters = { ...query, ...(params as object) }
  checkInput(parameters)
  return { ...query, ...body, ...(params as object) }
}

/** Tokens of `POST /approvals`, separated by commas; at most ten. */
const approvalsOf = (header: string | string[] | undefined): string[] =>
  String(header ?? '')
    .split(',')
    .map((token) => token.trim())
    .filter(Boolean)
    .slice(0, 10)

const noObject = fail('003', 'body.notAnObject', 'The body must be a JSON object')

export interface RestOptions {
  host: Host
  admission: Admission
  log: Log
}

const addRoute = (
  app: FastifyInstance,
  { host, admission }: RestOptions,
  { name, operation, rest }: { name: string; operation: Operation; rest: RestRoute },
): void => {
  const { method, path, envelope } = rest
  const callers = new WeakMap<FastifyRequest, SoftwareCaller>()
  app.route({
    method,
    url: restBase + path,
    config: { envelope },
    ...(rest.public ? {} : { bodyLimit: largestBody }),
    // Before the body is read: bodies of unknown callers are not parsed.
    onRequest: async (request, reply) => {
      const admitted = await admission.admit(request, rest)
      if (!admitted.ok) return send(reply, restAnswer(admitted, envelope))
      if (admitted.data) callers.set(request, admitted.data)
    },
    handler: async (request, reply) => {
      const input = inputOf(request, rest)
      if (!input) return send(reply, restAnswer(noObject, envelope))
      const key = idempotencyKeyOf(method === 'GET' ? undefined : request.headers['idempotency-key'])
      if (!key.ok) return send(reply, restAnswer(key, envelope))
      const approvals = approvalsOf(request.headers[approvalHeader.toLowerCase()])
      const preference = preferenceOf(request.headers['prefer'])
      const unknown = unknownIn(request, operation)
      const options = { envelope, longestMs: host.longestWaitMs }
      if (preference.handling === 'strict' && unknown[0])
        return send(reply, preferredAnswer(refusalOf(unknown[0]), preference, options))
      const wishes = {
        ...preference,
        // Body, query and path are already checked.
        plainText: true,
        isGone: () => request.raw.socket.destroyed,
        approvals,
        ...(key.data === undefined ? {} : { idempotencyKey: key.data }),
      }
      const answer = await host.callRest(callers.get(request) ?? null, name, input, wishes)
      if (answer.replayed) reply.header('idempotency-replayed', 'true')
      const { status, headers, body } = preferredAnswer(answer, preference, options)
      const warnings = unknown.length === 0 ? {} : { warnings: unknown }
      return send(reply, { status, headers, body: { ...body, ...warnings } })
    },
  })
}

/** Answers 405 for the methods that a path does not have. */
export const addOtherMethods = (app: FastifyInstance, path: string, taken: Set<string>): void => {
  const allowed = [...taken].sort().join(', ')
  app.route({
    method: app.supportedMethods.filter((method) => !taken.has(method)),
    url: restBase + path,
    handler: async (request, reply) => {
      const { error } = fail('003', 'request.method', `${request.method} is not served here; use ${allowed}`)
      return send(reply, {
        status: 405,
        headers: { allow: allowed },
        body: restAnswer({ ok: false, error }).body,
      })
    },
  })
}

/** Adds every route of the registry under `/api/v1`. */
export const addRest = (app: FastifyInstance, options: RestOptions): void => {
  const methods = new Map<string, Set<string>>()
  for (const [name, operation] of Object.entries<Operation>(operations)) {
    const { rest } = operation
    if (!rest) continue
    addRoute(app, options, { name, operation, rest })
    // Two operations may name the same path differently: /a/:this, /a/:that.
    const place = rest.path.replace(/:\w+/g, ':part')
    const taken = methods.get(place) ?? new Set()
    taken.add(rest.method)
    if (rest.method === 'GET') taken.add('HEAD')
    methods.set(place, taken)
  }
  addEvents(app, options)
  methods.set('/events', new Set(['GET']))
  for (const [place, taken] of methods) addOtherMethods(app, place, taken)
}
