import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Outcome, SaleRecord } from '../../../core/authority/port.ts'
import { toWireDate, toWireDateTime } from '../../../core/fiscal/dates.ts'
import { author, delivery, sale } from '../../unit/authority/records.ts'
import { open } from './till.ts'

const service = { ...delivery, code: 'KE3NTNO0000001' }
const saleOfService: SaleRecord = {
  ...sale,
  confirmedAt: toWireDateTime(Date.now()),
  saleDate: toWireDate(Date.now()),
  lines: sale.lines.slice(1).map((line) => ({ ...line, itemCode: service.code })),
}

describe.each(['legacy', 'gateway'] as const)('when the %s authority fails', (dialect) => {
  let till: Awaited<ReturnType<typeof open>>

  beforeEach(async () => {
    till = await open({ dialect, checks: 'strict' })
    await till.initialise()
    expect(await till.authority.saveItem(service)).toMatchObject({ kind: 'accepted' })
  })
  afterEach(() => till.close())

  const salesKept = async () => ((await till.control('GET', 'ledger'))['sales'] as unknown[]).length

  const cases: [string, object, Outcome<unknown>['kind'], number][] = [
    ['the connection is dropped', { kind: 'drop' }, 'mayHaveArrived', 0],
    ['it is cut before the sale counts', { kind: 'cutBefore' }, 'mayHaveArrived', 0],
    ['it is cut after the sale counts', { kind: 'cutAfter' }, 'mayHaveArrived', 1],
    ['it answers 500', { kind: 'status', status: 500 }, 'mayHaveArrived', 0],
    ['it answers 502 after all', { kind: 'status', status: 502, afterCommit: true }, 'mayHaveArrived', 1],
    ['it answers 503', { kind: 'status', status: 503 }, 'mayHaveArrived', 0],
    ['it answers 504', { kind: 'status', status: 504 }, 'mayHaveArrived', 0],
    ['it answers a page', { kind: 'html', status: 200 }, 'mayHaveArrived', 0],
    ['it answers a page after all', { kind: 'html', status: 200, afterCommit: true }, 'mayHaveArrived', 1],
    ['half the answer is missing', { kind: 'garbled' }, 'mayHaveArrived', 1],
    ['it says 999', { kind: 'refuse', code: '999' }, 'mayHaveArrived', 0],
    ['it says 991 and has it', { kind: 'refuse', code: '991', afterCommit: true }, 'mayHaveArrived', 1],
    ['it hides a refusal', { kind: 'hidden400', text: 'Invalid taxblAmt' }, 'refused', 0],
    ['it has been asked too much', { kind: 'refuse', code: '990' }, 'neverArrived', 0],
    ['it does not know the device', { kind: 'refuse', code: '901' }, 'notInitialised', 0],
    ['it finds nothing where nothing is asked', { kind: 'nothing' }, 'refused', 0],
  ]

  test.each(cases)(
    '%s: the outcome is returned and the sale is not sent twice',
    async (_, fault, kind, kept) => {
      await till.fault({ ...fault, times: 1, paths: ['saveTrnsSalesOsdc'] })
      const answer = await till.authority.submitSale(saleOfService)
      expect(answer.kind).toBe(kind)
      expect(await salesKept()).toBe(kept)
      const { calls } = (await till.control('GET', 'state')) as { calls: Record<string, number> }
      expect(calls['saveTrnsSalesOsdc']).toBe(1)
    },
  )

  test.each([
    ['it never answers and did nothing', { kind: 'timeoutBefore' }, 0],
    ['it never answers and did it', { kind: 'timeoutAfter' }, 1],
    ['it answers too late', { kind: 'slow', ms: 60_000 }, 0],
  ])('%s: the answer is waited for only so long', async (_, fault, kept) => {
    const impatient = await open(
      { dialect, checks: 'strict' },
      { timeouts: { connectMs: 2_000, answerMs: 250 } },
    )
    try {
      await impatient.initialise()
      await impatient.authority.saveItem(service)
      await impatient.fault({ ...fault, times: 1 })
      expect(await impatient.authority.submitSale(saleOfService)).toMatchObject({ kind: 'mayHaveArrived' })
      expect(((await impatient.control('GET', 'ledger'))['sales'] as unknown[]).length).toBe(kept)
    } finally {
      await impatient.close()
    }
  })

  test('a lost answer is found by its number', async () => {
    await till.fault({ kind: 'cutAfter', times: 1 })
    expect(await till.authority.submitSale(saleOfService)).toMatchObject({ kind: 'mayHaveArrived' })
    expect(await till.authority.findInvoice(1)).toMatchObject({
      kind: 'accepted',
      data: { number: 1, total: 25_000, signature: { receiptNumber: 1 } },
    })
  })

  test('nobody takes the connection: it surely never arrived, and goes through afterwards', async () => {
    await till.control('POST', 'offline', { offline: true })
    expect(await till.authority.submitSale(saleOfService)).toMatchObject({
      kind: 'neverArrived',
      exchange: { httpStatus: null, response: null, authorityTime: null },
    })
    expect(await till.authority.probe()).toMatchObject({ kind: 'neverArrived' })
    await till.control('POST', 'offline', { offline: false })
    expect(await till.authority.submitSale(saleOfService)).toMatchObject({ kind: 'accepted' })
  })

  test('a wrong key is reported', async () => {
    till.key.value = 'another-key'
    const answer = await till.authority.submitSale(saleOfService)
    expect(answer).toMatchObject({ kind: 'notInitialised', code: '901' })
  })

  test("the authority's time is returned", async () => {
    await till.control('PUT', 'clock', { skewMs: 3_600_000 })
    const { exchange } = await till.authority.submitSale(saleOfService)
    const ahead = (exchange.authorityTime ?? 0) - Date.now()
    expect(Math.abs(ahead - 3_600_000)).toBeLessThan(5_000)
  })

  test('an error from far below is an outcome too', async () => {
    till.key.value = 'a key that is\nno header'
    expect(await till.authority.submitSale(saleOfService)).toMatchObject({ kind: 'neverArrived' })
    expect(
      await till.authority.saveStockMaster({ itemCode: service.code, quantity: 1, author }),
    ).toMatchObject({
      kind: 'neverArrived',
    })
  })
})

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

test('a wrong consumer secret is reported, and nothing is sent', async () => {
  const till = await open({ dialect: 'gateway', checks: 'strict' })
  try {
    await till.control('PUT', 'settings', { consumer: { key: 'consumer-key', secret: 'another' } })
    expect(await till.authority.initialise('dvc-1')).toMatchObject({ kind: 'notAuthorised', code: '401' })
  } finally {
    await till.close()
  }
})
