/** Builds the OpenAPI 3.1 document from the registry of operations. */
import packageJson from '../../package.json' with { type: 'json' }
import { errorCodes } from '../contract/errors.ts'
import { type Example, examples } from '../contract/examples/index.ts'
import { operations } from '../contract/index.ts'
import {
  approvalHeader,
  type Envelope,
  type Operation,
  type RestRoute,
  restBase,
} from '../contract/operation.ts'
import { statusOf } from './envelope.ts'
import { errorTable } from './errorTable.ts'
import { eventTable } from './eventTable.ts'
import { type JsonSchema, jsonSchemaOf } from './jsonSchema.ts'
import { failureAnswers, failureSchemas, failuresOf } from './openapiFailures.ts'
import { enveloped, jsonContent, ref, text } from './openapiParts.ts'
import { operationTable, tagTable } from './operationTable.ts'

const description = `A gateway between point-of-sale software and the tax authority. Every response has \`resultCd\` (\`000\` is success) and
\`resultMsg\`. Responses of some operations have \`success\` and \`message\` as well. A failure has \`reason\`, \`field\`, \`retry\`
and \`kept\`, which programs use for decisions. Members that this document does not name are accepted and listed in \`warnings\`;
\`Prefer: handling=strict\` rejects them. \`null\` or an empty text for an optional member is the same as omitting it (for a
customer an empty text clears the value), and so is an empty query parameter. Requests that reach no operation get the same
kind of response: 403 and 421 (another site, another host name), 404, 405, 408, 413, 415, 417, 429, 431. New members may
come at any time; the page \`docs\` lists all changes, and how a member is removed.`

const success = { ...text, enum: ['000'] }

const accepted = (envelope: Envelope) => ({
  description: 'Kept and queued; only with `Prefer: respond-async`.',
  headers: {
    Location: { schema: text, description: 'where the outcome can be queried' },
    'Preference-Applied': ref('headers', 'PreferenceApplied'),
  },
  content: jsonContent(ref('schemas', acceptedName(envelope)), {
    ...(envelope === 'successFlag' ? { success: true, message: 'Accepted: kept and queued' } : {}),
    resultCd: '000',
    resultMsg: 'Accepted: kept and queued',
    data: { queueId: 12, state: 'queued', location: '/api/v1/queue/12' },
  }),
})
const acceptedName = (envelope: Envelope) => (envelope === 'successFlag' ? 'FlaggedAccepted' : 'Accepted')

/** `sale.submit` → `SaleSubmit`. */
const schemaName = (name: string): string =>
  name.replace(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase())

const pathNames = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map((match) => match[1] as string)

/** Writes a path in OpenAPI's form. Paths that differ only in parameter names become one, with the first names. */
const documentPath = (path: string, places: Map<string, string>): string => {
  const place = path.replace(/:\w+/g, ':')
  const known = places.get(place) ?? `${restBase}${path.replace(/:(\w+)/g, '{$1}')}`
  places.set(place, known)
  return known
}

interface Described {
  name: string
  operation: Operation
  rest: RestRoute
  path: string
  example: Example | undefined
}

const without = (schema: JsonSchema, names: string[]): JsonSchema => {
  if (names.length === 0 || !schema.properties) return schema
  const properties = Object.entries(schema.properties).filter(([name]) => !names.includes(name))
  return {
    ...schema,
    properties: Object.fromEntries(properties),
    required: (schema.required ?? []).filter((name) => !names.includes(name)),
  }
}

const parameter = (
  place: 'path' | 'query',
  name: string,
  { input, example, as = name }: { input: JsonSchema; example: Example | undefined; as?: string | undefined },
) => {
  const sent = (example?.request as Record<string, unknown> | undefined)?.[name]
  const { description: about, ...schema } = input.properties?.[name] ?? text
  return {
    name: as,
    in: place,
    required: place === 'path' || (input.required ?? []).includes(name),
    schema,
    ...(about === undefined ? {} : { description: about }),
    ...(sent === undefined ? {} : { example: sent }),
  }
}

const parametersOf = ({ rest, path, example }: Described, input: JsonSchema): object[] => {
  const inPath = pathNames(rest.path)
  const asWritten = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string)
  const writes = rest.method !== 'GET' && !rest.public && !rest.bodyOnly
  return [
    ...inPath.map((name, index) => parameter('path', name, { input, example, as: asWritten[index] })),
    ...(rest.method === 'GET'
      ? Object.keys(input.properties ?? {})
          .filter((name) => !inPath.includes(name))
          .map((name) => parameter('query', name, { input, example }))
      : []),
    ...(rest.public ? [] : [ref('parameters', 'Prefer')]),
    ...(writes ? [ref('parameters', 'IdempotencyKey')] : []),
    ...(writes && rest.path.startsWith('/sales') ? [ref('parameters', 'Approval')] : []),
  ]
}

/** Who may call: anyone, either credential, or a session alone where there is no profile yet. */
const securityOf = ({ operation, rest }: Described): object => {
  if (rest.public) return { security: [] }
  return {
    ...(operation.profile ? {} : { security: [{ session: [] }] }),
    'x-kaunta-least-role': rest.role,
  }
}

/** Reads, and operations whose input is in the path. */
const isBodyless = ({ method }: RestRoute): boolean => method === 'GET' || method === 'DELETE'

/** True if an empty body is not valid input. */
const needsMembers = ({ required = [], anyOf = [] }: JsonSchema): boolean =>
  required.length > 0 || (anyOf.length > 0 && anyOf.every(needsMembers))

const operationOf = (described: Described, schemas: Record<string, JsonSchema>): object => {
  const { name, operation, rest, example } = described
  const { envelope } = rest
  const input = jsonSchemaOf(operation.input, 'input', schemas)
  const parts = pathNames(rest.path)
  const own = schemaName(name)
  const output = jsonSchemaOf(operation.output, 'output', schemas)
  const result = output['$ref'] === undefined ? ref('schemas', `${own}Result`) : output
  if (result !== output) schemas[`${own}Result`] = output
  const sent = Object.entries((example?.request ?? {}) as object).filter(
    ([member]) => !parts.includes(member),
  )
  if (!isBodyless(rest)) schemas[`${own}Request`] = without(input, parts)
  schemas[`${own}Answer`] = enveloped(envelope, result, { resultCd: success })
  const body = { resultCd: '000', resultMsg: 'Success', data: example?.response }
  const answer = envelope === 'successFlag' ? { success: true, message: 'Success', ...body } : body
  const isWrite = rest.method !== 'GET' && !rest.public
  return {
    operationId: name.replace(/\.(\w)/, (_, letter: string) => letter.toUpperCase()),
    tags: [name.split('.')[0]],
    summary: operation.summary,
    description: operationTable[name],
    ...(rest.extension ? { 'x-kaunta-extension': true } : {}),
    ...securityOf(described),
    parameters: parametersOf(described, input),
    ...(isBodyless(rest)
      ? {}
      : {
          requestBody: {
            required: needsMembers(schemas[`${own}Request`] as JsonSchema),
            content: jsonContent(ref('schemas', `${own}Request`), example && Object.fromEntries(sent)),
          },
        }),
    responses: {
      200: {
        description: 'Success',
        headers: {
          'Preference-Applied': ref('headers', 'PreferenceApplied'),
          ...(isWrite ? { 'Idempotency-Replayed': ref('headers', 'IdempotencyReplayed') } : {}),
        },
        content: jsonContent(ref('schemas', `${own}Answer`), example && answer),
      },
      ...(rest.keeps ? { 202: ref('responses', acceptedName(envelope)) } : {}),
      ...failuresOf(rest, { name: own, result, schemas }),
    },
  }
}

const components = {
  securitySchemes: {
    apiKey: {
      type: 'apiKey',
      in: 'header',
      name: 'x-api-key',
      description: 'The key selects profile, device and environment.',
    },
    session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'A session of a person.' },
    app: {
      type: 'apiKey',
      in: 'header',
      name: 'X-Service-App-Id',
      description: 'The profile of a session.',
    },
  },
  headers: {
    RetryAfter: { description: 'seconds', schema: { type: 'integer', examples: [30] } },
    WwwAuthenticate: { description: 'the scheme of a session', schema: text },
    PreferenceApplied: {
      description: 'the parts of `Prefer` that were applied, such as `respond-async` or `wait=8`',
      schema: text,
    },
    IdempotencyReplayed: {
      description: '`true`: this is the response to an earlier request with the same key',
      schema: { ...text, enum: ['true'] },
    },
  },
  parameters: {
    Prefer: {
      name: 'Prefer',
      in: 'header',
      required: false,
      description:
        '`handling=strict`: members that this document does not name are rejected (RFC 7240). `wait=N`: wait at most N seconds for the tax authority, 8 at most. `respond-async`: 202 at once instead of waiting, if the operation lists 202.',
      schema: text,
    },
    Approval: {
      name: approvalHeader,
      in: 'header',
      required: false,
      description:
        'In a session: approvals of `POST /approvals` for the acts that a 403 listed in `data.approval`, separated by commas. Each is good once.',
      schema: { ...text, maxLength: 512 },
    },
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description:
        'A string of your own per request, of 1 to 255 characters: letters, digits and `_ . ~ : + / = -`, or in quotes any printable ASCII, with `\\` before `"` and `\\`. For 24 hours after a 000 the same request gets that response; after any other response it runs again.',
      schema: { ...text, maxLength: 512, examples: ['order-1001', '"order #1001"'] },
    },
  },
}

const warning: JsonSchema = {
  type: 'object',
  description: 'a member or parameter that the operation does not know and did not use',
  properties: { field: text, text },
  required: ['field', 'text'],
}

/** Server-sent events are a stream, not an operation of the registry. */
const events = {
  operationId: 'events',
  tags: ['events'],
  summary: 'Changes as they happen: server-sent events that say what to query again',
  description: operationTable['events'],
  'x-kaunta-extension': true,
  'x-kaunta-least-role': 'cashier',
  parameters: [],
  'x-events': Object.entries(eventTable).map(([type, about]) => ({ type, ...about })),
  responses: {
    200: {
      description: `A stream. The kinds, with what they carry beside \`type\`: ${Object.entries(eventTable)
        .map(([type, { members, when }]) => `\`${type}\` (${members.join(', ') || 'nothing'}): ${when}`)
        .join('; ')}.`,
      content: {
        'text/event-stream': {
          schema: text,
          example:
            'event: invoice.signed\nid: 1772350200000-7\ndata: {"type":"invoice.signed","invoiceId":12,"invcNo":"1001"}\n\n',
        },
      },
    },
    ...Object.fromEntries(
      [400, 401, 429, 500].map((status) => [status, ref('responses', `Failure${status}`)]),
    ),
  },
}

/** The part of the document that is the same for every address. */
const compose = () => {
  const schemas: Record<string, JsonSchema> = { Warning: warning, ...failureSchemas() }
  for (const envelope of ['resultCode', 'successFlag'] as const)
    schemas[acceptedName(envelope)] = enveloped(envelope, ref('schemas', 'Place'), { resultCd: success })
  const paths: Record<string, Record<string, object>> = {}
  const places = new Map<string, string>()
  for (const [name, operation] of Object.entries<Operation>(operations)) {
    const { rest } = operation
    if (!rest) continue
    const path = documentPath(rest.path, places)
    const described = { name, operation, rest, path, example: (examples as Record<string, Example>)[name] }
    paths[path] = { ...paths[path], [rest.method.toLowerCase()]: operationOf(described, schemas) }
  }
  paths[`${restBase}/events`] = { get: events }
  return {
    paths,
    components: {
      ...components,
      schemas,
      responses: {
        ...failureAnswers(),
        Accepted: accepted('resultCode'),
        FlaggedAccepted: accepted('successFlag'),
      },
    },
  }
}

let composed: ReturnType<typeof compose> | undefined

export type OpenApi = ReturnType<typeof openApiDocument>

/** Returns the document for a gateway at `address`, such as `http://127.0.0.1:7460`. */
export const openApiDocument = (address: string) => {
  composed ??= compose()
  return {
    openapi: '3.1.0',
    info: {
      title: 'Kaunta',
      version: packageJson.version,
      description,
      license: { name: 'All rights reserved', identifier: 'LicenseRef-Kaunta' },
      contact: { name: 'Kaunta', url: packageJson.homepage },
      'x-error-codes': errorCodes.map((each) => ({ code: each, http: statusOf[each], ...errorTable[each] })),
    },
    servers: [{ url: address }],
    tags: Object.entries(tagTable).map(([name, about]) => ({ name, description: about })),
    security: [{ apiKey: [] }, { session: [], app: [] }],
    ...composed,
  }
}
