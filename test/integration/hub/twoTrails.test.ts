/** A till whose hub has other rows than it: it was put back from a copy, or a copy of it was at work. */
import { randomUUID } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { type NewTill, pairTill, tillsOf } from '../../../db/hub/door.ts'
import { noteSending, outcomesOf, sendingsOf, storeOutcomes, takeSeat } from '../../../db/hub/signers.ts'
import { openTestHubDb } from '../../support/hubDatabase.ts'
import { ensureOldest } from '../../support/postgres.ts'
import { openShop, type Shop, type ShopOptions } from '../../support/shop.ts'
import { startHub, type TestHub } from './openDoor.ts'

const quickLink = { beatMs: 300, retryMs: 20, retryCapMs: 100, waitMs: 1_000 }
const linkOf = async (shop: Shop) => (await shop.call('hub.state')).link
const settles = (shop: Shop, state: object) =>
  vi.waitFor(async () => expect(await linkOf(shop)).toMatchObject(state), { timeout: 15_000, interval: 20 })
const inStep = (shop: Shop) => settles(shop, { waiting: 0, problem: null })
const originsOf = ({ hub }: TestHub) =>
  hub.db
    .selectFrom('origin')
    .select(['id', 'uid', 'name', 'parent', 'start_seq', 'acked_seq'])
    .orderBy('id')
    .execute()
const invoicesOf = async ({ hub }: TestHub) => {
  const rows = await hub.db
    .selectFrom('invoice')
    .select(['origin', 'number'])
    .orderBy('origin')
    .orderBy('id')
    .execute()
  return rows.map(({ origin, number }) => `${origin} ${number}`)
}
const headOf = (shop: Shop) => shop.read<{ seq: number }>('select max(seq) as seq from audit')[0]!.seq
/** A linked till that sold something, and a copy of its file. `common`: the last row that both have. */
const copiedAside = async (hub: TestHub, options: ShopOptions = {}) => {
  const shop = await openShop({ timing: { link: quickLink }, ...options })
  await shop.call('hub.pair', { address: hub.address, code: hub.code() })
  const soap = await shop.goods()
  await shop.sell(soap)
  // A till without a device sends nothing.
  if (options.initialised !== false) await shop.settled()
  await inStep(shop)
  await shop.close()
  shop.copyAside()
  const common = headOf(shop)
  await shop.open()
  return { shop, soap, common }
}

describe.each([ensureOldest()])('on PostgreSQL $version', (programs) => {
  test.each([
    { name: 'and sold nothing since', sells: 0 },
    { name: 'and sold less than it had lost', sells: 1 },
    { name: 'and sold more than it had lost', sells: 4 },
  ])(
    'a till that was put back $name stops sending, sells, and continues as another till',
    async ({ sells }) => {
      const hub = await startHub(programs, { environment: 'sandbox' })
      const { shop, soap, common } = await copiedAside(hub)
      for (let n = 0; n < 2; n += 1) await shop.sell(soap)
      await shop.settled()
      await inStep(shop)
      await shop.close()
      const lost = (await originsOf(hub))[0]!.acked_seq
      shop.copyBack({ withJournal: false })
      const away = hub.door.port
      await hub.door.close()
      await shop.open()
      for (let n = 0; n < sells; n += 1) await shop.sell(soap)
      await hub.restart()
      expect(hub.door.port).toBe(away)
      await settles(shop, { problem: 'forked' })
      const [first] = await originsOf(hub)
      expect(
        JSON.parse(shop.read<{ forked_at: string }>('select forked_at from hub_link')[0]!.forked_at),
      ).toMatchObject({
        origin: first?.uid,
        seq: common,
      })
      await shop.sell(soap)
      await shop.call('hub.tryNow')
      await settles(shop, { problem: 'forked' })
      expect(await originsOf(hub)).toMatchObject([{ name: 'T1', acked_seq: lost }])
      expect(await invoicesOf(hub)).toEqual(['1 T1-1', '1 T1-2', '1 T1-3'])
      // A manager pairs it anew.
      await shop.call('hub.pair', { address: hub.address, code: hub.code() })
      await inStep(shop)
      // The till may write again once it is in step.
      await vi.waitFor(async () =>
        expect(await originsOf(hub)).toMatchObject([
          { name: 'T1', acked_seq: lost, parent: null },
          { name: 'T2', acked_seq: headOf(shop), parent: 1, start_seq: common },
        ]),
      )
      expect((await shop.sell(soap)).number).toMatch(/^T2-/)
      await inStep(shop)
      const made = await invoicesOf(hub)
      expect(made.filter((each) => each.startsWith('1 '))).toHaveLength(3)
      expect(made.filter((each) => each.startsWith('2 '))).toHaveLength(sells + 2)
      expect(
        await hub.hub.db.selectFrom('fact').select('seq').where('problem', 'is not', null).execute(),
      ).toEqual([])
      // The hub is put back to before that pairing: it knows neither the key nor the name of the second till.
      const { uid } = (await originsOf(hub))[1]!
      await hub.hub.db
        .updateTable('origin')
        .set({ uid: randomUUID(), app: null, public_key: null })
        .where('id', '=', 2)
        .execute()
      await hub.restart()
      await settles(shop, { problem: 'unknown' })
      await shop.call('hub.pair', { address: hub.address, code: hub.code() })
      await inStep(shop)
      expect((await originsOf(hub))[2]).toMatchObject({ uid, parent: 1, start_seq: common })
      expect((await originsOf(hub))[0]).toMatchObject({ acked_seq: lost })
    },
  )

  test('a till that ended its link after a fork is linked again as another till', async () => {
    const hub = await startHub(programs, { environment: 'sandbox' })
    const { shop, soap, common } = await copiedAside(hub, { initialised: false })
    await shop.sell(soap)
    await inStep(shop)
    await shop.close()
    shop.copyBack({ withJournal: false })
    await shop.open()
    await settles(shop, { problem: 'forked', signs: false })
    const keys = () => hub.hub.db.selectFrom('origin').select(['id', 'public_key']).orderBy('id').execute()
    const [first] = await keys()
    expect(await shop.call('hub.leave')).toEqual({ role: 'alone', link: null })
    await shop.sell(soap)
    await shop.call('hub.pair', { address: hub.address, code: hub.code() })
    await inStep(shop)
    await vi.waitFor(async () =>
      expect(await originsOf(hub)).toMatchObject([
        { name: 'T1', parent: null },
        { name: 'T2', acked_seq: headOf(shop), parent: 1, start_seq: common },
      ]),
    )
    // The other copy is still linked.
    expect((await keys())[0]).toEqual(first)
    expect(await invoicesOf(hub)).toEqual(['1 T1-1', '1 T1-2', expect.stringMatching(/^2 T1-/)])
    const onHand = () => shop.read<{ on_hand: number }>('select on_hand from item')
    await vi.waitFor(() => expect(onHand()).toEqual([{ on_hand: 99_997_00 }]))
    // It continues as that other till, also after its link ends again.
    await shop.call('hub.leave')
    await shop.call('hub.pair', { address: hub.address, code: hub.code() })
    await inStep(shop)
    expect(await originsOf(hub)).toHaveLength(2)
  })

  test('a till that the hub signs for does not leave after a fork; linked again, its sales are signed', async () => {
    const hub = await startHub(programs, { environment: 'sandbox' })
    const { shop, soap } = await copiedAside(hub)
    await settles(shop, { signs: true })
    await shop.close()
    shop.copyAside()
    await shop.open()
    await shop.sell(soap)
    await shop.settled()
    await inStep(shop)
    await shop.close()
    shop.copyBack({ withJournal: false })
    await shop.open()
    await settles(shop, { problem: 'forked', signs: true })
    const reply = await shop.reply('hub.leave')
    expect(!reply.ok && reply.error.reason).toBe('hub.mustLink')
    await shop.call('hub.pair', { address: hub.address, code: hub.code() })
    await inStep(shop)
    const sold = await shop.sell(soap)
    expect(sold.number).toMatch(/^T2-/)
    await vi.waitFor(() => expect(shop.rowOf(sold.invoiceId).state).toBe('accepted'), {
      timeout: 30_000,
      interval: 50,
    })
    // The other copy leaves its documents to the signer as before.
    expect(
      await hub.hub.db.selectFrom('delegation').select('until').where('origin', '=', 1).execute(),
    ).toEqual([{ until: null }])
  })

  test('a till forgets a fork once the hub, put back to before it, has its trail', async () => {
    const hub = await startHub(programs, { environment: 'sandbox' })
    const { shop, soap } = await copiedAside(hub)
    await shop.sell(soap)
    await shop.settled()
    await inStep(shop)
    await shop.close()
    shop.copyBack({ withJournal: false })
    await hub.door.close()
    await shop.open()
    await shop.sell(soap)
    await hub.restart()
    await settles(shop, { problem: 'forked' })
    const forkedAt = () =>
      shop.read<{ forked_at: string | null }>('select forked_at from hub_link')[0]?.forked_at
    const { seq, hash } = JSON.parse(forkedAt() ?? '')
    await hub.door.close()
    for (const table of ['fact', 'invoice'] as const)
      await hub.hub.db.deleteFrom(table).where('seq', '>', seq).execute()
    await hub.hub.db.updateTable('origin').set({ acked_seq: seq, acked_hash: hash }).execute()
    await hub.restart()
    await inStep(shop)
    expect(forkedAt()).toBeNull()
    // With the note it would become a second till, which sends the same rows again.
    await shop.call('hub.pair', { address: hub.address, code: hub.code() })
    await inStep(shop)
    await vi.waitFor(async () =>
      expect(await originsOf(hub)).toMatchObject([{ name: 'T1', acked_seq: headOf(shop) }]),
    )
  })

  test('a till of a till whose pairing the hub lost waits for nobody, and the first one continues', async () => {
    const { db } = await openTestHubDb(programs)
    const place = { seq: 5, hash: 'a'.repeat(64) }
    const [first, copy] = [randomUUID(), randomUUID()]
    const admit = (key: string, till: Pick<NewTill, 'earlier' | 'forkedAt'>) =>
      pairTill(db, {
        ...{ uid: randomUUID(), app: 'shop', publicKey: key, name: 'Bar', taxpayerPin: 'P051000001K' },
        ...{ branch: '00', confirmed: true, letInBy: null, at: 1, ...till },
      })
    const second = await admit('of the copy', { earlier: copy, forkedAt: { origin: first, ...place } })
    expect(second).toMatchObject({ uid: copy, start_seq: 5, acked_seq: 5 })
    expect((await tillsOf(db, null)).map(({ uid }) => uid)).toEqual([copy])
    const again = await admit('of the first', { earlier: first, forkedAt: null })
    expect(again).toMatchObject({ id: second?.parent, uid: first, acked_seq: 0, revoked_at: null })
  })

  test('a till that the hub lost hears what its signer told meanwhile, and what became of the first till', async () => {
    const { db } = await openTestHubDb(programs)
    const pin = 'P051000001K'
    const place = { seq: 5, hash: 'a'.repeat(64) }
    const admit = (uid: string, till: Pick<NewTill, 'earlier' | 'forkedAt'>) =>
      pairTill(db, {
        ...{ uid, app: 'shop', publicKey: uid, name: 'Bar', taxpayerPin: pin },
        ...{ branch: '00', confirmed: true, letInBy: null, at: 1, ...till },
      })
    const [first, copy] = [randomUUID(), randomUUID()]
    const branch = (await admit(first, { earlier: null, forkedAt: null }))?.branch ?? 0
    const seat = { branch, holder: 'signer', epoch: 1 }
    const told = (origin: string, name: string, seq: number) => ({
      ...{ origin, name, seq, body: `${name} ${seq}`, hash: null, settled: true, invoice: null },
    })
    await takeSeat(db, { ...seat, above: 0, now: 1 })
    const sending = { origin: copy, name: 'Bar 2', seq: 8 }
    expect(await noteSending(db, seat, [sending], { number: 3, now: 1 })).toBe(true)
    await storeOutcomes(
      db,
      seat,
      [told(first, 'Bar', 5), told(first, 'Bar', 6), told(copy, 'Bar 2', 7)],
      new Map(),
    )
    expect(await sendingsOf(db, copy, { after: 0, upTo: 9 })).toEqual(new Map([[8, 3]]))
    expect((await tillsOf(db, null)).map(({ uid }) => uid)).toEqual([first])

    const again = await admit(copy, { earlier: copy, forkedAt: { origin: first, ...place } })
    expect(again).toMatchObject({ uid: copy, name: 'Bar 2', start_seq: 5, acked_seq: 5, revoked_at: null })
    expect(await outcomesOf(db, copy, { after: 0, upTo: 9 })).toEqual(
      new Map([
        [5, 'Bar 5'],
        [7, 'Bar 2 7'],
      ]),
    )
  })
})
