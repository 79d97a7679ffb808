/** Takes a table of the specification at its word: every request it allows, and every one it does not. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../tables/index.ts'
import { expectCode, expectShapes } from './envelope.ts'
import { type Body, type Dialect, type Shop, startShop } from './shop.ts'
import {
  addressOf,
  type Endpoint,
  type Field,
  holdersOf,
  lastName,
  nextNumber,
  requestOf,
  written,
} from './table.ts'

const hasBody = ({ method }: Endpoint) => method !== 'GET'

/** Not of the kind that a field is; `either` takes text and numbers. */
const wrongKinds: Record<Field['kind'], unknown[]> = {
  string: [12345, true, {}, ['x']],
  number: ['abc', true, {}, [1]],
  boolean: ['true', 1, {}],
  object: ['text', 5, [1]],
  array: ['text', 5, { 0: {} }],
}
const wrongFor = ({ kind, either }: Field): unknown[] => (either ? [true, {}, ['x']] : wrongKinds[kind])

const notDates = ['2026-03-01', '20261301', '20260230', '2026030', 'yesterday']
const notDateTimes = ['2026-03-01 10:30', '20260301256000', '20260230103000', 'now']

interface Ready {
  known: Body
  body: Body
  address: string
}

/** The request of a table with everything in place that it needs. */
const prepared = async (shop: Shop, endpoint: Endpoint, what: 'minimal' | 'full'): Promise<Ready> => {
  const n = nextNumber()
  const known = (await endpoint.before?.(shop, n)) ?? {}
  return { known, body: requestOf(endpoint, what, { n, known }), address: addressOf(endpoint, { n, known }) }
}

const linesInRefusals = 3

const describeRefusals = (shop: () => Shop, endpoint: Endpoint): void => {
  const { fields, envelope, method } = endpoint
  let ready: Ready
  beforeAll(async () => {
    ready = await prepared(shop(), endpoint, 'full')
  })
  /** The full request with three lines where it has lines, the last of which is changed. */
  const changed = (path: string, change: (holder: Body, name: string) => void): Body => {
    const body = structuredClone(ready.body)
    for (const list of Object.keys(fields).filter((name) => fields[name]?.kind === 'array')) {
      const [line] = (body[list] ?? []) as Body[]
      if (line) body[list] = Array.from({ length: linesInRefusals }, () => ({ ...line }))
    }
    const holder = holdersOf(body, path).at(-1)
    if (!holder) throw new Error(`${path} has no place in ${JSON.stringify(body)}`)
    change(holder, lastName(path))
    return body
  }
  const refused = async (path: string, body: Body, code: string): Promise<string> => {
    const before = shop().version()
    const said = expectCode(await shop().send(method, ready.address, body), code, envelope)
    expect(said).toContain(written(path, linesInRefusals - 1))
    expect(shop().version(), 'something was written').toBe(before)
    return said
  }

  for (const [path, field] of Object.entries(fields)) {
    if (field.required) {
      test(`${path} missing is 002`, async () => {
        await refused(
          path,
          changed(path, (holder, name) => delete holder[name]),
          '002',
        )
      })
      test(`${path} null is 002`, async () => {
        await refused(
          path,
          changed(path, (holder, name) => {
            holder[name] = null
          }),
          '002',
        )
      })
    }
    const wrong = [
      ...wrongFor(field),
      ...(field.format === 'date' ? notDates : []),
      ...(field.format === 'dateTime' ? notDateTimes : []),
      ...(field.max ? ['x'.repeat(field.max + 1)] : []),
      ...(field.required && field.kind === 'string' && !field.allowed ? [''] : []),
    ]
    test(`${path} of a wrong kind is 003`, async () => {
      for (const value of wrong) {
        const body = changed(path, (holder, name) => {
          holder[name] = value
        })
        const said = value === '' ? await emptyRefused(path, body) : await refused(path, body, '003')
        expect(said).toMatch(/\S/)
      }
    })
    const { allowed } = field
    if (allowed) {
      test(`${path} outside ${allowed.join(', ')} is 003 with what is allowed`, async () => {
        for (const value of [
          'ZZ',
          '99',
          allowed[0]?.toLowerCase() === allowed[0] ? '0' : allowed[0]?.toLowerCase(),
        ]) {
          const said = await refused(
            path,
            changed(path, (holder, name) => {
              holder[name] = value
            }),
            '003',
          )
          expect(said).toContain(String(value))
          for (const each of allowed) expect(said).toContain(each)
        }
      })
    }
  }

  /** An empty text where one is required: missing, or not allowed. */
  const emptyRefused = async (path: string, body: Body): Promise<string> => {
    const answer = await shop().send(method, ready.address, body)
    const said = expectCode(answer, answer.body['resultCd'] === '002' ? '002' : '003', envelope)
    expect(said).toContain(written(path, linesInRefusals - 1))
    return said
  }
}

const describeEndpoint = (shop: () => Shop, endpoint: Endpoint, isFirst: boolean): void => {
  const { method, path, envelope, fields, response } = endpoint
  const succeeds = async ({ address, body }: Ready) => {
    const answer = await shop().send(method, address, hasBody(endpoint) ? body : undefined)
    expectCode(answer, '000', envelope)
    expectShapes(answer.body['data'], response)
    return answer
  }

  describe(`${method} ${path} (${endpoint.source})`, () => {
    test('the minimal request', async () => {
      await succeeds(await prepared(shop(), endpoint, 'minimal'))
    })
    if (Object.values(fields).some((field) => !field.required)) {
      test('the full request', async () => {
        await succeeds(await prepared(shop(), endpoint, 'full'))
      })
    }
    // Kaunta decides the rest before the authority is asked, so it is tried in one dialect.
    if (!isFirst) return
    if (hasBody(endpoint)) {
      test('what the specification does not know is accepted, in the body and in each line', async () => {
        const ready = await prepared(shop(), endpoint, 'minimal')
        const body = { ...ready.body, tillNo: 7, nested: { list: [1, null, 'x'] } }
        for (const [name, value] of Object.entries(body))
          if (Array.isArray(value))
            Object.assign(body, { [name]: value.map((line) => ({ ...line, shelf: 'B2' })) })
        await succeeds({ ...ready, body })
      })
      const optionals = Object.entries(fields).filter(([, field]) => !field.required)
      if (optionals.length > 0) {
        test('null for what is optional is as good as absent', async () => {
          const ready = await prepared(shop(), endpoint, 'minimal')
          for (const [name] of optionals)
            for (const holder of holdersOf(ready.body, name)) holder[lastName(name)] = null
          await succeeds(ready)
        })
      }
    }
    if (!endpoint.isPublic) {
      test('without a key, or with a wrong one, it is 001 and nothing is read', async () => {
        const address = addressOf(endpoint, { n: 1 })
        const wrong = [{}, { 'x-api-key': 'svc_test_wrong' }, { 'x-api-key': '' }]
        for (const headers of [
          ...wrong,
          { 'x-api-key': `${shop().apiKey}x` },
          { authorization: shop().apiKey },
        ]) {
          const body = hasBody(endpoint) ? {} : undefined
          expectCode(await shop().send(method, address, body, headers), '001', envelope)
        }
      })
    }
    if (Object.keys(fields).length > 0) describe('refuses', () => describeRefusals(shop, endpoint))
  })
}

/**
 * Every endpoint of 4.0 over HTTP, in one dialect of the authority. `KAUNTA_ENDPOINT` names one of them.
 */
export const describeEndpoints = (dialect: Dialect): void => {
  const only = process.env['KAUNTA_ENDPOINT']
  let started: Shop
  beforeAll(async () => {
    started = await startShop({ dialect })
  })
  afterAll(() => started.close())
  for (const endpoint of endpoints) {
    if (only === undefined || endpoint.path.startsWith(only))
      describeEndpoint(() => started, endpoint, dialect === 'legacy')
  }
}
