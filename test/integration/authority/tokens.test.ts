/** Tokens and keys that cannot be used. The faults of the line are in `queue/line.long.test.ts`. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { author, delivery } from '../../unit/authority/records.ts'
import { open } from './till.ts'

const service = { ...delivery, code: 'KE3NTNO0000001' }
describe('a token of the gateway', () => {
  let till: Awaited<ReturnType<typeof open>>
  beforeEach(async () => {
    till = await open({ dialect: 'gateway', checks: 'strict' })
    await till.initialise()
  })
  afterEach(() => till.close())

  const calls = async () => ((await till.control('GET', 'state')) as { calls: Record<string, number> }).calls

  test('that expired is renewed once and the call repeated, since it was refused before it was read', async () => {
    await till.fault({ kind: 'expiredToken', times: 1, paths: ['saveItem'] })
    expect(await till.authority.saveItem(service)).toMatchObject({ kind: 'accepted' })
    expect(await calls()).toMatchObject({ saveItem: 2, token: 2 })
  })

  test('that is always refused is not renewed without end', async () => {
    await till.fault({ kind: 'expiredToken', paths: ['saveItem'] })
    expect(await till.authority.saveItem(service)).toMatchObject({ kind: 'notAuthorised', code: '401' })
    expect(await calls()).toMatchObject({ saveItem: 2 })
  })

  test('that cannot be had keeps the call at home', async () => {
    await till.fault([
      { kind: 'expiredToken', times: 1, paths: ['saveItem'] },
      { kind: 'status', status: 503, paths: ['token'] },
    ])
    expect(await till.authority.saveItem(service)).toMatchObject({ kind: 'neverArrived' })
    expect(await till.authority.saveItem(service)).toMatchObject({ kind: 'neverArrived' })
    expect(await calls()).toMatchObject({ saveItem: 1 })
  })
})

test('a key that cannot be a header keeps the call at home', async () => {
  const till = await open({ dialect: 'legacy', checks: 'strict' })
  try {
    till.key.value = 'a key that is\nno header'
    const answer = await till.authority.saveStockMaster({ itemCode: service.code, quantity: 1, author })
    expect(answer).toMatchObject({ kind: 'neverArrived' })
  } finally {
    await till.close()
  }
})
