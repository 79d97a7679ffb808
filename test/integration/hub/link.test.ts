/** A till with its windows, linked to a real hub: what it sends, and that it sells whatever becomes of the hub. */
import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { ensureOldest } from '../../support/postgres.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { cuttingProxy, reopen, startHub, type TestHub } from './openDoor.ts'

const quickLink = { beatMs: 300, retryMs: 20, retryCapMs: 100, waitMs: 1_000 }

const openLinked = async (hub: TestHub, options: Parameters<typeof openShop>[0] = {}): Promise<Shop> => {
  const shop = await openShop({ timing: { link: quickLink }, ...options })
  await shop.call('hub.pair', { address: hub.address, code: hub.code() })
  return shop
}
const linkOf = async (shop: Shop) => (await shop.call('hub.state')).link
const inStep = (shop: Shop) =>
  vi.waitFor(async () => expect(await linkOf(shop)).toMatchObject({ waiting: 0, problem: null }), {
    timeout: 15_000,
    interval: 20,
  })
const trailOf = (shop: Shop) =>
  shop.read<{ seq: number; hash: string }>('select seq, hash from audit order by seq')
const factsOf = async ({ hub }: TestHub, origin: string) =>
  hub.db
    .selectFrom('fact')
    .innerJoin('origin', 'origin.id', 'fact.origin')
    .where('origin.uid', '=', origin)
    .select(['fact.seq', 'fact.hash'])
    .orderBy('fact.seq')
    .execute()
const originOf = (shop: Shop) => shop.read<{ origin: string }>('select origin from hub_link')[0]!.origin

/** The hub has the till's trail, row by row. */
const expectSame = async (hub: TestHub, shop: Shop) => {
  await inStep(shop)
  // The till itself may add a row, as when it leaves its documents to the signer.
  await vi.waitFor(async () => expect(await factsOf(hub, originOf(shop))).toEqual(trailOf(shop)), {
    timeout: 15_000,
    interval: 20,
  })
}

describe.each([ensureOldest()])('on PostgreSQL $version', (programs) => {
  test('a paired till sends its trail from row 1, and each sale at once', async () => {
    const hub = await startHub(programs, { environment: 'sandbox' })
    const shop = await openShop({ timing: { link: quickLink } })
    expect(await shop.call('hub.state')).toEqual({ role: 'alone', link: null })
    const soap = await shop.goods()
    await shop.sell(soap)
    const state = await shop.call('hub.pair', { address: hub.address, code: hub.code() })
    expect(state).toMatchObject({ role: 'linked', link: { tillName: 'T1', branch: '00', signs: false } })
    await expectSame(hub, shop)
    await shop.sell(soap, 3)
    await expectSame(hub, shop)
    expect(await linkOf(shop)).toMatchObject({
      silentSince: null,
      sentAt: expect.any(Number),
      readAt: expect.any(Number),
      clockDifferenceMs: expect.any(Number),
    })
  })

  test('a till sells and restarts while its hub is away, and sends all of it afterwards', async () => {
    const hub = await startHub(programs, { environment: 'sandbox' })
    const shop = await openLinked(hub)
    const soap = await shop.goods()
    await inStep(shop)
    const { port } = hub.door
    await hub.door.close()
    await shop.sell(soap)
    await vi.waitFor(async () => expect(await linkOf(shop)).toMatchObject({ problem: 'unreachable' }))
    await shop.restart()
    await shop.sell(soap)
    await vi.waitFor(async () =>
      expect(await linkOf(shop)).toMatchObject({
        problem: 'unreachable',
        silentSince: expect.any(Number),
        waiting: expect.any(Number),
      }),
    )
    expect((await linkOf(shop))?.waiting).toBeGreaterThan(0)
    hub.door = await reopen(hub, port)
    await expectSame(hub, shop)
    expect((await linkOf(shop))?.silentSince).toBeNull()
  })

  test('a till that does nothing knows at once that its hub is away', async () => {
    const hub = await startHub(programs, { environment: 'sandbox' })
    const shop = await openLinked(hub, { timing: { link: { ...quickLink, beatMs: 600_000 } } })
    await inStep(shop)
    await hub.door.close()
    // Long before the next beat, also on a busy computer.
    await vi.waitFor(
      async () => expect(await linkOf(shop)).toMatchObject({ silentSince: expect.any(Number) }),
      { timeout: 15_000, interval: 20 },
    )
  })

  test('an answer that is lost after the hub’s commit is no second sale', async () => {
    const hub = await startHub(programs, { environment: 'sandbox' })
    const cut = await cuttingProxy(hub)
    const shop = await openShop({ timing: { link: quickLink } })
    await shop.call('hub.pair', { address: cut.address, code: hub.code() })
    const soap = await shop.goods()
    await inStep(shop)
    for (let n = 0; n < 5; n += 1) {
      cut.answers = false
      await shop.sell(soap)
      await expect.poll(() => cut.lost, { timeout: 15_000 }).toBeGreaterThan(n)
      cut.answers = true
      await expectSame(hub, shop)
    }
  })

  test('a hub whose disk is full takes nothing in and says so; the till sells, and sends all of it afterwards', async () => {
    const hub = await startHub(programs, { environment: 'sandbox' })
    const shop = await openLinked(hub)
    const soap = await shop.goods()
    await expectSame(hub, shop)
    // As PostgreSQL fails when it cannot make its files longer.
    await sql`create function fail_full() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`.execute(
      hub.hub.db,
    )
    await sql`create trigger full_disk before insert on fact execute function fail_full()`.execute(hub.hub.db)
    await shop.sell(soap)
    await vi.waitFor(async () => expect(await linkOf(shop)).toMatchObject({ problem: 'full' }), 15_000)
    await shop.sell(soap, 2)
    expect(shop.read('select number from invoice')).toHaveLength(2)
    await sql`drop trigger full_disk on fact`.execute(hub.hub.db)
    await expectSame(hub, shop)
  })

  test('a till whose name another has gets one of its own, and its next documents bear it', async () => {
    const hub = await startHub(programs, { environment: 'sandbox' })
    await openLinked(hub)
    const second = await openLinked(hub, { branchId: '01' })
    expect((await second.call('settings.get')).tillName).toBe('T2')
    const sale = await second.sell(await second.goods())
    expect(sale.number).toMatch(/^T2-/)
  })

  test('a revoked till says so and sells; its owner pairs it again, and nothing is missing', async () => {
    const hub = await startHub(programs, { environment: 'sandbox' })
    const shop = await openLinked(hub)
    const soap = await shop.goods()
    await inStep(shop)
    await hub.admin('revoke', { uid: originOf(shop), who: 'Amina' })
    await vi.waitFor(async () => expect(await linkOf(shop)).toMatchObject({ problem: 'revoked' }))
    const before = await factsOf(hub, originOf(shop))
    await shop.sell(soap)
    await shop.call('hub.tryNow')
    expect(await factsOf(hub, originOf(shop))).toEqual(before)
    await shop.call('hub.pair', { address: hub.address, code: hub.code() })
    await expectSame(hub, shop)
  })

  test('a wrong code, a hub of the other environment and a dead address are said', async () => {
    const hub = await startHub(programs, { environment: 'production' })
    const shop = await openShop({ timing: { link: quickLink } })
    const reasonOf = async (address: string, code: string) => {
      const reply = await shop.reply('hub.pair', { address, code })
      return reply.ok ? 'ok' : reply.error.reason
    }
    const code = hub.code()
    expect(await reasonOf(hub.address, code)).toBe('hub.otherEnvironment')
    expect(
      await reasonOf(hub.address, `1${code.slice(1)}` === code ? `2${code.slice(1)}` : `1${code.slice(1)}`),
    ).toBe('hub.wrongCode')
    expect(await reasonOf('127.0.0.1:1', code)).toBe('hub.unreachable')
    expect(await shop.call('hub.state')).toEqual({ role: 'alone', link: null })
  })

  test('a till that leaves works alone, and keeps what it has', async () => {
    const hub = await startHub(programs, { environment: 'sandbox' })
    const shop = await openLinked(hub, { initialised: false })
    await inStep(shop)
    expect(await shop.call('hub.leave')).toEqual({ role: 'alone', link: null })
    expect([...shop.secrets.keys()].filter((name) => name.startsWith('hub.'))).toEqual([])
    await shop.sell(await shop.goods())
    expect(shop.read("select kind from audit where kind in ('hubPaired', 'hubLeft')")).toEqual([
      { kind: 'hubPaired' },
      { kind: 'hubLeft' },
    ])
    await shop.restart()
    // It continues its trail when it is paired again.
    await shop.call('hub.pair', { address: hub.address, code: hub.code() })
    await expectSame(hub, shop)
  })

  test('a hub that moved is found by its new address', async () => {
    const hub = await startHub(programs, { environment: 'sandbox' })
    const shop = await openLinked(hub)
    await inStep(shop)
    await hub.door.close()
    hub.door = await reopen(hub, 0)
    await shop.call('hub.setAddress', { address: `127.0.0.1:${hub.door.port}` })
    await shop.sell(await shop.goods())
    await expectSame(hub, shop)
  })
})
