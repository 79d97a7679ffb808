/** GET /openapi.json and /docs: what is said of the interface is whole, and true. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { errorCodes } from '../../../core/contract/errors.ts'
import { type Example, examples } from '../../../core/contract/examples/index.ts'
import { operations } from '../../../core/contract/index.ts'
import type { Operation } from '../../../core/contract/operation.ts'
import { statusOf } from '../../../core/http/envelope.ts'
import type { JsonSchema } from '../../../core/http/jsonSchema.ts'
import { openApiDocument } from '../../../core/http/openapi.ts'
import { repository } from '../../support/process.ts'
import { ask, startTestServer } from '../../support/server.ts'
import { standInHost } from '../../support/standInHost.ts'

type Json = Record<string, unknown>
interface Described {
  operationId: string
  parameters: (Json & { name?: string; in?: string; schema?: Json })[]
  security?: unknown[]
  requestBody?: { required: boolean; content: { 'application/json': { schema: Json; example: Json } } }
  responses: Record<string, { content?: { 'application/json': { schema: Json; example?: Json } } }>
}

const address = 'http://127.0.0.1:7460'
const document = openApiDocument(address)
const described = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, each]) => ({
    route: `${method.toUpperCase()} ${path.replace(/\{\w+\}/g, '{}')}`,
    path,
    operation: each as Described,
  })),
)
const routes = Object.entries<Operation>(operations).flatMap(([name, { rest, input, output }]) =>
  rest ? [{ name, rest, input, output }] : [],
)

/** Every object inside. */
const objectsIn = (value: unknown): Json[] =>
  typeof value !== 'object' || value === null
    ? []
    : [...(Array.isArray(value) ? [] : [value as Json]), ...Object.values(value).flatMap(objectsIn)]

const at = (pointer: string): unknown =>
  pointer
    .slice(2)
    .split('/')
    .reduce<unknown>((value, part) => (value as Json | undefined)?.[part], document)

/** A schema of the document, with its references put in place, read back. */
const read = (schema: unknown): z.ZodType => {
  const whole = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map(whole)
    const { $ref } = value as Json
    if (typeof $ref === 'string') return whole(at($ref))
    return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, whole(entry)]))
  }
  return z.fromJSONSchema(whole(schema) as never)
}

const specified =
  `GET /health, GET /status, POST /initialize, POST /setup, POST /sync, GET /codes, GET /customers/{},
POST /customers, PATCH /customers/{}, GET /notices, GET /branches, POST /branch/insurances, POST /items/service,
POST /items/goods, POST /items, GET /items, POST /sales, POST /sales-with-items, POST /sales/credit-note,
POST /sales/credit-note-express, POST /sales/credit-note-barcode, GET /purchases, POST /purchases,
POST /purchases/{}/link-items, POST /invoice-verifications, POST /stock/io, POST /stock/transfer, PUT /stock/master,
GET /stock/movements`
    .split(/,\s+/)
    .map((route) => route.replace(' /', ' /api/v1/'))

describe('the document', () => {
  test('describes every route of the registry once, and marks what is beside the specification', () => {
    const registered = routes.map(({ rest }) => `${rest.method} /api/v1${rest.path.replace(/:\w+/g, '{}')}`)
    // Events are a stream and no operation.
    const all = [...registered, 'GET /api/v1/events']
    expect(described.map(({ route }) => route).sort()).toEqual(all.sort())
    const extensions = described.filter(({ operation }) => 'x-kaunta-extension' in operation)
    expect(extensions.length).toBeGreaterThan(5)
    const own = described.filter(({ operation }) => !('x-kaunta-extension' in operation))
    expect(own.map(({ route }) => route).sort()).toEqual(specified.toSorted())
  })

  test('leaves nothing out of core/http/README.md', () => {
    const unnamed = (text: string) => text.replace(/:\w+/g, ':')
    const readme = unnamed(readFileSync(repository('core/http/README.md'), 'utf8'))
    const paths = routes.map(({ rest }) => unnamed(rest.path))
    expect(paths.filter((path) => !readme.includes(`${path}\``))).toEqual([])
  })

  test('names every operation once, and every reference leads somewhere', () => {
    const ids = described.map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    const references = objectsIn(document).flatMap(({ $ref }) => (typeof $ref === 'string' ? [$ref] : []))
    expect(references.length).toBeGreaterThan(100)
    expect(references.filter((reference) => at(reference) === undefined)).toEqual([])
  })

  test('has a parameter for every part of a path', () => {
    for (const { path, operation } of described) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
      const said = operation.parameters.filter((each) => each.in === 'path').map(({ name }) => name)
      expect(said, path).toEqual(inPath)
    }
  })

  test('has both credentials, every code with its status, and its own address', () => {
    expect(document.openapi).toBe('3.1.0')
    expect(document.servers).toEqual([{ url: address }])
    expect(document.security).toEqual([{ apiKey: [] }, { session: [], app: [] }])
    expect(document.info['x-error-codes'].map(({ code, http }) => [code, http])).toEqual(
      errorCodes.map((code) => [code, statusOf[code]]),
    )
    for (const { operation, route } of described) {
      const failing = operation.security ? ['400', '500'] : ['400', '401', '500']
      expect(Object.keys(operation.responses), route).toEqual(expect.arrayContaining(['200', ...failing]))
    }
  })
})

test('a session begins without a credential and ends with its token, and each failure is documented', async () => {
  const of = (wanted: string) => described.find(({ route }) => route === wanted)!.operation
  const reported = (wanted: string) => Object.keys(of(wanted).responses)
  expect(reported('GET /api/v1/health')).toEqual(['200', '400', '408', '421', '429', '431', '500'])
  for (const route of ['POST /api/v1/session', 'POST /api/v1/session/refresh'])
    expect(reported(route)).toEqual(expect.arrayContaining(['200', '400', '401', '429', '500', '503', '507']))
  expect(reported('GET /api/v1/events')).toEqual(['200', '400', '401', '429', '500'])
  expect(of('DELETE /api/v1/session').security).toEqual([{ session: [] }])
  const waits = Object.entries(document.components.responses).flatMap(
    ([name, { headers = {} }]: [string, Json]) => ('Retry-After' in (headers as object) ? [name] : []),
  )
  const named = (kind: string) => [401, 408, 409, 422, 429, 503, 507].map((status) => `${kind}${status}`)
  expect(waits).toEqual([...named('Failure'), ...named('FlaggedFailure')])
  await using server = await startTestServer(standInHost())
  const page = (await ask(`${server.url}/api/v1/docs`)).text
  const shown = page.split('<section id="sessionSignOut">')[1]?.split('</section>')[0] ?? ''
  expect(shown).toContain('Authorization: Bearer')
  expect(shown).not.toContain('x-api-key')
  expect(page.split('<section id="sessionSignIn">')[1]?.split('</section>')[0]).toContain('needs no key')
})

test('what is easily taken for something else is said where it stands', () => {
  const schemas = document.components.schemas as Record<string, Json>
  const about = (schema: string, name: string) =>
    objectsIn(schemas[schema])
      .map((each) => (each['properties'] as Record<string, Json> | undefined)?.[name]?.['description'])
      .find(Boolean)
  expect(about('SaleLine', 'prc')).toContain('`totAmt` decides')
  expect(about('SaleLine', 'dcAmt')).toContain('already deducted in `totAmt`')
  for (const kind of ['', 'Goods', 'Service'])
    expect(about(`ItemRegister${kind}Request`, 'useYn')).toContain('other software may still name the item')
  expect(about('QueueEntry', 'nextTryAt')).toContain('the latest time')
  const items = described.find(({ route }) => route === 'GET /api/v1/items')?.operation.parameters
  const since = items?.find(({ name }) => name === 'changedSince') as unknown as Json
  expect(since['description']).toContain('/stock/movements')
})

test('the defaults of the specification stand at their members', () => {
  const members = (schema: string) =>
    (document.components.schemas as Record<string, Json>)[schema]?.['properties'] as Record<string, Json>
  const express = members('CreditNoteExpressRequest')
  expect(express['trdInvcNo']?.['description']).toContain('`CN-{orgInvcNo}` when absent')
  for (const [name, fallback] of Object.entries({ pmtTyCd: '01', regrId: 'USR01', regrNm: 'System' }))
    expect(express[name]?.['description']).toContain(`\`${fallback}\` when absent`)
  expect(members('SaleSubmitRequest')['receipt']?.['description']).toBe('`{}` when absent')
})

describe('what generators of clients make of it', () => {
  const schemas = Object.values(document.components.schemas).flatMap(objectsIn)

  test('no member has a default, which would be demanded, and no flag is fixed, which would not be read', () => {
    const isSchema = (each: Json) => typeof each['type'] === 'string' || Array.isArray(each['type'])
    const parameters = described.flatMap(({ operation }) => operation.parameters.flatMap(objectsIn))
    for (const each of [...schemas, ...parameters].filter(isSchema)) {
      expect(each).not.toHaveProperty('default')
      expect(each).not.toHaveProperty('const')
    }
    const flags = schemas.flatMap(({ properties }) => (properties as Json | undefined)?.['success'] ?? [])
    expect(flags.length).toBeGreaterThan(10)
    for (const flag of flags) expect(flag).toEqual({ type: 'boolean' })
  })

  test('202 stands where a document is kept, and its place has named members', () => {
    const accepting = described
      .filter(({ operation }) => '202' in operation.responses)
      .map(({ route }) => route)
    const keeping = routes.filter(({ rest }) => rest.keeps)
    expect(accepting.sort()).toEqual(keeping.map(({ rest }) => `${rest.method} /api/v1${rest.path}`).sort())
    expect(accepting).toHaveLength(14)
    const { data } = (document.components.schemas['FlaggedAccepted']?.properties ?? {}) as Json
    expect(data).toEqual({ $ref: '#/components/schemas/Place' })
  })

  test('every answer is a named schema, every failure has its members, an example and a type for its data', () => {
    const answers = described.flatMap(({ operation }) => Object.entries(operation.responses))
    for (const [status, answer] of answers) {
      const { $ref } = answer as { $ref?: string }
      const { content } = ($ref ? at($ref) : answer) as typeof answer
      const media = content?.['application/json']
      if (!media) continue
      expect(media.schema['$ref'], status).toEqual(expect.any(String))
      const schema = at(String(media.schema['$ref'])) as JsonSchema
      if (Number(status) < 400) continue
      expect(schema.required).toEqual(expect.arrayContaining(['reason', 'field', 'retry', 'kept', 'data']))
      expect(schema.properties?.['data']).toSatisfy((data: Json) => 'type' in data || 'anyOf' in data)
      expect(read(media.schema).safeParse(media.example).error).toBeUndefined()
    }
  })

  test('every operation has words of its own, and every tag and count is named', () => {
    for (const { operation } of described) {
      expect((operation as unknown as Json)['description'], operation.operationId).toMatch(/\.$/)
      expect(document.tags.map(({ name }) => name)).toContain(
        (operation as unknown as Json & { tags: string[] }).tags[0],
      )
    }
    const counts = document.components.schemas['QueueFindResult']?.properties?.['counts'] as JsonSchema
    expect(Object.keys(counts.properties ?? {})).toEqual(counts.required)
    expect(document.info.license.name).toMatch(/\S/)
  })
})

test('a body that nothing can be left out of is required, whichever of two shapes it has', () => {
  const bodies = new Map(described.map(({ route, operation }) => [route, operation.requestBody?.required]))
  expect(bodies.get('POST /api/v1/sales/credit-note')).toBe(true)
  expect(bodies.get('POST /api/v1/sync')).toBe(false)
})

describe('examples', () => {
  test('are there for every route, and for nothing else', () => {
    expect(Object.keys(examples).sort()).toEqual(routes.map(({ name }) => name).sort())
  })

  const given = routes.flatMap((route) => {
    const example = (examples as Record<string, Example>)[route.name]
    return example ? [{ ...route, example }] : []
  })
  test.each(given)('of $name are what its schemas take and answer', ({ input, output, example, rest }) => {
    expect(input.safeParse(example.request ?? {}).error).toBeUndefined()
    expect(output.parse(example.response)).toEqual(example.response)
    if (rest.method !== 'GET') expect(example.request, 'a request').toBeDefined()
  })

  test.each(described)('of $route fit the document’s own schemas', ({ operation }) => {
    const contents = [operation.requestBody, operation.responses['200']].flatMap(
      (each) => each?.content?.['application/json'] ?? [],
    )
    for (const { schema, example } of contents) {
      if (example !== undefined) expect(read(schema).safeParse(example).error).toBeUndefined()
      expect(read(schema).safeParse(7).success).toBe(false)
    }
  })
})

describe('over HTTP', () => {
  test('the document is served without a key, for the address it was asked at, and only to our own names', async () => {
    await using server = await startTestServer(standInHost())
    const answer = await ask(`${server.url}/api/v1/openapi.json`)
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toMatch(/^application\/json/)
    expect(answer.json()).toEqual(JSON.parse(JSON.stringify(openApiDocument(server.url))))
    const foreign = await ask(`${server.url}/api/v1/openapi.json`, { headers: { host: 'evil.example' } })
    expect(foreign.status).toBe(421)
    const head = await ask(`${server.url}/api/v1/docs`, { method: 'HEAD' })
    expect(head).toMatchObject({ status: 200, text: '' })
    const { port } = new URL(server.url)
    const other = await ask(`${server.url}/api/v1/openapi.json`, { headers: { host: `localhost:${port}` } })
    expect(other.json()['servers']).toEqual([{ url: `http://localhost:${port}` }])
    expect((await ask(`${server.url}/api/v1/openapi.json`)).json()['servers']).toEqual([{ url: server.url }])
    const posted = await ask(`${server.url}/api/v1/docs`, { method: 'POST', body: {} })
    expect(posted).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } })
  })

  test('the page shows every operation, and lets nothing run', async () => {
    await using server = await startTestServer(standInHost())
    const answer = await ask(`${server.url}/api/v1/docs`)
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/=]+'; base-uri 'none'/,
    )
    expect(answer.text).not.toMatch(/<script|javascript:|https?:\/\/(?!127\.0\.0\.1)/)
    for (const { operation } of described) expect(answer.text).toContain(`id="${operation.operationId}"`)
    for (const code of errorCodes) expect(answer.text.includes(`<code>${code}</code>`), code).toBe(true)
    const answers = ['Retry-After', '202', 'Location', '429', 'Deprecation', 'Sunset']
    const asked = [
      'Idempotency-Key',
      'Prefer',
      'handling=strict',
      'keys mint',
      'state=accepted&amp;kind=sale',
    ]
    expect([...answers, ...asked].filter((word) => !answer.text.includes(word))).toEqual([])
  })
})
