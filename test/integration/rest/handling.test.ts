/** Unknown fields are named in `warnings`, or refused with `Prefer: handling=strict`. */
import { expect, test } from 'vitest'
import { shared } from '../operations/shop.ts'
import { at, express, lineOf, startCounter, table } from './credits.ts'

const counter = shared((cleanUp) => startCounter({ cleanUp }))

const text = expect.stringContaining('not used')
const meant = (name: string) => expect.stringContaining(`Did you mean ${name}?`)
const sale = (invcNo: number, header: object = {}, line: Record<string, unknown> = {}) => ({
  transaction: { invcNo, ...header },
  lineItems: [lineOf(1), lineOf(1, line)],
})

const cases: [method: string, path: string, body: object | undefined, warnings: object[]][] = [
  ['POST', '/sales-with-items', sale(1), []],
  [
    'POST',
    '/sales-with-items',
    { ...sale(2, { custTIN: 'A000000001Z' }, { discount: 5 }), tillNo: 7 },
    [
      { field: 'transaction.custTIN', text: meant('custTin') },
      { field: 'lineItems[1].discount', text },
      { field: 'tillNo', text },
    ],
  ],
  ['POST', `${at.express}?_=2`, express(1, 1), [{ field: '_', text }]],
  [
    'POST',
    at.table,
    { ...table(1, 'C-1', 1), reason: '06' },
    [{ field: 'reason', text: expect.any(String) }],
  ],
  ['GET', '/items?itemCode=SOAP', undefined, [{ field: 'itemCode', text: meant('itemCd') }]],
  ['GET', '/items?itemCd=SOAP', undefined, []],
]

test.each(cases)('%s %s with %j: %j', async (method, path, body, warnings) => {
  const { send, apiKey, gets } = counter()
  const queued = async () => (await gets('GET', '/queue?state=all'))['counts']
  if (warnings.length > 0) {
    const before = await queued()
    const strict = { 'x-api-key': apiKey, prefer: 'handling=strict' }
    const refused = await send(method, path, body, strict)
    const { field } = warnings[0] as { field: string }
    expect(refused).toMatchObject({
      status: 400,
      resultCd: '003',
      body: { reason: 'input.unknown', field, retry: false, kept: false },
      headers: { 'preference-applied': 'handling=strict' },
    })
    expect(refused.resultMsg).toContain(field)
    expect(await queued()).toEqual(before)
  }
  const answer = await send(method, path, body)
  expect(answer).toMatchObject({ status: 200, resultCd: '000' })
  expect(answer.body['warnings'] ?? []).toEqual(warnings)
})

test('ten thousand unknown members are twenty warnings', async () => {
  const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`member${index}`, index]))
  const answer = await counter().post('/sync', many)
  expect(answer.body['warnings']).toHaveLength(20)
})

test('a wait is cut to the longest there is, and that is said', async () => {
  const { send, apiKey } = counter()
  const waiting = async (prefer: string) =>
    (await send('GET', '/queue', undefined, { 'x-api-key': apiKey, prefer })).headers['preference-applied']
  // The shop of these tests waits for 20 seconds at most.
  expect(await waiting('wait=60')).toBe('wait=20')
  expect(await waiting('wait=2, handling=lenient')).toBe('wait=2, handling=lenient')
  expect(await waiting('return=minimal')).toBeUndefined()
})
