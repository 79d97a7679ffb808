/** An authority that enforces another rate than it lists (authority §2.3). */
import { expect, it } from 'vitest'
import { expectInStep, openShop } from '../../support/shop.ts'

const strange = { eRate: 0, listedERate: 8 }

it('sales without the letter go again with the rate that is enforced, after one refusal for all; the next ones go at once', async () => {
  const shop = await openShop({ initialised: false })
  await shop.authority.control('PUT', 'settings', strange)
  await shop.call('device.initialize', {})
  const soap = await shop.goods()
  await shop.settled()
  await shop.authority.offline(true)
  for (let n = 0; n < 5; n += 1) await shop.sell(soap)
  await shop.authority.offline(false)
  await shop.settled()
  expect(shop.read("select id from attempt where outcome = 'refused'")).toHaveLength(1)
  const next = await shop.sell(soap)
  expect((await shop.becomes(next.invoiceId, 'accepted')).attempts).toBe(1)
  await shop.settled()
  const { sales } = await expectInStep(shop)
  expect(sales.map(({ request }) => [request['taxRtB'], request['taxRtE']])).toEqual(Array(6).fill([16, 0]))
})

it('a sale with a line of the letter needs a person, for its tax was computed otherwise; the next one goes', async () => {
  const shop = await openShop({ initialised: false })
  await shop.authority.control('PUT', 'settings', strange)
  await shop.call('device.initialize', {})
  const advice = await shop.goods({ name: 'Advice', taxType: 'E', type: '3' })
  await shop.settled()
  const { invoiceId } = await shop.sell(advice)
  const row = await shop.becomes(invoiceId, 'refused')
  expect(row.last_text).toContain('taxRtE')
  expect((await shop.call('queue.get', { id: row.id })).row.refusal).toMatchObject({ remedy: 'checkAmounts' })
  expect(shop.attemptsOf(row.id)).toHaveLength(1)
  // The screen splits the tax as the book does, though the authority lists 8.
  expect((await shop.call('reference.taxRates')).rates).toMatchObject({ B: 16, E: 0 })
  const { invoiceId: next } = await shop.sell(advice)
  await shop.becomes(next, 'accepted')
  expect(shop.read(`select tax, taxable from invoice where id = ${next}`)).toEqual([
    { tax: 0, taxable: 11_600 },
  ])
  // A paid sale is never recalculated: it is withdrawn and rung up again.
  await shop.call('queue.resend', { id: row.id })
  expect((await shop.becomes(invoiceId, 'refused')).last_text).toContain('taxblAmt')
})

it('a shop that sells nothing else records its goods again, and continues', async () => {
  const shop = await openShop({ initialised: false })
  await shop.authority.control('PUT', 'settings', strange)
  await shop.call('device.initialize', {})
  const gas = await shop.goods({ name: 'Gas', taxType: 'E' })
  await shop.settled()
  const [stock] = shop.rows("kind = 'stockRecord'")
  await expect.poll(() => shop.rows(`id = ${stock!.id}`)[0]!.state).toBe('accepted')
  expect(shop.attemptsOf(stock!.id).map(({ outcome }) => outcome)).toEqual(['refused', 'accepted'])
  await shop.settled()
  const { invoiceId } = await shop.sell(gas)
  await shop.becomes(invoiceId, 'accepted')
  await shop.settled()
  await expectInStep(shop)
})

it('a letter for which none is listed keeps the rate of the law', async () => {
  const shop = await openShop()
  const soap = await shop.goods()
  await shop.settled()
  await shop.close()
  shop.tamper("update reference_code set user_defined_1 = null where class = '04' and code = 'B'")
  await shop.open()
  const { invoiceId } = await shop.sell(soap)
  expect(shop.read(`select tax, taxable from invoice where id = ${invoiceId}`)).toEqual([
    { tax: 1600, taxable: 10_000 },
  ])
})
