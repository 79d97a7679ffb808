/** A problem of the device, the credentials or the clock must not use up the queue. */
import { describe, expect, it } from 'vitest'
import { systemClock } from '../../../core/platform/nodePorts.ts'
import { expectInStep, openShop, type Shop, salePaths } from '../../support/shop.ts'

const pausesOf = async (shop: Shop) =>
  Object.fromEntries(
    (await shop.call('status.get')).lanes.flatMap(({ lane, paused }) =>
      paused ? [[lane, paused.reason]] : [],
    ),
  )
const sendsOf = (shop: Shop) =>
  shop.read<{ count: number }>(
    `select count(*) as count from attempt join submission on submission.id = submission_id where lane = 'sales'`,
  )[0]!.count

describe('a lane pauses after one try, and resumes', () => {
  it('after the right key was put back', async () => {
    const shop = await openShop()
    const soap = await shop.goods()
    await shop.settled()
    const name = `app.${shop.appId}.cmcKey`
    const key = shop.secrets.get(name) ?? ''
    shop.secrets.set(name, 'a'.repeat(32))
    for (let n = 0; n < 4; n += 1) await shop.sell(soap)
    await expect.poll(() => pausesOf(shop)).toHaveProperty('sales')
    expect(sendsOf(shop)).toBe(1)
    expect(shop.rows("kind = 'sale'").map(({ state }) => state)).toEqual(Array(4).fill('queued'))
    await shop.call('queue.tryNow')
    expect(sendsOf(shop)).toBe(1)
    shop.secrets.set(name, key)
    await shop.call('queue.resumeLane', { lane: 'sales' })
    await shop.settled()
    expect(await pausesOf(shop)).toEqual({})
    expect((await expectInStep(shop)).sales).toHaveLength(4)
  })

  it('by itself, once the gateway takes the consumer key again', async () => {
    const shop = await openShop({ dialect: 'gateway', timing: { pauseRetryMs: 80 } })
    const soap = await shop.goods()
    await shop.settled()
    await shop.authority.control('PUT', 'settings', { consumer: { key: 'another', secret: 'another' } })
    await shop.authority.faults({ kind: 'expiredToken', paths: salePaths, times: 1 })
    for (let n = 0; n < 3; n += 1) await shop.sell(soap)
    await expect.poll(() => pausesOf(shop)).toEqual({ sales: 'notAuthorised' })
    await expect.poll(() => sendsOf(shop)).toBeGreaterThan(2)
    expect(shop.rows("kind = 'sale' and attempts > 0")).toHaveLength(1)
    await shop.authority.control('PUT', 'settings', { consumer: null })
    await shop.settled()
    expect(await pausesOf(shop)).toEqual({})
    await expectInStep(shop)
  })
})

it('a save that is answered with a code that nobody has documented is asked about and sent again', async () => {
  const shop = await openShop()
  const soap = await shop.goods()
  await shop.settled()
  await shop.authority.faults({ kind: 'refuse', code: '777', paths: salePaths, times: 2 })
  const { invoiceId } = await shop.sell(soap)
  const row = await shop.becomes(invoiceId, 'accepted')
  expect(shop.attemptsOf(row.id).map(({ outcome }) => outcome)).toEqual([
    'refused',
    'nothingFound',
    'refused',
    'nothingFound',
    'accepted',
  ])
  expect((await expectInStep(shop)).sales).toHaveLength(1)
})

it('a save that is always answered so is refused in the end, and the next one is sent', async () => {
  const shop = await openShop({ timing: { uncertainMs: 60 } })
  const soap = await shop.goods()
  await shop.settled()
  await shop.authority.faults({ kind: 'refuse', code: '001', paths: salePaths })
  const { invoiceId } = await shop.sell(soap)
  await shop.becomes(invoiceId, 'refused')
  await shop.authority.faults()
  await shop.becomes((await shop.sell(soap)).invoiceId, 'accepted')
})

it('a clock that is set a day back or forward while a sale waits delays it no longer than the longest pause', async () => {
  let offset = 0
  const clock = { ...systemClock, now: () => Date.now() + offset }
  // No probe comes to its help.
  const shop = await openShop({
    ports: { clock },
    timing: { retryMs: 80, retryCapMs: 160, probeUnreachableMs: 60_000 },
  })
  const soap = await shop.goods()
  await shop.settled()
  for (const jump of [-86_400_000, 86_400_000]) {
    await shop.authority.offline(true)
    const { invoiceId } = await shop.sell(soap)
    await expect.poll(() => shop.rowOf(invoiceId).backoff).toBeGreaterThan(1)
    offset += jump
    await shop.authority.offline(false)
    await shop.becomes(invoiceId, 'accepted')
    await shop.settled()
  }
  await expectInStep(shop)
})

it('what one lane finds out about the line, the others do not wait to learn', async () => {
  const shop = await openShop({ timing: { retryMs: 30, retryCapMs: 60_000, probeUnreachableMs: 60_000 } })
  const soap = await shop.goods()
  await shop.settled()
  await shop.authority.offline(true)
  await shop.sell(soap)
  await shop.call('customer.save', { pin: 'A012345678Z', name: 'Asha' })
  // Both wait for long now.
  await expect
    .poll(() => Math.min(...shop.rows("state = 'queued' and blockers = 0").map(({ backoff }) => backoff)))
    .toBeGreaterThan(4)
  await shop.authority.offline(false)
  await shop.settled()
})

it('says of a sale that is kept that it is kept, also while pauses cannot be written away', async () => {
  const shop = await openShop({ timing: { answerMs: 100 } })
  await shop.goods()
  await shop.settled()
  await shop.authority.offline(true)
  const body = {
    transaction: { invcNo: 'POS-1' },
    receipt: {},
    lineItems: [
      {
        ...{ itemCd: 'KE2NTNO0000001', itemClsCd: '5059690800', itemNm: 'Soap', qty: 1, prc: 116 },
        ...{ pkgUnitCd: 'NT', qtyUnitCd: 'U', taxTyCd: 'B', taxblAmt: 100, taxAmt: 16, totAmt: 116 },
      },
    ],
  }
  const kept = { ok: false, error: { code: '006' } }
  expect(await shop.software('sale.submit', body)).toMatchObject(kept)
  // As a full disk would turn it down.
  shop.tamper(`create trigger full before update of next_attempt_at on submission
    when new.next_attempt_at = 0 begin select raise(abort, 'database or disk is full'); end`)
  expect(await shop.software('sale.submit', body)).toMatchObject(kept)
  shop.tamper('drop trigger full')
  await shop.authority.offline(false)
  await shop.settled()
  expect((await expectInStep(shop)).sales).toHaveLength(1)
})
