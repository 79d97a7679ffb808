/** Two tills on one branch: the authority's stock is of both, and a manager settles the difference once. */
import { expect, test, vi } from 'vitest'
import { openShop } from '../../support/shop.ts'

test('the difference of a second till on the branch is shown, and settled by one record', async () => {
  const ours = await openShop()
  const soap = await ours.goods({ name: 'Soap', stock: 40 })
  await ours.settled()
  const [{ authority_code: code = '' } = {}] = ours.read<{ authority_code: string }>(
    'select authority_code from item',
  )
  const theirs = await openShop({ authority: ours.authority, deviceSerial: 'KAU-SECOND' })
  const same = await theirs.goods({ name: 'Soap', code, stock: 25 })
  await theirs.settled()
  const level = async () => (await ours.call('stock.levels', { itemId: soap.id })).levels[0]!
  const atAuthority = async () =>
    (await ours.authority.ledger()).stock.find(({ itemCd }) => itemCd === code)?.onHand
  expect(await atAuthority()).toBe(65)
  expect((await theirs.call('stock.levels', { itemId: same.id })).levels).toMatchObject([
    { onHand: 25_00, atAuthority: 65_00, waiting: 0 },
  ])
  // Our till hears of the other's goods with its next record.
  await ours.sell(soap, 1)
  await ours.settled()
  await vi.waitFor(async () => expect(await level()).toMatchObject({ onHand: 39_00, atAuthority: 64_00 }))

  const input = {
    requestId: 'settle-soap-1',
    itemId: soap.id,
    difference: -25_00,
    reason: 'The second till was closed',
  }
  expect(await ours.reply('stock.settle', { ...input, difference: -24_00 })).toMatchObject({
    error: { reason: 'stock.otherDifference', field: 'difference' },
  })
  await ours.authority.offline(true)
  expect(await ours.call('stock.settle', input)).toEqual({ sent: true })
  // Another press; the first one again, whose answer was lost; and one that says something else.
  const other = { ...input, requestId: 'settle-soap-2' }
  expect(await ours.call('stock.settle', other)).toEqual({ sent: false })
  expect(await ours.call('stock.settle', input)).toEqual({ sent: true })
  expect(await ours.reply('stock.settle', { ...input, reason: 'x' })).toMatchObject({
    error: { reason: 'shift.requestReused', field: 'requestId' },
  })
  await ours.authority.offline(false)
  await vi.waitFor(async () => expect(await atAuthority()).toBe(39), { timeout: 10_000 })
  await ours.settled()
  expect(await level()).toMatchObject({ onHand: 39_00, atAuthority: 39_00, waiting: 0 })
  expect((await ours.authority.ledger()).stockRecords.at(-1)?.request).toMatchObject({
    sarTyCd: '16',
    remark: input.reason,
  })
  expect(await ours.call('stock.settle', input)).toEqual({ sent: true })
  expect(await ours.reply('stock.settle', other)).toMatchObject({
    error: { reason: 'stock.otherDifference' },
  })
  expect(
    (await ours.authority.ledger()).stockRecords.filter(({ request }) => request['sarTyCd'] === '16'),
  ).toHaveLength(1)
})

test('the windows hear of the difference that the stock master alone brings', async () => {
  const shop = await openShop()
  const soap = await shop.goods({ stock: 40 })
  await shop.settled()
  await shop.authority.faults({ kind: 'status', status: 503, paths: ['saveStockMaster'] })
  const before = await shop.authority.asked('saveStockMaster')
  await shop.sell(soap, 1)
  // By then the window has the event of the record before it.
  await expect.poll(() => shop.authority.asked('saveStockMaster')).toBeGreaterThan(before + 4)
  shop.events.length = 0
  await shop.authority.faults()
  await shop.settled()
  await expect.poll(() => shop.events.map(({ type }) => type)).toContain('stock.changed')
})
