/** A document on which the authority keeps failing does not block the shop without end. */
import { describe, expect, it } from 'vitest'
import { movableClock } from '../../support/clock.ts'
import {
  expectInStep,
  openShop,
  type Shop,
  type ShopOptions,
  salePaths,
  stockPaths,
} from '../../support/shop.ts'
import {
  failing,
  purchaseFailing,
  purchasesOf,
  recordsOf,
  setAside,
  stockFailing,
  stuckPurchase,
  stuckShop,
  triedOften,
} from './stuck.ts'

it('is set aside by a person, the next ones are sent, and it is sent later', async () => {
  const { shop, invoiceId, next } = await stuckShop()
  await expect
    .poll(() => shop.call('queue.list', { filter: 'needsPerson' }))
    .toMatchObject({
      rows: [{ invoiceId, stuck: true }],
      counts: { needsPerson: 1, waiting: expect.any(Number) },
    })
  await expect.poll(async () => (await shop.call('status.get')).needsPerson).toBe(1)
  expect(await setAside(shop, shop.rowOf(invoiceId).id)).toMatchObject({
    ok: true,
    data: { state: 'refused' },
  })
  await shop.authority.faults()
  await shop.becomes(next, 'accepted')
  // A document that may have arrived must stay as it was sent.
  const { id, payload } = shop.rowOf(invoiceId)
  const [soap] = shop.read<{ id: number }>('select id from item')
  await shop.call('item.save', {
    id: soap!.id,
    name: 'Soap',
    taxType: 'B',
    price: 11_600,
    barcode: '6161100000012',
  })
  await shop.call('queue.resend', { id })
  await shop.becomes(invoiceId, 'accepted')
  expect(shop.rowOf(invoiceId).payload).toBe(payload)
  await shop.settled()
  expect((await expectInStep(shop)).sales).toHaveLength(2)
})

it('is set aside while everybody else keeps asking for more', async () => {
  const { shop, invoiceId, next } = await stuckShop({ uncertainMs: 400, retryCapMs: 1000 })
  let over = false
  const others = (async () => {
    while (!over) {
      await shop.reply('queue.tryNow', {})
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  })()
  try {
    const reply = await setAside(shop, shop.rowOf(invoiceId).id)
    expect(reply).toMatchObject({ ok: true, data: { state: 'refused' } })
  } finally {
    over = true
    await others
  }
  await shop.authority.faults()
  await shop.becomes(next, 'accepted')
})

it('needs a person also while it is being resent', async () => {
  const { shop, invoiceId } = await stuckShop()
  const row = () => shop.rowOf(invoiceId)
  await expect.poll(async () => (await shop.call('status.get')).needsPerson).toBe(1)
  await shop.authority.faults({ kind: 'slow', ms: 40, paths: salePaths }, failing)
  const seen = new Map<string, Set<unknown>>()
  const look = async () => {
    const { state, id } = row()
    const { needsPerson } = await shop.call('status.get')
    const { rows, counts } = await shop.call('queue.list', { filter: 'needsPerson' })
    const stuck = rows.filter((each) => each.id === id).map((each) => each.stuck)
    const all = seen.get(state) ?? new Set()
    seen.set(state, all.add(JSON.stringify({ needsPerson, counted: counts.needsPerson, stuck })))
    return row().attempts
  }
  const before = await look()
  await expect.poll(look, { interval: 5, timeout: 10_000 }).toBeGreaterThan(before + 6)
  expect([...seen.keys()]).toContain('sending')
  expect(new Set([...seen.values()].flatMap((each) => [...each]))).toEqual(
    new Set([JSON.stringify({ needsPerson: 1, counted: 1, stuck: [true] })]),
  )
  await shop.authority.faults()
  await expect.poll(() => row().state).toBe('accepted')
  await expect.poll(async () => (await shop.call('status.get')).needsPerson).toBe(0)
})

/** Surely not done. */
const notNow = { kind: 'refuse', code: '910', text: 'Please try again later', paths: salePaths }
/** The authority has it, says 999 each time, and shows nothing; then a person sets it aside. */
const unseenShop = async (meanwhile: object) => {
  const { shop, invoiceId, next } = await stuckShop()
  const unseen = { kind: 'staleReads', ms: 600_000 }
  await shop.authority.faults({ ...failing, afterCommit: true }, unseen)
  const { id, attempts } = shop.rowOf(invoiceId)
  await expect.poll(() => shop.rowOf(invoiceId).attempts).toBeGreaterThan(attempts + 3)
  await shop.authority.faults(meanwhile, unseen)
  expect(await setAside(shop, id)).toMatchObject({ ok: true, data: { state: 'refused' } })
  return { shop, invoiceId, next, id, unseen }
}
const twoSales = async (shop: Shop, ids: number[]) => {
  for (const each of ids) await shop.becomes(each, 'accepted')
  await shop.settled()
  expect((await expectInStep(shop)).sales).toHaveLength(2)
}

it.each(['before', 'after'])(
  'is not accepted twice where the authority did not return it: resent %s the next',
  async (when) => {
    const { shop, invoiceId, next, id, unseen } = await unseenShop(notNow)
    if (when === 'before') await shop.call('queue.resend', { id })
    await shop.authority.faults(unseen)
    await shop.becomes(next, 'accepted')
    if (shop.rowOf(invoiceId).state === 'refused') await shop.call('queue.resend', { id })
    await twoSales(shop, [invoiceId, next])
  },
)

it('nothing is taken to be there of two that were sent under one number, before it is shown', async () => {
  const { shop, invoiceId, next, id, unseen } = await unseenShop(failing)
  await expect.poll(() => shop.rowOf(next).may_have_arrived).toBe(1)
  await shop.call('queue.resend', { id })
  await shop.authority.faults(unseen)
  const { attempts } = shop.rowOf(next)
  await expect.poll(() => shop.rowOf(next).attempts).toBeGreaterThan(attempts + 8)
  expect(shop.rowOf(next).state).toBe('unknown')
  await shop.authority.faults()
  await twoSales(shop, [invoiceId, next])
})

/** A sale's stock record that was tried often enough, and goods that are booked in and sold behind it. */
const stuckRecord = async (options: ShopOptions = {}, ...faults: object[]) => {
  const shop = await openShop({ timing: { uncertainMs: 60 }, ...options })
  const soap = await shop.goods()
  await shop.settled()
  await shop.authority.faults(...(faults.length > 0 ? faults : [stockFailing]))
  await shop.sell(soap, 2)
  const rice = await shop.goods({ name: 'Rice', price: 20_000 })
  const { invoiceId: next } = await shop.sell(rice)
  await triedOften(shop, () => recordsOf(shop)[1])
  return { shop, id: recordsOf(shop)[1]!.id, next }
}

/** Our shelf, what we take the authority's to be, and the authority's own, in whole units. */
const shelves = async (shop: Shop) => ({
  ours: shop
    .read<{ on_hand: number }>('select on_hand from item order by id')
    .map(({ on_hand }) => on_hand / 100),
  taken: shop
    .read<{ authority_on_hand: number }>('select authority_on_hand from item order by id')
    .map(({ authority_on_hand }) => authority_on_hand / 100),
  theirs: (await shop.authority.ledger()).stock.map(({ onHand }) => onHand),
})

describe('a stock record', () => {
  it('is set aside, the goods behind it are booked in and sold, and it goes later', async () => {
    const { shop, id, next } = await stuckRecord()
    const shown = async () =>
      (await shop.call('queue.list', { filter: 'waiting' })).rows.find((row) => row.id === id)
    // Not while a try is in flight.
    await expect.poll(shown).toMatchObject({ kind: 'stockRecord', stuck: true })
    expect(shop.rowOf(next).state).toBe('queued')
    expect(await setAside(shop, id)).toMatchObject({ ok: true, data: { state: 'refused', stuck: false } })
    await shop.authority.faults()
    await shop.becomes(next, 'accepted')
    await shop.settled()
    await shop.call('queue.resend', { id })
    await shop.settled()
    const { stockRecords } = await expectInStep(shop)
    expect(stockRecords.map(({ number }) => number)).toEqual([1, 2, 3, 4])
    expect(recordsOf(shop)[1]).toMatchObject({ state: 'accepted', authority_number: 4 })
    const left = [99_998, 99_999]
    expect(await shelves(shop)).toEqual({ ours: left, taken: left, theirs: left })
  })

  it('is reversed when it is withdrawn after that', async () => {
    const { shop, id, next } = await stuckRecord()
    await setAside(shop, id)
    await shop.authority.faults()
    await shop.becomes(next, 'accepted')
    await shop.call('queue.withdraw', { id, reason: 'Counted anew' })
    await shop.settled()
    await expectInStep(shop)
    const left = [100_000, 99_999]
    expect(await shelves(shop)).toEqual({ ours: left, taken: left, theirs: left })
  })

  it.each(['refused', 'withdrawn', 'queued'])(
    'is recognised when it arrives after that (%s)',
    async (state) => {
      // Its first sending arrives when the test says; the authority takes none of the others.
      const late = { kind: 'late', ms: 600_000, paths: stockPaths, times: 1 }
      const { shop, id, next } = await stuckRecord({}, late, stockFailing)
      expect(await setAside(shop, id)).toMatchObject({ ok: true, data: { state: 'refused' } })
      await shop.authority.faults({ kind: 'drop', paths: stockPaths })
      if (state === 'withdrawn') await shop.call('queue.withdraw', { id, reason: 'Counted anew' })
      if (state === 'queued') await shop.call('queue.resend', { id })
      expect(recordsOf(shop)[1]).toMatchObject({ state })
      await shop.authority.hurry()
      expect((await shop.authority.ledger()).stockRecords).toHaveLength(2)
      await shop.authority.faults()
      await shop.becomes(next, 'accepted')
      await shop.settled()
      expect((await expectInStep(shop)).stockRecords).toHaveLength(4)
      expect(recordsOf(shop)[1]).toMatchObject({ state: 'accepted', authority_number: 2 })
      const left = [99_998, 99_999]
      expect(await shelves(shop)).toEqual({ ours: left, taken: left, theirs: left })
    },
  )

  it.each(['legacy', 'gateway'] as const)(
    'settles as accepted when it was there all the while (%s)',
    async (dialect) => {
      const { shop, id, next } = await stuckRecord({ dialect }, { ...stockFailing, afterCommit: true })
      expect(await setAside(shop, id)).toMatchObject({
        ok: false,
        error: { code: '004', reason: 'queue.recordArrived' },
      })
      await expect.poll(() => recordsOf(shop)[1]?.state).toBe('accepted')
      await shop.authority.faults()
      await shop.becomes(next, 'accepted')
      await shop.settled()
      expect((await expectInStep(shop)).stockRecords).toHaveLength(4)
      const left = [99_998, 99_999]
      expect(await shelves(shop)).toEqual({ ours: left, taken: left, theirs: left })
    },
  )
})

it('nothing is decided of a stock record where the authority compares nothing', async () => {
  const { shop, id } = await stuckRecord({ checks: 'loose' })
  expect(await setAside(shop, id)).toMatchObject({
    ok: false,
    error: { code: '006', reason: 'queue.untold' },
  })
  expect(['unknown', 'sending']).toContain(recordsOf(shop)[1]?.state)
})

it('nothing is decided of a stock record while the authority does not answer', async () => {
  const asked = { kind: 'cutBefore', paths: ['saveStockMaster'] }
  const { shop, id } = await stuckRecord()
  await shop.authority.faults(stockFailing, asked)
  expect(await setAside(shop, id)).toMatchObject({
    ok: false,
    error: { code: '006', reason: 'authority.notReached' },
  })
  expect(['unknown', 'sending']).toContain(recordsOf(shop)[1]?.state)
})

/** The row of a kind that was tried so often that a person may step in. */
const stuckRow = async (shop: Shop, kind: string) => {
  const find = async () =>
    (await shop.call('queue.list', { filter: 'waiting' })).rows.find((row) => row.kind === kind && row.stuck)
  await expect.poll(find).toBeDefined()
  return shop.rows(`kind = '${kind}' and attempts > 5`)[0]!.id
}

it('an item whose registration fails each time is set aside, and the next are registered', async () => {
  const shop = await openShop({ timing: { uncertainMs: 60 } })
  await shop.authority.faults({ kind: 'status', status: 500, paths: ['saveItem'] })
  const soap = await shop.goods({ stock: 0, type: '3' })
  const { invoiceId } = await shop.sell(soap)
  const rice = await shop.goods({ name: 'Rice', stock: 0, type: '3' })
  const { invoiceId: next } = await shop.sell(rice)
  const id = await stuckRow(shop, 'item')
  expect(await setAside(shop, id)).toMatchObject({ ok: true, data: { kind: 'item', state: 'refused' } })
  await shop.authority.faults()
  await shop.becomes(next, 'accepted')
  expect(shop.rowOf(invoiceId).state).toBe('queued')
  await shop.call('queue.resend', { id })
  await shop.becomes(invoiceId, 'accepted')
  await shop.settled()
  await expectInStep(shop)
})

it('a stock master over which the authority fails is set aside, and goods are booked in and sold', async () => {
  const shop = await openShop({ timing: { uncertainMs: 60 } })
  const soap = await shop.goods()
  await shop.settled()
  await shop.authority.faults({ kind: 'status', status: 500, paths: ['saveStockMaster'] })
  await shop.sell(soap)
  const id = await stuckRow(shop, 'stockMaster')
  const rice = await shop.goods({ name: 'Rice' })
  const { invoiceId } = await shop.sell(rice)
  expect(await setAside(shop, id)).toMatchObject({
    ok: true,
    data: { kind: 'stockMaster', state: 'refused' },
  })
  await shop.authority.faults()
  await shop.becomes(invoiceId, 'accepted')
  await shop.call('queue.resend', { id })
  await shop.settled()
  await expectInStep(shop)
})

it.each([
  { kind: 'status', status: 403 },
  { kind: 'status', status: 404 },
  { kind: 'refuse', code: '910', text: 'An error occurred, please try again later' },
])('a sale that is answered, and never taken, is set aside ($status$code)', async (fault) => {
  const shop = await openShop({ timing: { uncertainMs: 60, pauseRetryMs: 40 } })
  const soap = await shop.goods()
  await shop.settled()
  await shop.authority.faults({ ...fault, paths: salePaths })
  const { invoiceId } = await shop.sell(soap)
  const { invoiceId: next } = await shop.sell(soap)
  const id = await stuckRow(shop, 'sale')
  expect(await setAside(shop, id)).toMatchObject({ ok: true, data: { kind: 'sale', state: 'refused' } })
  await shop.authority.faults()
  await shop.becomes(next, 'accepted')
  await shop.call('queue.resend', { id })
  await shop.becomes(invoiceId, 'accepted')
  await shop.settled()
  expect((await expectInStep(shop)).sales).toHaveLength(2)
})

it('nothing is set aside while the credentials are wrong', async () => {
  const shop = await openShop({ timing: { uncertainMs: 60, pauseRetryMs: 40 } })
  const soap = await shop.goods()
  await shop.settled()
  await shop.authority.faults({ kind: 'status', status: 403 })
  const { invoiceId } = await shop.sell(soap)
  const id = await stuckRow(shop, 'sale')
  expect(await setAside(shop, id)).toMatchObject({ ok: false, error: { reason: 'authority.notReached' } })
  await shop.authority.faults()
  await shop.becomes(invoiceId, 'accepted')
})

it('a purchase is set aside, the next one is sent, and it is sent later', async () => {
  const { shop, id } = await stuckPurchase()
  expect(await setAside(shop, id)).toMatchObject({ ok: true, data: { kind: 'purchase', state: 'refused' } })
  await shop.authority.faults()
  await shop.settled()
  await shop.call('queue.resend', { id })
  await shop.settled()
  expect(purchasesOf(shop).map(({ state, authority_number }) => [state, authority_number])).toEqual([
    ['accepted', 2],
    ['accepted', 1],
  ])
})

it('nothing is decided of a purchase while the authority does not say what is still to be confirmed', async () => {
  const { shop, id } = await stuckPurchase()
  const list = { kind: 'refuse', code: '910', text: 'Not now', paths: ['selectTrnsPurchaseSalesList'] }
  await shop.authority.faults(purchaseFailing, list)
  expect(await setAside(shop, id)).toMatchObject({
    ok: false,
    error: { code: '006', reason: 'queue.untold' },
  })
  expect(['unknown', 'sending']).toContain(purchasesOf(shop)[0]?.state)
})

it('a purchase settles as accepted when it is gone from what is still to be confirmed', async () => {
  const { clock, wait } = movableClock()
  const { shop, id } = await stuckPurchase({ timing: { uncertainMs: 60_000 }, ports: { clock } })
  const reason = async () => {
    const reply = await shop.reply('queue.setAside', { id })
    return reply.ok ? '' : reply.error.reason
  }
  // It is held for its person from then on, and not sent meanwhile.
  await expect.poll(reason).toBe('queue.tooSoon')
  const gone = { kind: 'nothing', paths: ['selectTrnsPurchaseSalesList'] }
  await shop.authority.faults(purchaseFailing, gone)
  wait(61_000)
  // The look-up of its lane may find that before the person does.
  await expect.poll(reason).toMatch(/^queue\.(recordArrived|notStuck)$/)
  await expect.poll(() => purchasesOf(shop)[0]?.state).toBe('accepted')
})
