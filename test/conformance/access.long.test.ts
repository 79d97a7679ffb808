/** Parts 5 and 7: access, and the answers to malformed requests. */
import { expect, test, vi } from 'vitest'
import { type Answer, ask } from '../support/server.ts'
import { inBothDialects, inOneDialect } from './support/each.ts'
import { expectCode, expectEnvelope } from './support/envelope.ts'
import { callerOf } from './support/shop.ts'
import { addressOf, requestOf } from './support/table.ts'
import { endpoints } from './tables/index.ts'
import { registerAdvice, sales } from './tables/sales.ts'

const [saleWithItems] = sales
if (!saleWithItems) throw new Error('The tables are not whole')

const envelopeOf = (answer: Answer): string => expectEnvelope({ ...answer, body: answer.json() })

inOneDialect((shop) => {
  test('a key opens its own app only', async () => {
    const other = await shop().otherProfile()
    const outsider = callerOf(shop().url, other.apiKey)
    await registerAdvice(shop())
    expectCode(await outsider.send('GET', '/items'), '007')
    await outsider.gets('POST', '/initialize', {})
    const { items } = await outsider.gets('GET', '/items')
    expect(items).toEqual([])
    const body = requestOf(saleWithItems, 'minimal')
    expectCode(await outsider.send('POST', '/sales-with-items', body), '005', 'successFlag')
    await shop().gets('POST', '/sales-with-items', body)
  })

  test('sandbox keys say so', () => {
    expect(shop().apiKey).toMatch(/^svc_test_/)
  })

  test('keys of an earlier prefix keep working, a revoked one works no more', async () => {
    const owner = await shop().owner()
    const foreign = 'old_test_0123456789abcdefghijklmnop'
    await owner('apiKey.adopt', { key: foreign })
    const adopted = callerOf(shop().url, foreign)
    expectCode(await adopted.send('GET', '/items'), '000')
    const { key, apiKey } = await owner<{ key: string; apiKey: { id: string } }>('apiKey.mint')
    expect(key).toMatch(/^svc_test_/)
    const minted = callerOf(shop().url, key)
    expectCode(await minted.send('GET', '/items'), '000')
    await owner('apiKey.revoke', { id: apiKey.id })
    expectCode(await minted.send('GET', '/items'), '001')
    expectCode(await adopted.send('GET', '/items'), '000')
  })

  test('a session of a person works where its app is named, and nowhere else', async () => {
    await shop().owner()
    const signIn = await shop().send('POST', '/session', { user: 'Wanjiru', pin: '471362' }, {})
    expectCode(signIn, '000')
    const { accessToken } = signIn.body['data'] as { accessToken: string }
    const bearer = { authorization: `Bearer ${accessToken}` }
    const within = { ...bearer, 'x-service-app-id': shop().appId }
    for (const endpoint of endpoints.filter(({ method, isPublic }) => method === 'GET' && !isPublic)) {
      const address = addressOf(endpoint, { n: 1 })
      const answer = await shop().send('GET', address, undefined, within)
      expect(answer.body['resultCd'], answer.text).not.toBe('001')
      const nowhere = { ...bearer, 'x-service-app-id': '00000000-0000-4000-8000-000000000000' }
      // The session is good, the app is not there: a wrong value rather than a wrong credential.
      expectCode(await shop().send('GET', address, undefined, nowhere), '003', endpoint.envelope)
      const forged = { ...within, authorization: `${within.authorization.slice(0, -4)}AAAA` }
      expectCode(await shop().send('GET', address, undefined, forged), '001', endpoint.envelope)
    }
    expectCode(await shop().send('POST', '/session', { user: 'Wanjiru', pin: '9999' }, {}), '001')
  })

  test('a number that is taken is 004, with what it was taken for', async () => {
    await registerAdvice(shop())
    const body = requestOf(saleWithItems, 'minimal')
    const result = await shop().gets('POST', '/sales-with-items', body)
    const again = await shop().send('POST', '/sales-with-items', body)
    expectCode(again, '004', 'successFlag')
    expect(again.body['data']).toMatchObject(result)
    const other = { ...body, lineItems: [{ ...(body['lineItems'] as object[])[0], itemNm: 'Another' }] }
    expectCode(await shop().send('POST', '/sales-with-items', other), '004', 'successFlag')
  })

  test('no answer, and no line of the log, contains the key', async () => {
    const answer = await shop().send('GET', '/items', undefined, { 'x-api-key': `${shop().apiKey}!` })
    expect(JSON.stringify([answer.body, answer.headers, shop().log.lines])).not.toContain(shop().apiKey)
    const { text } = await shop().send('GET', '/status', undefined, {})
    for (const secret of [shop().apiKey, 'P051000001K']) expect(text).not.toContain(secret)
  })
})

inBothDialects(
  (shop) => {
    test('while the authority is away what needs it is 006, to be tried again in 30 seconds', async () => {
      // A busy computer answers later than this shop waits; the same call again gets the outcome.
      await vi.waitFor(() => registerAdvice(shop()), 15_000)
      await shop().authority.offline(true)
      const body = requestOf(saleWithItems, 'minimal')
      for (let time = 0; time < 2; time += 1)
        expectCode(await shop().send('POST', '/sales-with-items', body), '006', 'successFlag')
      const sync = await shop().send('POST', '/sync', {})
      expectCode(sync, '006', 'resultCode')
      await shop().authority.offline(false)
    })
  },
  { timing: { answerMs: 50 } },
)

inOneDialect((shop) => {
  const at = (path: string, init: Parameters<typeof ask>[1] = {}) =>
    ask(`${shop().url}${path}`, {
      ...init,
      headers: { 'x-api-key': shop().apiKey, ...init.headers },
    })

  test.each(endpoints.filter(({ method }) => method !== 'GET'))(
    '$method $path: what is no JSON object is 003 in an envelope',
    async (endpoint) => {
      const path = `/api/v1${addressOf(endpoint, { n: 1 })}`
      const { method } = endpoint
      for (const body of ['{', '{"a":', '[]', '"text"', '7', 'null ', '{"a":1}x', "{'a':1}"]) {
        const answer = await at(path, { method, body })
        expect(answer.status, `${body} ${answer.text}`).toBe(400)
        expect(envelopeOf(answer)).toBe('003')
      }
      const notUtf8 = Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])
      expect(envelopeOf(await at(path, { method, body: notUtf8 }))).toBe('003')
      const plain = await at(path, { method, body: '{}', headers: { 'content-type': 'text/plain' } })
      expect([plain.status, envelopeOf(plain)]).toEqual([415, '003'])
      const large = await at(path, { method, body: { text: 'x'.repeat(1_100_000) } })
      expect([large.status, envelopeOf(large)]).toEqual([413, '003'])
    },
  )

  test('an unknown path is 404, another method 405, both with a code', async () => {
    for (const path of [
      '/api/v1',
      '/api/v1/',
      '/api/v1/nothing',
      '/api/v2/health',
      '/api/v1/sales-with-items/1',
    ]) {
      const answer = await at(path, { method: 'POST', body: {} })
      expect([answer.status, envelopeOf(answer)], path).toEqual([404, '003'])
    }
    for (const { method, path } of endpoints) {
      const address = path.replace(/\{\w+\}/g, '1')
      for (const other of ['DELETE', 'PUT', 'PATCH', 'GET']) {
        const taken = endpoints.some((each) => each.path === path && each.method === other)
        const parameter =
          /\{/.test(path) &&
          endpoints.some(
            (each) =>
              each.method === other && each.path.replace(/\{\w+\}/, '') === path.replace(/\{\w+\}/, ''),
          )
        if (taken || parameter || other === method) continue
        const answer = await at(`/api/v1${address}`, {
          method: other,
          body: other === 'GET' || other === 'DELETE' ? undefined : {},
        })
        expect([answer.status, envelopeOf(answer)], `${other} ${path}`).toEqual([405, '003'])
        expect(answer.headers['allow'], path).toContain(method)
      }
    }
  })

  test('a foreign name or page is turned away before anything else', async () => {
    const foreign = await at('/api/v1/health', { headers: { host: 'evil.example' } })
    expect([foreign.status, envelopeOf(foreign)]).toEqual([421, '003'])
    const page = await at('/api/v1/items', { headers: { origin: 'https://evil.example' } })
    expect([page.status, envelopeOf(page)]).toEqual([403, '003'])
    expect(page.headers['access-control-allow-origin']).toBeUndefined()
  })

  test('a key counts whole and in its own header only', async () => {
    for (const [path, headers] of [
      [`/api/v1/items?x-api-key=${shop().apiKey}`, {}],
      [`/api/v1/items?apiKey=${shop().apiKey}`, {}],
      ['/api/v1/items', { authorization: `Bearer ${shop().apiKey}` }],
      ['/api/v1/items', { authorization: shop().apiKey }],
      ['/api/v1/items', { 'x-api-key': `${shop().apiKey} `.repeat(2) }],
      ['/api/v1/items', { 'x-api-key': shop().apiKey.toUpperCase() }],
      ['/api/v1/items', { 'x-api-key': 'x'.repeat(10_000) }],
      ['/api/v1/items', { cookie: `x-api-key=${shop().apiKey}` }],
    ] as const) {
      const answer = await ask(`${shop().url}${path}`, { headers })
      expect([answer.status, envelopeOf(answer)]).toEqual([401, '001'])
    }
  })
})
