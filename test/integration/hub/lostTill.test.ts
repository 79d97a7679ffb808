/** A till whose disk is lost: the hub has what it heard, and an owner reads from which number on sales are missing. */

import { expect, test, vi } from 'vitest'
import { ownPrograms } from '../../support/postgres.ts'
import type { Shop } from '../../support/shop.ts'
import { hubAnswers, inTime, joinBranch, openBranch, sameItem } from './branch.ts'
import { cuttingProxy } from './openDoor.ts'

test('a till whose disk is lost is ended, another takes its place, and the owner reads which sale the hub has last', async () => {
  const branch = await openBranch(ownPrograms(), 1)
  const one = branch.tills[0] as Shop
  const soap = await one.goods({ name: 'Soap', stock: 10 })
  const way = await cuttingProxy(branch.hub)
  const lost = await joinBranch({ ...branch, hub: { ...branch.hub, address: way.address } })
  const { id } = await sameItem(lost, 'Soap')
  const { tillName } = (await lost.call('hub.state')).link!
  const sold = [await lost.sell({ ...soap, id }), await lost.sell({ ...soap, id }, 2)]
  await vi.waitFor(async () => expect((await lost.call('hub.state')).link?.waiting).toBe(0), inTime)
  // It signs with its own device: what it has not sent is lost with its disk.
  await lost.settled()
  way.away()
  await hubAnswers(lost, 'unreachable')
  const unheard = await lost.sell({ ...soap, id }, 3)
  await lost.close()

  const listed = async () => (await one.call('hub.tills')).tills.find(({ name }) => name === tillName)!
  expect((await listed()).lastDocument).toEqual({ number: sold[1]!.number, at: expect.any(Number) })
  const { uid } = await listed()
  await vi.waitFor(() => one.call('hub.revoke', { uid }), inTime)
  expect(await listed()).toMatchObject({ state: 'revoked', lastDocument: { number: sold[1]!.number } })

  const next = await joinBranch(branch)
  const its = (await next.call('hub.state')).link!.tillName
  expect([tillName, 'T1']).not.toContain(its)
  const there = await sameItem(next, 'Soap')
  const signed = async () =>
    (await one.authority.ledger()).sales.map(({ request }) => request['trdInvcNo']).toSorted()
  await vi.waitFor(async () => expect(await signed()).toEqual(sold.map(({ number }) => number)), inTime)
  const { number } = await next.sell(there)
  expect([...sold, unheard].map((sale) => sale.number)).not.toContain(number)
  await vi.waitFor(async () => expect(await signed()).toContain(number), inTime)
  // What the lost till sold without the hub is on its disk alone.
  await vi.waitFor(
    async () => expect((await one.call('stock.levels', { itemId: soap.id })).levels[0]?.onHand).toBe(6_00),
    inTime,
  )
})
