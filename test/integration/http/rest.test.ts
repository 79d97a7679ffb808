import { expect, test } from 'vitest'
import { type ErrorCode, errorCodes, fail, ok } from '../../../core/contract/errors.ts'
import { operations } from '../../../core/contract/index.ts'
import type { Operation } from '../../../core/contract/operation.ts'
import { statusOf } from '../../../core/http/envelope.ts'
import { type Ask, ask, startTestServer } from '../../support/server.ts'
import { goodKey, owner, standInHost } from '../../support/standInHost.ts'

const key = { 'x-api-key': goodKey }
const routes = Object.entries<Operation>(operations).flatMap(([name, { rest }]) =>
  rest ? [{ name, rest }] : [],
)
const post = (url: string, body: unknown, headers: Ask['headers'] = key) =>
  ask(url, { method: 'POST', headers: { ...key, ...headers }, body })

test.each(routes)(
  '$rest.method $rest.path reaches $name and answers in its envelope',
  async ({ name, rest }) => {
    const host = standInHost(() => ok({ found: 1 }))
    await using server = await startTestServer(host)
    const url = `${server.url}/api/v1${rest.path.replace(/:\w+/g, 'P051234567X')}`
    const body = ['GET', 'DELETE'].includes(rest.method) ? {} : { body: {} }
    const answer = await ask(url, { method: rest.method, headers: key, ...body })
    expect(answer.status).toBe(200)
    expect(host.calls.map((call) => call.name)).toEqual([name])
    expect(host.calls[0]!.from).toEqual(rest.public ? null : owner)
    expect(answer.json()).toEqual({
      ...(rest.envelope === 'successFlag' ? { success: true, message: 'Success' } : {}),
      resultCd: '000',
      resultMsg: 'Success',
      data: { found: 1 },
    })
  },
)

test.each(routes)('$rest.method $rest.path asks for a key unless it is public', async ({ rest }) => {
  const host = standInHost()
  await using server = await startTestServer(host)
  const url = `${server.url}/api/v1${rest.path}`
  for (const headers of [
    {},
    { 'x-api-key': '' },
    { 'x-api-key': 'svc_test_bad' },
    { authorization: `Bearer ${goodKey}` },
  ]) {
    const answer = await ask(url, { method: rest.method, headers })
    expect(answer.status).toBe(rest.public ? 200 : 401)
    if (rest.public) continue
    expect(answer.json()['resultCd']).toBe('001')
    if (rest.envelope === 'successFlag') expect(answer.json()['success']).toBe(false)
  }
  const inAddress = await ask(`${url}?x-api-key=${goodKey}`, { method: rest.method })
  expect(inAddress.status).toBe(rest.public ? 200 : 401)
  if (!rest.public) expect(host.calls).toEqual([])
})

test.each(errorCodes)('error %s keeps its code and its status in both envelopes', async (code: ErrorCode) => {
  const details = { field: 'lineItems[0].itemCd', data: { cisInvcNo: 7 } }
  const host = standInHost(() => fail(code, 'some.reason', 'Say what to do', details))
  await using server = await startTestServer(host)
  const sale = await post(`${server.url}/api/v1/sales-with-items`, {})
  const goods = await post(`${server.url}/api/v1/items/goods`, {})
  const resultMsg = 'lineItems[0].itemCd: Say what to do'
  const reported = {
    resultCd: code,
    resultMsg,
    reason: 'some.reason',
    field: 'lineItems[0].itemCd',
    retry: code === '006',
    kept: false,
    data: { cisInvcNo: 7 },
  }
  expect(sale.json()).toEqual({ success: false, message: resultMsg, ...reported })
  expect(goods.json()).toEqual(reported)
  expect([sale.status, goods.status]).toEqual([statusOf[code], statusOf[code]])
  expect(sale.headers['retry-after']).toBe(code === '006' ? '30' : undefined)
})

test('an unexpected failure returns its id in the log', async () => {
  const host = standInHost(() => fail('905', 'unexpected', 'Something went wrong', { id: 'e-17' }))
  await using server = await startTestServer(host)
  const answer = await post(`${server.url}/api/v1/items`, {})
  expect(answer.json()['resultMsg']).toContain('e-17')
})

test('a defect in the server itself becomes 905 with an id, and its words stay in the log', async () => {
  const host = standInHost(() => {
    throw new Error('the secret inside')
  })
  await using server = await startTestServer(host)
  const answer = await post(`${server.url}/api/v1/items`, {})
  expect(answer.status).toBe(500)
  expect(answer.text).not.toContain('the secret inside')
  const [line] = server.log.lines
  expect(answer.json()['resultMsg']).toContain((line!.fields as { id: string }).id)
})

test('the query is the input of a GET; beside a body it says nothing', async () => {
  const host = standInHost()
  await using server = await startTestServer(host)
  await ask(`${server.url}/api/v1/items?search=milk&limit=5`, { headers: key })
  await post(`${server.url}/api/v1/items/goods?itemName=query&extra=1`, { itemName: 'body' })
  expect(host.calls.map((call) => call.input)).toEqual([{ search: 'milk', limit: '5' }, { itemName: 'body' }])
})

test('a POST without a body and without a type is an empty object', async () => {
  const host = standInHost()
  await using server = await startTestServer(host)
  const answers = [
    await ask(`${server.url}/api/v1/sync`, { method: 'POST', headers: key }),
    await ask(`${server.url}/api/v1/sync`, {
      method: 'POST',
      headers: { ...key, 'content-type': 'application/json' },
    }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(host.calls.map((call) => call.input)).toEqual([{}, {}])
})

const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
const badBodies: [string, string | Buffer, number][] = [
  ['is not JSON', '{"a":', 400],
  ['is an array', '[]', 400],
  ['is a string', '"text"', 400],
  ['is null', 'null', 400],
  ['holds NUL', '{"a":"b\\u0000c"}', 400],
  ['holds NUL in a name', '{"a\\u0000":1}', 400],
  ['holds half a character', '{"a":{"b":["\\ud800"]}}', 400],
  ['is not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 400],
  ['names __proto__', '{"__proto__":{"admin":true}}', 400],
  ['is nested too deep', deep(30), 400],
  ['is nested a hundred thousand deep', deep(100_000), 400],
  ['names a field twice', '{"a":1,"b":{"qty":1,"qty":2}}', 400],
  ['names a field twice, once in escapes', '{"qty":1,"\\u0071ty":2}', 400],
  ['holds a number beyond all bounds', '{"a":[1e400]}', 400],
  ['holds a negative number beyond all bounds', '{"a":-1e999}', 400],
  ['is larger than a mebibyte', JSON.stringify({ a: 'x'.repeat(1_048_576) }), 413],
]

test.each(badBodies)('a body that %s is refused in the envelope', async (_what, body, status) => {
  const host = standInHost()
  await using server = await startTestServer(host)
  const answer = await post(`${server.url}/api/v1/sales-with-items`, body)
  expect(answer.status).toBe(status)
  expect(answer.json()).toMatchObject({ success: false, resultCd: '003', data: null })
  expect(host.calls).toEqual([])
})

test.each([
  ['{"lines":[{"name":"ok"},{"name":"\\ud800"}]}', 'lines[1].name'],
  ['{"lines":[{"price":1e400}]}', 'lines[0].price'],
  ['{"lines":[{"price":1},{"price":1,"qty":2,"price":1}]}', 'price'],
  ['{"lines":[{"__proto__":1}]}', 'lines[0]'],
])('the place of what is bad in %s is named', async (body, place) => {
  await using server = await startTestServer(standInHost())
  const answer = await post(`${server.url}/api/v1/items`, body)
  expect(answer).toMatchObject({ status: 400 })
  expect(answer.json()['resultMsg']).toContain(place)
})

test('fields of the same name in different objects, and odd texts, are let through as they are', async () => {
  const host = standInHost()
  await using server = await startTestServer(host)
  const body = {
    a: [{ a: 1 }, { a: { a: '":"' } }],
    'b:"': '\\"a\\":1,{"a":',
    constructor: { prototype: { admin: true } },
    toString: 'text',
    nothing: null,
    'é💳': '💳',
  }
  const answer = await post(`${server.url}/api/v1/items`, JSON.stringify(body))
  expect(answer.status).toBe(200)
  expect(host.calls[0]!.input).toEqual(body)
  expect(Object.getPrototypeOf(host.calls[0]!.input)).toBe(Object.prototype)
  expect({}).not.toHaveProperty('admin')
})

test('a byte order mark is skipped, and a GET’s body is not looked at', async () => {
  const host = standInHost()
  await using server = await startTestServer(host)
  const marked = await post(`${server.url}/api/v1/items`, Buffer.from('\ufeff{"a":1}'))
  const get = await ask(`${server.url}/api/v1/items`, {
    headers: { ...key, 'content-length': '9' },
    body: '{"limit":',
  })
  expect([marked.status, get.status]).toEqual([200, 200])
  expect(host.calls.map((call) => call.input)).toEqual([{ a: 1 }, {}])
})

test('too long an address, and too many headers, are refused in the envelope', async () => {
  const host = standInHost()
  await using server = await startTestServer(host)
  const long = await ask(`${server.url}/api/v1/items?search=${'x'.repeat(20_000)}`, { headers: key })
  const headers = Object.fromEntries(
    Array.from({ length: 1500 }, (_, index) => [`x-header-${index}`, 'some value']),
  )
  const many = await ask(`${server.url}/api/v1/items`, { headers: { ...key, ...headers } })
  for (const answer of [long, many]) {
    expect(answer.status).toBe(431)
    expect(answer.json()).toMatchObject({ resultCd: '003', data: null })
  }
  expect(host.calls).toEqual([])
})

test('a NUL or a broken escape in the address is refused', async () => {
  const host = standInHost()
  await using server = await startTestServer(host)
  const answers = await Promise.all(
    ['/api/v1/items?search=a%00b', '/%zz', '/api/v1/%c0'].map((path) =>
      ask(server.url + path, { headers: key }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 400])
  for (const answer of answers) expect(answer.json()['resultCd']).toBe('003')
  expect(host.calls).toEqual([])
})

test('only application/json is taken', async () => {
  const host = standInHost()
  await using server = await startTestServer(host)
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'nonsense',
  ]) {
    const answer = await post(`${server.url}/api/v1/items`, '{"a":1}', { 'content-type': type })
    expect(answer.status).toBe(415)
    expect(answer.json()['resultCd']).toBe('003')
  }
  for (const charset of ['utf-8', 'UTF8', '"utf-8"']) {
    const answer = await post(`${server.url}/api/v1/items`, '{"a":1}', {
      'content-type': `application/json; charset=${charset}`,
    })
    expect(answer.status).toBe(200)
  }
  const packed = await post(`${server.url}/api/v1/items`, '{"a":1}', {
    'content-type': 'application/json',
    'content-encoding': 'gzip',
  })
  expect(packed).toMatchObject({ status: 415 })
  expect(packed.json()['resultMsg']).toContain('Content-Encoding')
  for (const charset of ['utf-16', 'iso-8859-1', '"latin1"']) {
    const answer = await post(`${server.url}/api/v1/items`, '{"a":1}', {
      'content-type': `application/json; charset=${charset}`,
    })
    expect(answer).toMatchObject({ status: 415 })
    expect(answer.json()['resultMsg']).toContain('Content-Type')
  }
})

test('an unknown path is 404, a known one with another method 405 with the right ones', async () => {
  await using server = await startTestServer(standInHost())
  const unknown = await ask(`${server.url}/api/v1/nothing`, { headers: key })
  expect(unknown.status).toBe(404)
  expect(unknown.json()).toMatchObject({ resultCd: '003' })
  const wrong = await ask(`${server.url}/api/v1/items`, { method: 'DELETE', headers: key })
  expect(wrong.status).toBe(405)
  expect(wrong.headers.allow).toBe('GET, HEAD, POST')
  expect(wrong.json()['resultMsg']).toContain('DELETE')
})

test('nothing of the window can be reached with a key, and nothing of REST with a cookie', async () => {
  const host = standInHost()
  await using server = await startTestServer(host)
  const cookie = await server.openWindow()
  const withKey = await post(`${server.url}/bridge/call`, { name: 'status.get', input: {} })
  const withCookie = await ask(`${server.url}/api/v1/items`, { headers: { cookie } })
  expect([withKey.status, withCookie.status]).toEqual([401, 401])
  expect(host.calls).toEqual([])
})
