/** The host ends in the middle of things: nothing lost, nothing twice. Kills are in `test/torture`. */
import { expect, it } from 'vitest'
import { expectInStep, openShop, salePaths } from '../../support/shop.ts'

it('what is in flight when the host closes is finished, the rest goes after the start', async () => {
  const shop = await openShop()
  const soap = await shop.goods()
  await shop.settled()
  await shop.authority.faults({ kind: 'slow', ms: 150, paths: salePaths })
  for (let n = 0; n < 3; n += 1) await shop.sell(soap)
  await expect.poll(() => shop.rows("state = 'sending'").length).toBe(1)
  await shop.close()
  expect(shop.rows("state = 'sending'")).toEqual([])
  await shop.authority.faults()
  await shop.open()
  await shop.settled()
  expect((await expectInStep(shop)).sales).toHaveLength(3)
})

it('what is found in flight is asked about before it is sent', async () => {
  const shop = await openShop()
  const soap = await shop.goods()
  await shop.settled()
  await shop.authority.offline(true)
  const { invoiceId } = await shop.sell(soap)
  await expect.poll(() => shop.rowOf(invoiceId).attempts).toBeGreaterThan(0)
  await shop.close()
  shop.tamper("update submission set state = 'sending' where kind = 'sale'")
  await shop.authority.offline(false)
  await shop.open()
  const row = await shop.becomes(invoiceId, 'accepted')
  expect(
    shop
      .attemptsOf(row.id)
      .slice(-2)
      .map(({ action, outcome }) => `${action} ${outcome}`),
  ).toEqual(['lookUp nothingFound', 'send accepted'])
  await shop.settled()
  await expectInStep(shop)
})
