/** What waits for a manager: he takes it or leaves it, says what is one, and overwrites nothing unseen. */
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { listOffers, takeOfferAnswer, takeTwinAnswer } from '../../../core/hub/offers.ts'
import { randomIds, systemClock } from '../../../core/platform/nodePorts.ts'
import { bothPrograms } from '../../support/postgres.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { reopen, startHub } from './openDoor.ts'
import { openSharingHub, type SharingHub, soap, wishOf } from './sharingHub.ts'

const answering = ({ db }: SharingHub) => ({
  db,
  ports: { clock: systemClock, ids: randomIds } as never,
  woken: () => undefined,
})

describe.each(bothPrograms())('PostgreSQL $version', (programs) => {
  let hub: SharingHub
  beforeAll(async () => {
    hub = await openSharingHub(programs, afterAll)
  })
  afterEach(() => hub.empty())

  /** Till 2 asks for 90 while till 1 has changed 100 to 120. */
  const offered = async () => {
    const [t1, t2] = [await hub.till('T1'), await hub.till('T2')]
    const uid = randomUUID()
    await hub.apply(t1, wishOf('item', uid, soap))
    await hub.apply(t1, wishOf('item', uid, { price: 120_00 }, { base: { price: 1 }, who: 'Ben' }))
    await hub.apply(t2, wishOf('item', uid, { price: 90_00 }, { base: { price: 1 }, who: 'Asha', at: 5 }))
    return { uid, branch: t1.branch, t1, t2 }
  }
  const signers = { signer: () => undefined }
  const list = (branch: number) => listOffers({ ...hub, signers }, branch)
  const by = (branch: number) => ({ branch, who: 'Carol (T1)', isOwner: false })

  test('it is shown beside what is in force, with who, where and when', async () => {
    const { branch } = await offered()
    expect((await list(branch)).offers).toMatchObject([
      {
        kind: 'item',
        name: 'Soap',
        wishedBy: { who: 'Asha', till: 'T2', at: 5 },
        fields: [
          {
            field: 'price',
            version: 2,
            inForce: 120_00,
            inForceBy: { who: 'Ben', till: 'T1' },
            wished: 90_00,
          },
        ],
      },
    ])
  })

  test.each([
    { take: true, price: 90_00, version: 3 },
    { take: false, price: 120_00, version: 2 },
  ])('taken: $take', async ({ take, price, version }) => {
    const { uid, branch } = await offered()
    const [offer] = (await list(branch)).offers
    const answer = { uid: offer!.uid, take, seen: { price: 2 } }
    await takeOfferAnswer(answering(hub), by(branch), answer)
    expect(await hub.row(uid)).toMatchObject({ body: { price }, versions: { price: version } })
    expect((await list(branch)).offers).toEqual([])
    const log = hub.db.selectFrom('wish').select(['answered_by']).where('uid', '=', offer!.uid)
    expect(await log.executeTakeFirst()).toEqual({ answered_by: 'Carol (T1)' })
    await expect(takeOfferAnswer(answering(hub), by(branch), answer)).rejects.toMatchObject({
      code: 'absent',
    })
  })

  test('two people of one name: an owner says that they are one; nobody sees what a PIN is checked against', async () => {
    const { id, branch } = await hub.till('T1')
    const pin = ['scrypt', '16', 's'.repeat(22), 'h'.repeat(43), randomUUID(), randomUUID()].join('$')
    const [one, other] = [randomUUID(), randomUUID()]
    for (const uid of [one, other])
      await hub.apply({ id, branch }, wishOf('person', uid, { name: 'Asha', role: 'owner', active: 1, pin }))
    const again = { pin: pin.replace(/\$[^$]*$/, `$${randomUUID()}`) }
    await hub.apply(await hub.till('T2'), wishOf('person', one, again))
    expect(await list(branch)).toMatchObject({ offers: [], twins: [{ kind: 'person', reason: 'name' }] })
    expect(JSON.stringify(await list(branch))).not.toContain('scrypt')
    const answer = { one, other, keep: one }
    await expect(takeTwinAnswer(answering(hub), by(branch), answer)).rejects.toMatchObject({
      code: 'notAllowed',
    })
    await takeTwinAnswer(answering(hub), { ...by(branch), isOwner: true }, answer)
    expect([await hub.row(one), await hub.row(other)]).toMatchObject([{ active: true }, { active: false }])
  })

  test('a value that changed since the manager looked is not overwritten', async () => {
    const { uid, branch, t1 } = await offered()
    const [offer] = (await list(branch)).offers
    await hub.apply(t1, wishOf('item', uid, { price: 130_00 }, { base: { price: 2 } }))
    const answer = { uid: offer!.uid, take: true, seen: { price: 2 } }
    await expect(takeOfferAnswer(answering(hub), by(branch), answer)).rejects.toMatchObject({
      code: 'changed',
    })
    expect((await hub.row(uid))?.body['price']).toBe(130_00)
    expect((await list(branch)).offers).toHaveLength(1)
  })

  test('a setting of another branch is not shown and not answered', async () => {
    const [t1, t2] = [await hub.till('T1'), await hub.till('T2')]
    const elsewhere = await hub.till('T3', '01')
    const uid = randomUUID()
    const value = (text: string) => ({ name: 'deadlineHours', value: text })
    await hub.apply(t1, wishOf('setting', uid, value('1')))
    await hub.apply(t1, wishOf('setting', uid, { value: '2' }, { base: { value: 1 } }))
    await hub.apply(t2, wishOf('setting', uid, { value: '3' }, { base: { value: 1 } }))
    const [offer] = (await list(t1.branch)).offers
    expect(offer).toMatchObject({ kind: 'setting', name: 'deadlineHours' })
    expect(await list(elsewhere.branch)).toEqual({ offers: [], twins: [], letters: [] })
    const answer = { uid: offer!.uid, take: true, seen: { value: 2 } }
    await expect(takeOfferAnswer(answering(hub), by(elsewhere.branch), answer)).rejects.toMatchObject({
      code: 'absent',
    })
  })

  test('two items of one barcode: one stays, the other is switched off and keeps its stock', async () => {
    const [t1, t2] = [await hub.till('T1'), await hub.till('T2')]
    const [one, other] = [randomUUID(), randomUUID()]
    await hub.apply(t1, wishOf('item', one, { ...soap, barcode: '616' }))
    await hub.apply(t2, wishOf('item', other, { ...soap, name: 'Sabuni', barcode: '616' }))
    const level = { branch: t1.branch, item: other, on_hand: 300 }
    await hub.db.insertInto('stock_level').values(level).execute()
    expect((await list(t1.branch)).twins).toMatchObject([
      {
        reason: 'barcode',
        things: [
          { uid: one, name: 'Soap', onHand: 0, madeBy: { till: 'T1' } },
          { uid: other, name: 'Sabuni', onHand: 300, madeBy: { till: 'T2' } },
        ],
      },
    ])
    await takeTwinAnswer(answering(hub), by(t1.branch), { one, other, keep: one })
    expect((await hub.row(other))?.body).toMatchObject({ name: 'Sabuni', active: 0 })
    expect((await hub.row(other))?.body['barcode']).toBeUndefined()
    expect((await hub.row(one))?.body).toMatchObject({ active: 1, barcode: '616' })
    expect(await hub.db.selectFrom('stock_level').select('on_hand').execute()).toEqual([{ on_hand: 300 }])
    expect((await list(t1.branch)).twins).toEqual([])
  })

  test('two customers: the one with the PIN stays; different ones are asked about no more', async () => {
    const till = await hub.till('T1')
    const [one, other, third] = [randomUUID(), randomUUID(), randomUUID()]
    await hub.apply(till, wishOf('customer', one, { name: 'Asha', active: 1, pin: 'A000000001B' }))
    await hub.apply(till, wishOf('customer', other, { name: 'asha', active: 1 }))
    await hub.apply(till, wishOf('customer', third, { name: 'ASHA', active: 1, phone: '0712345678' }))
    const answer = (pair: { one: string; other: string }, keep: string | null) =>
      takeTwinAnswer(answering(hub), by(till.branch), { ...pair, keep })
    const { twins } = await list(till.branch)
    expect(twins).toHaveLength(3)
    await expect(answer({ one, other }, other)).rejects.toMatchObject({ code: 'held' })
    await answer({ one, other }, one)
    expect((await hub.row(other))?.body).toMatchObject({ merged_into: one })
    await answer({ one, other: third }, null)
    // The pair of the merged one and the third is no question any more.
    expect((await list(till.branch)).twins).toEqual([])
    expect((await hub.row(third))?.body['merged_into']).toBeUndefined()
  })
})

test('a manager answers at a till, and both tills have it', async () => {
  const hub = await startHub(bothPrograms()[1]!, { environment: 'sandbox' })
  const link = { beatMs: 200, retryMs: 20, retryCapMs: 100, waitMs: 1_000 }
  const open = async () => {
    const shop = await openShop({ timing: { link } as never })
    await shop.call('hub.pair', { address: hub.address, code: hub.code() })
    return shop
  }
  const [first, second] = [await open(), await open()]
  const priceAt = (shop: Shop) =>
    shop.read<{ price: number }>("select price from item where name = 'Soap' order by id")[0]?.price
  const item = await first.goods({ name: 'Soap' })
  await expect.poll(() => priceAt(second)).toBe(item.price)
  const { port } = hub.door
  await hub.door.close()
  const setPrice = async (shop: Shop, price: number) => {
    const { id } = shop.read<{ id: number }>("select id from item where name = 'Soap'")[0]!
    await shop.call('item.save', { id, name: 'Soap', taxType: 'B', price, itemClass: '5313160900' })
  }
  await setPrice(first, 120_00)
  await setPrice(second, 90_00)
  hub.door = await reopen(hub, port)
  await expect.poll(async () => (await first.call('hub.offers')).offers.length, { timeout: 15_000 }).toBe(1)
  const [offer] = (await first.call('hub.offers')).offers
  await first.call('hub.answerOffer', {
    uid: offer!.uid,
    take: true,
    seen: { price: offer!.fields[0]!.version },
  })
  const wished = offer!.fields[0]!.wished
  await expect.poll(() => [priceAt(first), priceAt(second)]).toEqual([wished, wished])
})
