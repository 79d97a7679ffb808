/** A bad connection: after any fault there is one invoice, and the till ends with its signature. */
import { describe, expect, it } from 'vitest'
import type { Timing } from '../../../core/queue/timing.ts'
import { expectInStep, lookUpPaths, openShop, type Shop, salePaths } from '../../support/shop.ts'

const stocked = async (...options: Parameters<typeof openShop>) => {
  const shop = await openShop(...options)
  const soap = await shop.goods()
  await shop.settled()
  return { shop, soap }
}
const triesOf = (shop: Shop, invoiceId: number) =>
  shop.attemptsOf(shop.rowOf(invoiceId).id).map(({ action, outcome }) => `${action} ${outcome}`)

describe('one invoice with its signature, when the sale', () => {
  const faults: [what: string, fault: object][] = [
    ['is dropped unread', { kind: 'drop' }],
    ['is cut before it takes effect', { kind: 'cutBefore' }],
    ['is cut after it took effect', { kind: 'cutAfter' }],
    ['is never answered and not taken', { kind: 'timeoutBefore' }],
    ['is never answered and taken', { kind: 'timeoutAfter' }],
    ['is answered with a page', { kind: 'html' }],
    ['is answered with a page, though taken', { kind: 'html', afterCommit: true }],
    ['meets a 502', { kind: 'status', status: 502 }],
    ['meets a 503', { kind: 'status', status: 503 }],
    ['meets a 504, though taken', { kind: 'status', status: 504, afterCommit: true }],
    ['is answered with half a JSON', { kind: 'garbled' }],
    ['meets an unknown error', { kind: 'refuse', code: '999' }],
    ['meets an unknown error, though taken', { kind: 'refuse', code: '999', afterCommit: true }],
    ['comes too often', { kind: 'refuse', code: '990' }],
    ['takes effect long after the line is cut', { kind: 'late', ms: 120 }],
  ]
  it('meets any fault of the line', async () => {
    const { shop, soap } = await stocked({ timeouts: { connectMs: 500, answerMs: 250 } })
    for (const [index, [what, fault]] of faults.entries()) {
      await shop.authority.faults({ ...fault, paths: salePaths, times: 1 })
      const { invoiceId } = await shop.sell(soap)
      const next = await shop.sell(soap)
      await shop.becomes(next.invoiceId, 'accepted')
      await shop.settled()
      expect((await shop.call('invoice.get', { id: invoiceId })).state, what).toBe('signed')
      const { sales } = await expectInStep(shop)
      expect(
        sales.slice(2 * index).map(({ request }) => request['trdInvcNo']),
        what,
      ).toEqual([`T1-${2 * index + 1}`, `T1-${2 * index + 2}`])
    }
  })

  it.each(['legacy', 'gateway'] as const)(
    'is answered too late in the %s dialect, read-backs lagging',
    async (dialect) => {
      const { shop, soap } = await stocked({ dialect, timing: { lookUpMs: 50 } })
      await shop.authority.faults(
        { kind: 'cutAfter', paths: salePaths, times: 1 },
        { kind: 'staleReads', ms: 60_000, paths: lookUpPaths },
      )
      const { invoiceId } = await shop.sell(soap)
      // Queried, not found, resent under the same number, refused as used, queried until it was returned.
      const tries = ['send mayHaveArrived', 'lookUp nothingFound', 'send refused']
      await expect.poll(() => triesOf(shop, invoiceId).slice(0, 3)).toEqual(tries)
      await shop.authority.faults()
      const row = await shop.becomes(invoiceId, 'accepted')
      expect(row.without_signature).toBe(0)
      await expectInStep(shop)
    },
  )
})

it('a sale that is lost each time, while look-ups are answered, is tried again after pauses that do not grow', async () => {
  const { shop, soap } = await stocked({
    timing: { retryMs: 60, retryCapMs: 240, probeUnreachableMs: 60_000 },
  })
  await shop.authority.faults({ kind: 'refuse', code: '999', paths: salePaths, times: 5 })
  const { invoiceId } = await shop.sell(soap)
  await shop.becomes(invoiceId, 'accepted')
  const sent = shop.read<{ started_at: number; authority_number: number }>(
    `select started_at, authority_number from attempt where action = 'send' and submission_id = ${shop.rowOf(invoiceId).id}`,
  )
  expect(new Set(sent.map(({ authority_number }) => authority_number))).toEqual(new Set([1]))
  const gaps = sent.slice(1).map(({ started_at }, index) => started_at - sent[index]!.started_at)
  expect(gaps).toHaveLength(5)
  for (const [index, least] of [0, 20, 20, 20, 20].entries())
    expect(gaps[index]).toBeGreaterThanOrEqual(least)
})

it('an answer that hides a refusal in an HTTP 200 is a refusal, and the next sale goes', async () => {
  const { shop, soap } = await stocked({ dialect: 'gateway' })
  await shop.authority.faults({ kind: 'hidden400', text: 'Invalid salesSttsCd', paths: salePaths, times: 1 })
  const first = await shop.sell(soap)
  const second = await shop.sell(soap)
  expect(await shop.becomes(first.invoiceId, 'refused')).toMatchObject({ last_text: 'Invalid salesSttsCd' })
  expect(await shop.becomes(second.invoiceId, 'accepted')).toMatchObject({ authority_number: 1 })
  await expectInStep(shop)
})

it('a token that expired is renewed without a try being lost', async () => {
  const { shop, soap } = await stocked({ dialect: 'gateway' })
  await shop.authority.faults({ kind: 'expiredToken', paths: salePaths, times: 1 })
  const { invoiceId } = await shop.sell(soap)
  await shop.becomes(invoiceId, 'accepted')
  expect(triesOf(shop, invoiceId)).toEqual(['send accepted'])
})

describe('a document that landed without its signature', () => {
  const landUnsigned = async (lookUp: object, timing: Partial<Timing> = {}) => {
    const { shop, soap } = await stocked({ timing: { lookUpMs: 10, ...timing } })
    await shop.authority.faults(
      { kind: 'cutAfter', paths: salePaths, times: 1 },
      { ...lookUp, paths: lookUpPaths },
    )
    const { invoiceId } = await shop.sell(soap)
    const row = await shop.becomes(invoiceId, 'accepted')
    expect(row).toMatchObject({ without_signature: 1, authority_number: 1 })
    expect(triesOf(shop, invoiceId).filter((each) => each.startsWith('lookUp')).length).toBeGreaterThan(4)
    expect((await shop.call('invoice.get', { id: invoiceId })).state).toBe('acceptedUnsigned')
    expect(shop.events.filter(({ type }) => type === 'invoice.signed')).toEqual([])
    expect(await shop.call('queue.list', { filter: 'needsPerson' })).toMatchObject({
      counts: { needsPerson: 1 },
    })
    return { shop, soap, invoiceId }
  }

  it('is accepted when the authority shows nothing, and a person enters the signature', async () => {
    const { shop, invoiceId } = await landUnsigned({ kind: 'nothing' })
    const { sales } = await shop.authority.ledger()
    await shop.call('invoice.enterSignature', {
      id: invoiceId,
      signature: String(sales[0]!.receipt['rcptSign']),
      internalData: String(sales[0]!.receipt['intrlData']),
      receiptNumber: 1,
      totalReceiptNumber: 1,
      signedAt: String(sales[0]!.receipt['sdcDateTime']),
    })
    expect((await shop.call('invoice.get', { id: invoiceId })).state).toBe('signed')
    expect(shop.rows('without_signature = 1')).toEqual([])
  })

  it('is signed when a person asks again and the authority now returns the signature', async () => {
    const { shop, soap, invoiceId } = await landUnsigned({
      kind: 'refuse',
      code: '910',
      text: 'Not available',
    })
    // The number is used: the next sale takes the one after it.
    const next = await shop.sell(soap)
    expect(await shop.becomes(next.invoiceId, 'accepted')).toMatchObject({ authority_number: 2 })
    await shop.authority.faults()
    await shop.call('queue.tryNow')
    await expect.poll(async () => (await shop.call('invoice.get', { id: invoiceId })).state).toBe('signed')
    expect(shop.events).toContainEqual({ type: 'invoice.signed', appId: shop.appId, invoiceId })
    await shop.settled()
    await expectInStep(shop)
  })

  it('is asked about again by itself, every hour', async () => {
    const { shop, invoiceId } = await landUnsigned({ kind: 'nothing' }, { signatureMs: 100 })
    await shop.authority.faults()
    await expect.poll(async () => (await shop.call('invoice.get', { id: invoiceId })).state).toBe('signed')
  })
})
