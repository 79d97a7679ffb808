/** Parked sales of a branch: each is taken at one till. */

import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { endParked, insertParked } from '../../../db/hub/claims.ts'
import { openTestHubDb } from '../../support/hubDatabase.ts'
import { ownPrograms } from '../../support/postgres.ts'
import type { Shop } from '../../support/shop.ts'
import { hubAnswers, inTime, openBranch, sameItem } from './branch.ts'
import { reopen } from './openDoor.ts'

const listed = async (shop: Shop) => (await shop.call('sale.parked')).sales
const park = async (shop: Shop, itemId: number, label: string) => {
  await shop.call('sale.park', {
    cart: { lines: [{ itemId, quantity: 2_00, discount: { kind: 'percent', basisPoints: 500 } }] },
    label,
  })
  const [{ id }] = (await listed(shop)).filter((sale) => sale.label === label) as unknown as [{ id: number }]
  return id
}
const hears = async (shop: Shop, label: string, sale: object) =>
  vi.waitFor(
    async () => expect((await listed(shop)).find((each) => each.label === label)).toMatchObject(sale),
    inTime,
  )
const hearsOf = async (shop: Shop, label: string) => {
  await hears(shop, label, { id: null, takenBy: null })
  return (await listed(shop)).find((each) => each.label === label)!.uid!
}
const isGone = (shop: Shop, label: string) =>
  vi.waitFor(
    async () => expect((await listed(shop)).filter((each) => each.label === label)).toEqual([]),
    inTime,
  )

test('a parked sale is taken at one till of the branch, in any order of claims', async () => {
  const branch = await openBranch(ownPrograms(), 3)
  const [one, two, three] = branch.tills as [Shop, Shop, Shop]
  const soap = await one.goods({ name: 'Soap' })
  const there = await sameItem(two, 'Soap')
  await sameItem(three, 'Soap')

  // Another till takes it, with its goods by the ids of there.
  const table = await park(one, soap.id, 'Table 4')
  await hears(two, 'Table 4', {
    id: null,
    till: 'T1',
    cashier: 'Wanjiru',
    lines: 1,
    total: 220_40,
    takenBy: null,
  })
  const uid = await hearsOf(two, 'Table 4')
  const draft = { window: 'window-of-two', requestId: 'request-of-two' }
  const taken = await two.call('sale.resume', { uid, draft })
  expect(taken.cart.lines).toEqual([
    { itemId: there.id, quantity: 2_00, discount: { kind: 'percent', basisPoints: 500 } },
  ])
  expect(taken.items.map(({ name }) => name)).toEqual(['Soap'])
  // A power cut now does not take it.
  expect((await two.call('sale.drafts')).drafts).toMatchObject([
    { window: draft.window, draft: { requestId: draft.requestId, cart: taken.cart } },
  ])
  expect(await one.reply('sale.resume', { id: table })).toMatchObject({
    ok: false,
    error: { reason: expect.stringMatching(/^sale\.(parkedTaken|notParked)$/) },
  })
  await isGone(one, 'Table 4')
  await isGone(three, 'Table 4')
  expect(await two.reply('sale.resume', { uid })).toMatchObject({ error: { reason: 'sale.notParked' } })
  await isGone(two, 'Table 4')

  // All three want it at once.
  const own = await park(one, soap.id, 'Blue shirt')
  const shared = await hearsOf(two, 'Blue shirt')
  await hearsOf(three, 'Blue shirt')
  const replies = await Promise.all([
    one.reply('sale.resume', { id: own }),
    two.reply('sale.resume', { uid: shared }),
    three.reply('sale.resume', { uid: shared }),
  ])
  expect(replies.filter(({ ok }) => ok)).toHaveLength(1)
  for (const reply of replies)
    if (!reply.ok)
      expect(reply.error).toMatchObject({
        reason: 'sale.parkedTaken',
        params: { who: 'Wanjiru', till: expect.stringMatching(/^T[123]$/) },
      })
  for (const till of branch.tills) await isGone(till, 'Blue shirt')
})

test('a sale that was claimed by a till which was then killed is that till’s, and no other’s', async () => {
  const branch = await openBranch(ownPrograms(), 2)
  const [one, two] = branch.tills as [Shop, Shop]
  await one.goods({ name: 'Soap' })
  const soap = await sameItem(one, 'Soap')
  await sameItem(two, 'Soap')
  const id = await park(one, soap.id, 'Table 4')
  const uid = await hearsOf(two, 'Table 4')
  // As far as a till comes that dies once the hub has answered.
  const request = crypto.randomUUID()
  const body = { what: 'parked', uid, request, who: 'Ben' } as const
  const origin = two.read<{ origin: string }>('select origin from hub_link')[0]!.origin
  const claimed = await branch.hub.hub.db
    .selectFrom('origin')
    .select(['id', 'branch'])
    .where('uid', '=', origin)
    .executeTakeFirstOrThrow()
  const { claim } = await import('../../../core/hub/claims.ts')
  for (let n = 0; n < 2; n += 1)
    expect(await claim(branch.hub.hub, claimed, body, Date.now())).toEqual({ outcome: 'granted' })
  branch.hub.hub.woken(claimed.branch)
  expect(await one.reply('sale.resume', { id })).toMatchObject({
    error: { reason: 'sale.parkedTaken', params: { who: 'Ben', till: 'T2' } },
  })
  await hears(one, 'Table 4', { id, takenBy: { name: 'Ben', till: 'T2' } })
  await two.restart()
  await vi.waitFor(
    () => expect(two.read('select holder from hub_parked')).toEqual([{ holder: origin }]),
    inTime,
  )

  // It has the sale, so it needs no hub to take it up.
  const { port } = branch.hub.door
  await branch.hub.door.close()
  await hubAnswers(two, 'unreachable')
  await hubAnswers(one, 'unreachable')
  await hears(two, 'Table 4', { id: null, takenBy: null })
  expect((await two.call('sale.resume', { uid })).cart.lines).toHaveLength(1)
  expect(await one.reply('sale.resume', { id })).toMatchObject({ error: { reason: 'sale.parkedAlone' } })

  // Without the hub a till lists its own sales, and takes one only if a person is sure.
  const alone = await park(one, soap.id, 'Alone')
  expect(await one.call('sale.parked')).toMatchObject({ silentSince: expect.any(Number) })
  expect(await one.reply('sale.resume', { id: alone })).toMatchObject({
    error: { reason: 'sale.parkedAlone' },
  })
  await one.call('sale.resume', { id: alone, sure: true })
  branch.hub.door = await reopen(branch.hub, port)
  await isGone(one, 'Table 4')
  await hubAnswers(two)
  expect((await listed(two)).map(({ label }) => label)).toEqual([])

  // What a till held that was ended at the hub can be taken.
  const late = await park(one, soap.id, 'Late')
  const lateUid = await hearsOf(two, 'Late')
  await claim(branch.hub.hub, claimed, { ...body, uid: lateUid }, Date.now())
  await branch.hub.admin('revoke', { uid: origin, who: 'Amina' })
  expect((await one.call('sale.resume', { id: late })).cart.lines).toHaveLength(1)
})

test('a hub that was put back offers no sale again that was taken, whichever till comes first', async () => {
  const hub = await openTestHubDb(ownPrograms())
  const branch = await hub.addBranch()
  const [one, two] = [await hub.addOrigin(branch), await hub.addOrigin(branch)]
  const uid = randomUUID()
  await hub.db.transaction().execute(async (tx) => {
    await endParked(tx, { uid, branch, origin: two.id, who: 'Otieno' })
    await insertParked(tx, { uid, branch, origin: one.id, body: '{"label":"Table 4"}' })
  })
  expect(
    await hub.db.selectFrom('parked').select(['uid', 'open', 'holder', 'taker', 'body']).execute(),
  ).toEqual([{ uid, open: false, holder: two.id, taker: 'Otieno', body: '{}' }])
})
