/** Failures in the OpenAPI document: one schema per kind of `data`, one response per status and envelope. */
import { acts } from '../contract/acts.ts'
import { type ErrorCode, errorCodes } from '../contract/errors.ts'
import type { Envelope, RestRoute } from '../contract/operation.ts'
import { remedy, submissionState } from '../contract/queue.ts'
import { codesAndStatuses } from './envelope.ts'
import { errorTable } from './errorTable.ts'
import type { JsonSchema } from './jsonSchema.ts'
import { enveloped, jsonContent, ref, text } from './openapiParts.ts'

/** The kind of a failure's `data`. */
type Kind = 'Failure' | 'ForbiddenFailure' | 'RefusedFailure' | 'KeptFailure'

const none: JsonSchema = { type: 'null' }
const integer: JsonSchema = { type: 'integer' }
const textOrNull: JsonSchema = { type: ['string', 'null'] }

/** The `data` of responses about a queued document. */
const dataSchemas: Record<string, JsonSchema> = {
  Place: {
    type: 'object',
    description: 'where a stored document can be queried',
    properties: {
      queueId: integer,
      state: { ...text, enum: submissionState.options },
      location: { ...text, description: 'its entry in the queue: `GET` it' },
      sale: { ...text, description: 'of a sale or credit note: `GET` it' },
      itemCd: { ...text, description: 'of an item: its code, also if Kaunta generated it' },
      sarNo: { ...integer, description: 'of a stock record: its number, also if Kaunta generated it' },
    },
    required: ['queueId', 'state', 'location'],
  },
  Approvable: {
    type: 'object',
    description: 'the acts of this call that another person may approve: `POST /approvals`',
    properties: {
      approval: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            act: { ...text, enum: acts },
            amount: { ...integer, description: 'cents' },
            document: text,
          },
          required: ['act', 'amount', 'document'],
        },
      },
    },
    required: ['approval'],
  },
  Refusal: {
    type: 'object',
    description: 'why the authority rejected a document, which stays in the queue with state refused',
    properties: {
      queueId: integer,
      authorityCode: textOrNull,
      authorityText: textOrNull,
      remedy: { ...text, enum: remedy.options },
      itemCd: { ...textOrNull, description: 'of the wrong item' },
      sarNo: integer,
    },
    required: ['queueId', 'authorityCode', 'authorityText', 'remedy', 'itemCd'],
  },
  Unsigned: {
    type: 'object',
    description: 'the authority has the document but did not return its signature',
    properties: { cisInvcNo: { type: ['integer', 'null'] } },
    required: ['cisInvcNo'],
  },
}

const dataOf: Record<Kind, JsonSchema> = {
  // Clients would drop a member that is always null.
  Failure: { type: ['object', 'null'], description: 'null' },
  ForbiddenFailure: { anyOf: [ref('schemas', 'Approvable'), none] },
  RefusedFailure: { anyOf: [ref('schemas', 'Refusal'), none] },
  KeptFailure: { anyOf: [ref('schemas', 'Place'), ref('schemas', 'Unsigned'), none] },
}

const kindOf = (status: number): Kind => {
  if (status === 400 || status === 422) return 'RefusedFailure'
  if (status === 403) return 'ForbiddenFailure'
  return status === 503 ? 'KeptFailure' : 'Failure'
}

const flagged = (name: string, envelope: Envelope) => (envelope === 'successFlag' ? `Flagged${name}` : name)

const failureSchema = (envelope: Envelope, data: JsonSchema): JsonSchema =>
  enveloped(envelope, data, {
    resultCd: { ...text, enum: errorCodes },
    reason: { ...text, description: 'the cause as a stable word, such as `input.missing`' },
    field: { ...textOrNull, description: 'path of the wrong field, such as `lineItems[2].qty`' },
    retry: {
      type: 'boolean',
      description: 'the same call may succeed later, unchanged; `Retry-After` says when',
    },
    kept: {
      type: 'boolean',
      description: 'the document is in the queue: do not send it under another number',
    },
  })

/** Failures of HTTP itself, for every operation. */
const outside: Record<number, { when: string; reason: string; message: string; code?: ErrorCode }> = {
  403: {
    when: 'the role does not reach (001), or a page of another site asks (003)',
    reason: 'session.notAllowed',
    message: 'This needs a manager.',
    code: '001',
  },
  408: {
    when: 'the request arrived too slowly',
    reason: 'request.timeout',
    message: 'The request arrived too slowly; send it again',
    code: '006',
  },
  413: {
    when: 'the body is larger than 1 MiB',
    reason: 'body.tooLarge',
    message: 'The body is larger than 1048576 bytes',
  },
  415: {
    when: 'the body is not JSON in UTF-8, or it is compressed',
    reason: 'body.type',
    message: 'Content-Type: the body must be application/json in UTF-8',
  },
  421: {
    when: 'the name in `Host` does not belong to this gateway: start it with `--allowed-host`',
    reason: 'request.refused',
    message: 'Host: only 127.0.0.1:7460 is served here',
  },
  431: {
    when: 'too many or too long headers',
    reason: 'request.refused',
    message: 'More than 100 headers are not read',
  },
}

/** An example per HTTP status. */
const examples: Record<number, Record<string, unknown>> = {
  400: {
    resultCd: '002',
    resultMsg: 'The field invcNo is missing.',
    reason: 'input.missing',
    field: 'invcNo',
  },
  401: {
    resultCd: '001',
    resultMsg: 'Invalid API Key: send a valid key of the app in the header x-api-key',
    reason: 'apiKey.invalid',
  },
  409: {
    resultCd: '007',
    resultMsg:
      'The device is not initialized. Call POST /initialize, or initialise it on the Settings screen.',
    reason: 'device.notInitialised',
  },
  422: {
    resultCd: '005',
    resultMsg: 'There is no item TEA (lineItems[0].itemCd). Register it first via POST /items.',
    reason: 'item.notFound',
    field: 'lineItems[0].itemCd',
  },
  429: {
    resultCd: '006',
    resultMsg: 'Too many requests: wait 1 s, then send fewer requests',
    reason: 'request.tooMany',
    retry: true,
  },
  500: {
    resultCd: '905',
    resultMsg: 'Something unexpected happened. Nothing was changed. Support id: k3Jd0w.',
    reason: 'unexpected',
  },
  503: {
    resultCd: '006',
    resultMsg:
      'The tax authority has not answered yet. The document is kept and will be sent; repeat the same call to get its outcome.',
    reason: 'authority.notAnswered',
    retry: true,
    kept: true,
    data: { queueId: 12, state: 'queued', location: '/api/v1/queue/12' },
  },
  507: {
    resultCd: '905',
    resultMsg:
      'The disk is almost full, so nothing new is accepted; pending documents are still sent. Nothing was saved: free 40 MB, then try again.',
    reason: 'disk.stopped',
    retry: true,
  },
}

const exampleOf = (status: number, envelope: Envelope): object => {
  const { reason, message, code = '003' } = outside[status] ?? {}
  const said = examples[status] ?? { resultCd: code, resultMsg: message, reason, retry: code === '006' }
  const flags = envelope === 'successFlag' ? { success: false, message: said['resultMsg'] } : {}
  return { ...flags, field: null, retry: false, kept: false, data: null, ...said }
}

/** Returns the codes that an operation answers with this status. */
const described = (status: number): string => {
  const codes = errorCodes.filter((code) =>
    codesAndStatuses.some((one) => one.code === code && one.status === status),
  )
  const said = codes.map((code) => `${code} ${errorTable[code].name}: ${errorTable[code].when}`).join('. ')
  return outside[status]?.when ?? said
}

const headersOf = (status: number) => ({
  ...([401, 408, 409, 422, 429, 503, 507].includes(status)
    ? { 'Retry-After': ref('headers', 'RetryAfter') }
    : {}),
  ...(status === 401 ? { 'WWW-Authenticate': ref('headers', 'WwwAuthenticate') } : {}),
})

const answer = (status: number, envelope: Envelope, schema: JsonSchema): object => ({
  description: described(status),
  ...(Object.keys(headersOf(status)).length > 0 ? { headers: headersOf(status) } : {}),
  content: jsonContent(schema, exampleOf(status, envelope)),
})

const envelopes: Envelope[] = ['resultCode', 'successFlag']
const everyStatus = [400, 401, 403, 408, 409, 413, 415, 421, 422, 429, 431, 500, 503, 507]
const answerName = (status: number, envelope: Envelope) => flagged(`Failure${status}`, envelope)

/** Returns the schemas that all operations share. */
export const failureSchemas = (): Record<string, JsonSchema> => {
  const schemas = { ...dataSchemas }
  for (const envelope of envelopes)
    for (const [kind, data] of Object.entries(dataOf))
      schemas[flagged(kind, envelope)] = failureSchema(envelope, data)
  return schemas
}

/** Returns the responses that all operations share. */
export const failureAnswers = (): Record<string, object> =>
  Object.fromEntries(
    envelopes.flatMap((envelope) =>
      everyStatus.map((status) => [
        answerName(status, envelope),
        answer(status, envelope, ref('schemas', flagged(kindOf(status), envelope))),
      ]),
    ),
  )

/** Returns the failures that a route can have. Those of stored documents only where the route stores one. */
const statusesOf = ({ method, path, public: isPublic, bodyOnly }: RestRoute): number[] => {
  const ofAll = [400, 408, 421, 429, 431, 500]
  const ofBodies = method === 'GET' || method === 'DELETE' ? [] : [413, 415]
  if (isPublic) return [...ofAll, ...ofBodies, ...(bodyOnly ? [401, 503, 507] : [])].sort((a, b) => a - b)
  const ofContents = method !== 'GET' || path === '/sales/:invcNo' ? [422] : []
  const ofWrites = method === 'GET' ? [] : [507]
  return [...ofAll, ...ofBodies, 401, 403, 409, 503, ...ofContents, ...ofWrites].sort((a, b) => a - b)
}

/**
 * Returns the failures of a route. `result`: the schema of its own `data`. A 004 has the existing document's data, so
 * it gets its own schema, stored in `schemas` under `name`.
 */
export const failuresOf = (
  rest: RestRoute,
  { name, result, schemas }: { name: string; result: JsonSchema; schemas: Record<string, JsonSchema> },
): Record<string, object> => {
  const { envelope, keeps } = rest
  const shared = statusesOf(rest).map((status) => [status, ref('responses', answerName(status, envelope))])
  const answers: Record<string, object> = Object.fromEntries(shared)
  if (keeps === undefined) return answers
  const there = keeps === 'numbered' ? [result] : []
  const data = { anyOf: [...there, ref('schemas', 'Place'), none] }
  schemas[`${name}Conflict`] = failureSchema(envelope, data)
  answers[409] = answer(409, envelope, ref('schemas', `${name}Conflict`))
  return answers
}
