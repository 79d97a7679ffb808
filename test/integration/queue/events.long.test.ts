import { expect, it } from 'vitest'
import { openShop } from '../../support/shop.ts'

it('a long backlog that is sent makes the windows ask a few times a second, not once for each document', async () => {
  const shop = await openShop()
  const soap = await shop.goods()
  await shop.settled()
  await shop.authority.offline(true)
  const invoices: number[] = []
  for (let n = 0; n < 150; n += 1) invoices.push((await shop.sell(soap)).invoiceId)
  shop.events.length = 0
  const startedAt = performance.now()
  await shop.authority.offline(false)
  await shop.settled()
  const windows = (performance.now() - startedAt) / 100 + 2
  const reported = Map.groupBy(shop.events, ({ type }) => type)
  for (const type of ['queue.changed', 'stock.changed', 'status.changed'] as const)
    expect(reported.get(type)?.length ?? 0, type).toBeLessThanOrEqual(windows)
  // Each signature is emitted at once.
  expect(reported.get('invoice.signed')?.map((event) => 'invoiceId' in event && event.invoiceId)).toEqual(
    invoices,
  )
  // The last word is not swallowed.
  const before = shop.events.length
  await shop.call('queue.tryNow')
  await expect.poll(() => shop.events.slice(before).map(({ type }) => type)).toContain('queue.changed')
})
