/** Numbers that are used already: by other writers, after restored backups, or after counters drifted. */
import { describe, expect, it } from 'vitest'
import { systemClock } from '../../../core/platform/nodePorts.ts'
import { movableClock } from '../../support/clock.ts'
import {
  expectInStep,
  lookUpPaths,
  openShop,
  type Shop,
  salePaths,
  stockPaths,
  taxpayer,
} from '../../support/shop.ts'

const numbersAt = async (shop: Shop) =>
  (await shop.authority.ledger()).sales.map(({ number, request }) => [number, request['trdInvcNo']])
const drift = (shop: Shop, kind: string, next: number) =>
  shop.authority.control('PUT', 'counters', { tin: taxpayer, kind, next })

describe('another installation on the same counter', () => {
  it.each(['strict', 'loose'] as const)(
    'takes numbers, and each sale finds the next free one (%s)',
    async (checks) => {
      const ours = await openShop({ checks })
      const theirs = await openShop({ checks, authority: ours.authority, branchId: '01' })
      const [soap, rice] = [await ours.goods(), await theirs.goods({ price: 20_000 })]
      await ours.settled()
      await theirs.settled()
      for (let n = 0; n < 3; n += 1) await theirs.sell(rice)
      await theirs.settled()
      await ours.sell(soap)
      await ours.settled()
      await theirs.sell(rice)
      await theirs.settled()
      await ours.sell(soap)
      await ours.settled()
      const { sales } = await ours.authority.ledger()
      expect(sales.map(({ number, request }) => [number, request['totAmt']])).toEqual([
        [1, 200],
        [2, 200],
        [3, 200],
        [4, 116],
        [5, 200],
        [6, 116],
      ])
      expect(ours.rows("kind = 'sale'").map(({ authority_number }) => authority_number)).toEqual([4, 6])
      expect([...ours.rows("state <> 'accepted'"), ...theirs.rows("state <> 'accepted'")]).toEqual([])
    },
  )

  it('works off what waited at the same time as we do: both find their numbers, and nobody has to help', async () => {
    const ours = await openShop()
    const theirs = await openShop({ authority: ours.authority, branchId: '01' })
    const [soap, rice] = [await ours.goods(), await theirs.goods({ price: 20_000 })]
    await ours.settled()
    await theirs.settled()
    await ours.authority.offline(true)
    for (let n = 0; n < 8; n += 1) {
      await ours.sell(soap)
      await theirs.sell(rice)
    }
    await ours.authority.offline(false)
    await ours.settled()
    await theirs.settled()
    expect((await ours.authority.ledger()).sales).toHaveLength(16)
    expect([...ours.rows("state <> 'accepted'"), ...theirs.rows("state <> 'accepted'")]).toEqual([])
  })

  it('is far ahead where numbers may have gaps: a free one is searched for', async () => {
    const ours = await openShop({ checks: 'loose' })
    const theirs = await openShop({ checks: 'loose', authority: ours.authority, branchId: '01' })
    await theirs.call('settings.save', { tillName: 'T2' })
    const [soap, rice] = [await ours.goods(), await theirs.goods({ price: 20_000 })]
    await ours.settled()
    for (let n = 0; n < 75; n += 1) await theirs.sell(rice)
    await theirs.settled()
    const { invoiceId } = await ours.sell(soap)
    expect(await ours.becomes(invoiceId, 'accepted')).toMatchObject({ authority_number: 76 })
  })

  it('is behind us: the counter goes back to what the authority wants', async () => {
    const shop = await openShop()
    const soap = await shop.goods()
    await shop.settled()
    await shop.close()
    shop.tamper(`insert into counter (name, next) values ('authority.sales', 50)
      on conflict do update set next = 50; update counter set next = 80 where name = 'authority.stock'`)
    await shop.open()
    for (let n = 0; n < 3; n += 1) await shop.sell(soap)
    await shop.settled()
    await expectInStep(shop)
  })

  it('whose documents cannot be seen is believed by its number alone', async () => {
    const shop = await openShop()
    const soap = await shop.goods()
    await shop.settled()
    await drift(shop, 'sales', 7)
    await drift(shop, 'stock', 9)
    const { invoiceId } = await shop.sell(soap)
    expect(await shop.becomes(invoiceId, 'accepted')).toMatchObject({ authority_number: 7 })
    await shop.settled()
    expect(shop.rows("kind = 'stockRecord'").map(({ authority_number }) => authority_number)).toEqual([1, 9])
  })
})

describe('a counter that cannot be followed pauses its lane and alerts the owner', () => {
  it('when it goes back to a number that has been given out', async () => {
    const shop = await openShop()
    const soap = await shop.goods()
    await shop.sell(soap)
    await shop.sell(soap)
    await shop.settled()
    await drift(shop, 'sales', 1)
    const { invoiceId } = await shop.sell(soap)
    const paused = async () =>
      (await shop.call('status.get')).lanes.find(({ lane }) => lane === 'sales')?.paused
    await expect
      .poll(paused)
      .toMatchObject({ reason: 'counterConflict', detail: expect.stringContaining('T1-1') })
    expect(shop.rowOf(invoiceId)).toMatchObject({ state: 'queued', authority_number: null })
    await drift(shop, 'sales', 3)
    await shop.call('queue.resumeLane', { lane: 'sales' })
    await shop.becomes(invoiceId, 'accepted')
    await shop.settled()
    await expectInStep(shop)
  })

  it('when it goes back after it was followed', async () => {
    const shop = await openShop()
    const soap = await shop.goods()
    await shop.settled()
    await shop.authority.faults(
      {
        kind: 'refuse',
        code: '910',
        text: 'Invalid sarNo: Expected: 70 but found: 2',
        paths: stockPaths,
        times: 1,
      },
      { kind: 'refuse', code: '910', text: 'Invalid sarNo: Expected: 5 but found: 70', paths: stockPaths },
    )
    const { invoiceId } = await shop.sell(soap)
    await shop.becomes(invoiceId, 'accepted')
    const paused = async () =>
      (await shop.call('status.get')).lanes.find(({ lane }) => lane === 'stock')?.paused
    await expect.poll(paused).toMatchObject({ reason: 'counterConflict' })
    // The other lanes continue.
    await shop.becomes((await shop.sell(soap)).invoiceId, 'accepted')
    await shop.authority.faults()
    await shop.call('queue.resumeLane', { lane: 'stock' })
    await shop.settled()
    await expectInStep(shop)
  })
})

it('a number sent twice after a lost answer is adopted where the authority takes any number', async () => {
  const shop = await openShop({ checks: 'loose' })
  const soap = await shop.goods()
  await shop.settled()
  await shop.authority.faults({ kind: 'late', ms: 60, paths: salePaths, times: 1 })
  const { invoiceId } = await shop.sell(soap)
  const row = await shop.becomes(invoiceId, 'accepted')
  expect(row).toMatchObject({ authority_number: 1, without_signature: 0 })
  await shop.settled()
  await expectInStep(shop)
})

it('a number that is used and not returned is abandoned only after a query that was late enough', async () => {
  const { clock, wait } = movableClock()
  const uncertainMs = 60_000
  const shop = await openShop({ ports: { clock }, timing: { lookUpMs: 5, uncertainMs } })
  const soap = await shop.goods()
  await shop.settled()
  await drift(shop, 'sales', 2)
  const nothing = { kind: 'nothing', paths: lookUpPaths }
  await shop.authority.faults(nothing)
  const { invoiceId } = await shop.sell(soap)
  const { id } = shop.rowOf(invoiceId)
  const lookUps = () =>
    shop.attemptsOf(id).filter(({ action, outcome }) => action === 'lookUp' && outcome !== null).length
  await expect
    .poll(() => shop.rowOf(invoiceId).next_attempt_at - clock.now())
    .toBeGreaterThan(uncertainMs / 2)
  const before = lookUps()
  const asked = await shop.authority.asked('selectInvoiceDetails')
  await shop.authority.faults({ kind: 'slow', ms: 500, paths: lookUpPaths, times: 1 }, nothing)
  await shop.call('queue.tryNow')
  await expect.poll(() => shop.authority.asked('selectInvoiceDetails')).toBe(asked + 1)
  expect(lookUps()).toBe(before)
  wait(uncertainMs)
  await expect.poll(lookUps).toBe(before + 1)
  expect(shop.rowOf(invoiceId)).toMatchObject({ state: 'unknown', authority_number: 1 })
  await shop.call('queue.tryNow')
  expect(await shop.becomes(invoiceId, 'accepted')).toMatchObject({ authority_number: 2 })
})

describe('an older database that was put back without its journal', () => {
  /** Each life of the till has its own minutes, as a restored computer has. */
  const livingShop = async (checks: 'strict' | 'loose') => {
    let offset = 0
    const clock = { ...systemClock, now: () => Date.now() + offset }
    const shop = await openShop({ checks, ports: { clock } })
    const soap = await shop.goods()
    await shop.settled()
    return { shop, soap, later: () => (offset += 20_000) }
  }

  it.each(['strict', 'loose'] as const)(
    'adopts what was sent since, and gives new sales new numbers (%s)',
    async (checks) => {
      const { shop, soap, later } = await livingShop(checks)
      await shop.authority.offline(true)
      for (let n = 1; n <= 3; n += 1) await shop.sell(soap, n)
      await shop.close()
      shop.copyAside()
      await shop.authority.offline(false)
      await shop.open()
      await shop.settled()
      for (let n = 1; n <= 5; n += 1) await shop.sell(soap)
      await shop.settled()
      await shop.close()
      shop.copyBack({ withJournal: false })
      later()
      await shop.open()
      const fresh = [await shop.sell(soap), await shop.sell(soap)]
      for (const { invoiceId } of fresh) await shop.becomes(invoiceId, 'accepted')
      await expect.poll(() => shop.rows("kind = 'sale' and state <> 'accepted'")).toEqual([])
      expect(await numbersAt(shop)).toEqual([
        [1, 'T1-1'],
        [2, 'T1-2'],
        [3, 'T1-3'],
        [4, 'T1-4'],
        [5, 'T1-5'],
        [6, 'T1-6'],
        [7, 'T1-7'],
        [8, 'T1-8'],
        // Above every number that may have been used.
        [9, 'T1-101'],
        [10, 'T1-102'],
      ])
      expect(shop.rows("kind = 'sale'").map(({ authority_number }) => authority_number)).toEqual([
        1, 2, 3, 9, 10,
      ])
      expect(shop.read('select * from signature where signature is null')).toEqual([])
    },
  )

  it('with its journal it is the newest again', async () => {
    const { shop, soap, later } = await livingShop('strict')
    await shop.sell(soap)
    await shop.settled()
    await shop.close()
    shop.copyAside()
    await shop.open()
    for (let n = 1; n <= 4; n += 1) await shop.sell(soap)
    await shop.settled()
    await shop.authority.offline(true)
    await shop.sell(soap)
    const before = shop.read('select id, number, total from invoice')
    const stock = shop.read('select code, on_hand from item')
    await shop.close()
    shop.copyBack({ withJournal: true })
    later()
    await shop.authority.offline(false)
    await shop.open()
    expect(shop.read('select id, number, total from invoice')).toEqual(before)
    expect(shop.read('select code, on_hand from item')).toEqual(stock)
    expect((await shop.sell(soap)).number).toBe('T1-7')
    await shop.settled()
    await expectInStep(shop)
  })

  it('finds its documents also where they were sent in another order', async () => {
    const { shop, soap, later } = await livingShop('strict')
    await shop.authority.offline(true)
    const [first] = [await shop.sell(soap, 1), await shop.sell(soap, 2), await shop.sell(soap, 3)]
    await shop.close()
    shop.copyAside()
    await shop.authority.offline(false)
    await shop.authority.faults({
      kind: 'refuse',
      code: '910',
      text: 'Invalid pmtTyCd',
      paths: salePaths,
      times: 1,
    })
    await shop.open()
    await shop.becomes(first!.invoiceId, 'refused')
    await shop.settled()
    await shop.call('queue.resend', { id: shop.rowOf(first!.invoiceId).id })
    await shop.becomes(first!.invoiceId, 'accepted')
    expect(await numbersAt(shop)).toEqual([
      [1, 'T1-2'],
      [2, 'T1-3'],
      [3, 'T1-1'],
    ])
    await shop.close()
    shop.copyBack({ withJournal: false })
    later()
    await shop.open()
    await expect.poll(() => shop.rows("kind = 'sale' and state = 'accepted'").length).toBe(3)
    expect(shop.rows("kind = 'sale'").map(({ authority_number }) => authority_number)).toEqual([3, 1, 2])
    expect(await numbersAt(shop)).toHaveLength(3)
  })
})

describe('a sale that is refused while an earlier try is still on its way', () => {
  const refusedOnTheWay = async ({
    uncertainMs,
    refusals,
    lateMs = 150,
  }: Record<'uncertainMs' | 'refusals', number> & { lateMs?: number }) => {
    const shop = await openShop({ timing: { lookUpMs: 5, uncertainMs } })
    const soap = await shop.goods()
    await shop.settled()
    await shop.authority.faults(
      { kind: 'late', ms: lateMs, paths: salePaths, times: 1 },
      { kind: 'refuse', code: '910', text: 'Invalid pmtTyCd', paths: salePaths, times: 1 + refusals },
    )
    const { invoiceId } = await shop.sell(soap, 2)
    return { shop, soap, invoiceId }
  }

  it('is not believed to be refused before that one has arrived', async () => {
    const { shop, invoiceId } = await refusedOnTheWay({ uncertainMs: 250, refusals: 1 })
    expect(await shop.becomes(invoiceId, 'accepted')).toMatchObject({
      authority_number: 1,
      without_signature: 0,
    })
    expect(shop.attemptsOf(shop.rowOf(invoiceId).id).map(({ outcome }) => outcome)).toEqual([
      'mayHaveArrived',
      'nothingFound',
      'refused',
      'accepted',
    ])
    await shop.settled()
    await expectInStep(shop)
  })

  it('and that arrives even later, is found by the next document that needs its number', async () => {
    const { shop, soap, invoiceId } = await refusedOnTheWay({
      uncertainMs: 10,
      refusals: 2,
      lateMs: 600_000,
    })
    await shop.becomes(invoiceId, 'refused')
    await shop.authority.hurry()
    expect(await numbersAt(shop)).toHaveLength(1)
    await shop.authority.faults()
    const next = await shop.sell(soap)
    expect(await shop.becomes(next.invoiceId, 'accepted')).toMatchObject({ authority_number: 2 })
    expect(shop.rowOf(invoiceId)).toMatchObject({ state: 'accepted', authority_number: 1 })
    await shop.settled()
    await expectInStep(shop)
  })

  it('and was withdrawn before it arrived, is still sent with its goods', async () => {
    const { shop, soap, invoiceId } = await refusedOnTheWay({ uncertainMs: 10, refusals: 2, lateMs: 600_000 })
    const { id } = await shop.becomes(invoiceId, 'refused')
    const before = shop.read<{ on_hand: number }>('select on_hand from item')
    await shop.call('queue.withdraw', { id, reason: 'The customer left' })
    await shop.authority.hurry()
    expect(await numbersAt(shop)).toHaveLength(1)
    await shop.authority.faults()
    const next = await shop.sell(soap)
    await shop.becomes(next.invoiceId, 'accepted')
    expect(shop.rowOf(invoiceId)).toMatchObject({ state: 'accepted', authority_number: 1 })
    await shop.settled()
    const { stock } = await expectInStep(shop)
    expect(shop.read('select on_hand from item')).toEqual([{ on_hand: (before[0]?.on_hand ?? 0) - 100 }])
    expect(stock).toMatchObject([{ onHand: (before[0]?.on_hand ?? 0) / 100 - 1, soldNotMoved: 0 }])
  })
})
