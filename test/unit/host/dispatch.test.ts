import { describe, expect, test, vi } from 'vitest'
import type { Actor } from '../../../core/access/actor.ts'
import { ok } from '../../../core/contract/errors.ts'
import { dispatch, fieldPath } from '../../../core/host/dispatch.ts'
import { memoryLog } from '../../support/server.ts'

const owner: Actor = {
  kind: 'person',
  client: 'w',
  user: { id: 'u', name: 'W', role: 'owner', demo: false, sandbox: false },
}
const software: Actor = { kind: 'software', keyId: 'k', lastFour: 'test', keyName: null }

const run = async (name: string, input: unknown, actor: Actor = owner) => {
  const handler = vi.fn(async (_name: string, parsed: unknown) => ok(parsed))
  const log = memoryLog()
  const reply = await dispatch({ name, input, actor, run: handler, log, newId: () => 'id-1' })
  return { reply, handler, log }
}
const failure = async (name: string, input: unknown, actor?: Actor) => {
  const { reply, handler } = await run(name, input, actor)
  expect(handler).not.toHaveBeenCalled()
  if (reply.ok) throw new Error('it did not fail')
  return reply.error
}

test('a path is written as the specification writes it', () => {
  expect(fieldPath(['lineItems', 2, 'qtyUnitCd'])).toBe('lineItems[2].qtyUnitCd')
  expect(fieldPath([0, 'a'])).toBe('[0].a')
})

describe('what is wrong is said in words', () => {
  test.each([
    ['item.get', {}, '002', 'id', 'The field id is missing.'],
    [
      'item.get',
      { id: 'x' },
      '003',
      'id',
      'The field id has the value "x", which is not allowed; it must be a number.',
    ],
    [
      'item.get',
      { id: 1.5 },
      '003',
      'id',
      'The field id has the value 1.5, which is not allowed; it must be a whole number.',
    ],
    [
      'item.get',
      { id: 0 },
      '003',
      'id',
      'The field id has the value 0, which is not allowed; it must be at least 1.',
    ],
    [
      'item.get',
      { id: 10n },
      '003',
      'id',
      'The field id has the value 10, which is not allowed; it must be a number.',
    ],
    ['item.get', null, '003', 'body', 'The body is not valid; it must be an object.'],
    [
      'workspace.setLanguage',
      { language: 'fr' },
      '003',
      'language',
      'The field language has the value "fr", which is not allowed; it must be one of en, sw.',
    ],
    [
      'sale.complete',
      { lines: [], tenders: [], requestId: '12345678' },
      '003',
      'lines',
      'The field lines is not valid; it must be at least 1 entry.',
    ],
    [
      'sale.complete',
      { lines: [{ itemId: 1, quantity: 1, discount: {} }], tenders: [], requestId: '12345678' },
      '002',
      'lines[0].discount.kind',
      'The field lines[0].discount.kind is missing.',
    ],
    [
      'sale.complete',
      { lines: [{ itemId: 1, quantity: 1, discount: { kind: 'gift' } }], tenders: [], requestId: '12345678' },
      '003',
      'lines[0].discount.kind',
      'The field lines[0].discount.kind has the value "gift", which is not allowed; it must be one of percent, amount.',
    ],
    [
      'customer.save',
      { pin: 'A000000001Z', name: 'X', email: 'nowhere' },
      '003',
      'email',
      'The field email has the value "nowhere", which is not allowed; it must be an e-mail address.',
    ],
    [
      'item.scan',
      { code: 'a\0b' },
      '003',
      'code',
      'The field code is not valid; it must be text without NUL and without lone surrogates.',
    ],
    ['item.scan', { code: 'a\ud800' }, '003', 'code', expect.stringContaining('without lone surrogates')],
  ])('%s %o', async (name, input, code, field, message) => {
    expect(await failure(name, input)).toMatchObject({ code, field, message })
  })

  test('more lines than a transaction books have a reason of their own', async () => {
    const lines = Array.from({ length: 501 }, () => ({ itemId: 1, units: 100, received: 100 }))
    const input = { requestId: 'a long delivery', invoiceId: 1, lines }
    expect(await failure('delivery.deliver', input)).toMatchObject({
      code: '003',
      reason: 'input.tooManyLines',
      field: 'lines',
      params: { most: 500 },
    })
  })

  test('long values are shortened, and secrets are not repeated', async () => {
    const long = await failure('item.get', { id: 'x'.repeat(1000) })
    expect(long.message.length).toBeLessThan(150)
    const pin = await failure('user.save', { name: 'A', role: 'cashier', pin: '12ab' })
    expect(pin).toMatchObject({ field: 'pin' })
    expect(pin.message).not.toContain('12ab')
    const key = await failure('device.restore', { cmcKey: 'a b c d e f', sdcId: 'x', mrcNo: 'y' })
    expect(key.message).not.toContain('a b c')
  })
})

test('an unexpected error is logged with an id, and the caller gets the id alone', async () => {
  const log = memoryLog()
  const reply = await dispatch({
    name: 'item.get',
    input: { id: 1 },
    actor: owner,
    run: () => {
      throw new Error('the secret inside')
    },
    log,
    newId: () => 'id-7',
  })
  expect(reply).toMatchObject({
    ok: false,
    error: { code: '905', id: 'id-7', message: expect.stringContaining('id-7') },
  })
  expect(JSON.stringify(reply)).not.toContain('secret')
  expect(log.lines).toMatchObject([{ level: 'error', fields: { id: 'id-7', operation: 'item.get' } }])
})

test('a prototype’s name is no operation, and a member called __proto__ is no prototype', async () => {
  expect(await failure('hasOwnProperty', {})).toMatchObject({ reason: 'operation.unknown' })
  const { reply } = await run('item.get', JSON.parse('{"id":1,"__proto__":{"polluted":true}}'))
  expect(reply).toEqual(ok({ id: 1 }))
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
})

test('other software reaches nothing that has no route', async () => {
  for (const name of ['workspace.createOwner', 'item.save', 'session.unlock']) {
    expect(await failure(name, {}, software)).toMatchObject({ reason: 'operation.unknown' })
  }
  expect((await run('item.find', {}, software)).reply.ok).toBe(true)
})

test.each([
  ['SQLITE_FULL', 'disk.full'],
  ['SQLITE_IOERR_FSYNC', 'disk.broken'],
  ['SQLITE_CORRUPT', 'disk.damaged'],
  ['SQLITE_BUSY', 'disk.busy'],
  ['SQLITE_READONLY', 'disk.readOnly'],
  ['EDQUOT', 'disk.full'],
  ['EACCES', 'unexpected'],
])('a person gets a remedy for %s', async (code, reason) => {
  const reply = await dispatch({
    name: 'item.get',
    input: { id: 1 },
    actor: owner,
    run: () => {
      throw Object.assign(new Error('no'), { code })
    },
    log: memoryLog(),
    newId: () => 'id-7',
  })
  expect(reply).toMatchObject({ ok: false, error: { code: '905', reason, id: 'id-7' } })
})
