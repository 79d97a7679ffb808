/** A linked till shows what the authority has of the branch once nothing waits, and a manager settles the difference once. */

import { expect, test, vi } from 'vitest'
import { ownPrograms } from '../../support/postgres.ts'
import { openShop, type Shop, startAuthority } from '../../support/shop.ts'
import { inTime, quickLink, sameItem } from './branch.ts'
import { startHub } from './openDoor.ts'

const levelOf = async (shop: Shop, itemId: number) => (await shop.call('stock.levels', { itemId })).levels[0]!
const becomes = (shop: Shop, itemId: number, level: object) =>
  vi.waitFor(async () => expect(await levelOf(shop, itemId)).toMatchObject(level), inTime)

test('goods of a till outside the branch are a difference at each linked till, settled by one record', async () => {
  const authority = await startAuthority({ dialect: 'legacy', checks: 'strict' })
  const hub = await startHub(ownPrograms(), { environment: 'sandbox' })
  const join = async (deviceSerial: string) => {
    const shop = await openShop({ authority, deviceSerial, timing: { link: quickLink } })
    await shop.call('hub.pair', { address: hub.address, code: hub.code() })
    await vi.waitFor(async () => expect((await shop.call('hub.state')).link?.signs).toBe(true), inTime)
    return shop
  }
  const one = await join('KAU-1')
  const soap = await one.goods({ name: 'Soap', stock: 40 })
  const two = await join('KAU-2')
  const same = await sameItem(two, 'Soap')
  await becomes(one, soap.id, { onHand: 40_00, atAuthority: 40_00 })
  await becomes(two, same.id, { onHand: 40_00, atAuthority: 40_00 })
  const { stock } = await authority.ledger()
  const code = stock[0]?.itemCd ?? ''
  const atAuthority = async () =>
    (await authority.ledger()).stock.find(({ itemCd }) => itemCd === code)?.onHand

  const outside = await openShop({ authority, deviceSerial: 'KAU-OUTSIDE' })
  await outside.goods({ name: 'Soap', code, stock: 25 })
  await outside.settled()
  expect(await atAuthority()).toBe(65)
  // The signer hears of it from the stock master after its next record.
  await two.sell(same, 1)
  await becomes(one, soap.id, { onHand: 39_00, atAuthority: 64_00 })
  await becomes(two, same.id, { onHand: 39_00, atAuthority: 64_00 })
  expect((await one.call('stock.levels', { filter: 'waiting' })).levels).toMatchObject([{ name: 'Soap' }])

  const input = { itemId: soap.id, difference: -25_00, reason: 'The other till was closed' }
  await authority.offline(true)
  // The record of another till's sale waits, so no difference is certain.
  await two.sell(same, 1)
  await becomes(one, soap.id, { onHand: 38_00, atAuthority: null })
  expect(await one.reply('stock.settle', { ...input, requestId: 'settle-early' })).toMatchObject({
    error: { reason: 'stock.shared' },
  })
  await authority.offline(false)
  await becomes(one, soap.id, { onHand: 38_00, atAuthority: 63_00 })
  await becomes(two, same.id, { onHand: 38_00, atAuthority: 63_00 })

  // Two managers press at once: the later record is withdrawn.
  await authority.offline(true)
  expect(await one.call('stock.settle', { ...input, requestId: 'settle-one' })).toEqual({ sent: true })
  expect(await two.call('stock.settle', { ...input, itemId: same.id, requestId: 'settle-two' })).toEqual({
    sent: true,
  })
  const settling = (shop: Shop) =>
    shop.read<{ state: string; withdrawn_reason: string | null }>(
      `select state, withdrawn_reason from submission join stock_record on stock_record.id = stock_record_id
        where number glob 'settled-settle-*' and number not glob '*/*' order by submission.id`,
    )
  await vi.waitFor(
    () =>
      expect([...settling(one), ...settling(two)].map(({ state }) => state).toSorted()).toContain(
        'withdrawn',
      ),
    inTime,
  )
  await authority.offline(false)
  await vi.waitFor(async () => expect(await atAuthority()).toBe(38), inTime)
  for (const [shop, id] of [
    [one, soap.id],
    [two, same.id],
  ] as const)
    await becomes(shop, id, { onHand: 38_00, atAuthority: 38_00, waiting: 0 })
  expect([...settling(one), ...settling(two)].map(({ state }) => state).toSorted()).toEqual([
    'accepted',
    'withdrawn',
  ])
  const records = (await authority.ledger()).stockRecords.map(({ request }) => request)
  expect(records.filter(({ sarTyCd, remark }) => sarTyCd === '16' && remark === input.reason)).toHaveLength(1)
})
