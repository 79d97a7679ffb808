/** A stock record's number is used: by itself, or by another till of the same series? The authority's quantities show it. */
import { describe, expect, it } from 'vitest'
import { expectInStep, openShop, type Shop, stockPaths, taxpayer } from '../../support/shop.ts'

const drift = (shop: Shop, next: number) =>
  shop.authority.control('PUT', 'counters', { tin: taxpayer, kind: 'stock', next })
const sent = (shop: Shop) =>
  shop.rows("kind = 'stockRecord'").map(({ state, authority_number }) => [state, authority_number])
const lastOf = async (shop: Shop) => (await shop.authority.ledger()).stockRecords.map(({ number }) => number)

const dialects = ['legacy', 'gateway'] as const

describe('where the authority compares quantities', () => {
  const opened = async (dialect: (typeof dialects)[number] = 'legacy') => {
    const shop = await openShop({ dialect })
    const soap = await shop.goods()
    await shop.settled()
    return { shop, soap }
  }

  it.each(dialects)(
    'is sent again with the next number when another till used its own while the answer was out (%s)',
    async (dialect) => {
      const { shop, soap } = await opened(dialect)
      await shop.authority.faults({ kind: 'cutBefore', paths: stockPaths, times: 1 })
      await drift(shop, 3)
      await shop.sell(soap, 2)
      await shop.settled()
      expect(sent(shop)).toEqual([
        ['accepted', 1],
        ['accepted', 3],
      ])
      await expectInStep(shop)
    },
  )

  it.each(dialects)('counts once when it was there and only the answer was lost (%s)', async (dialect) => {
    const { shop, soap } = await opened(dialect)
    await shop.authority.faults({ kind: 'cutAfter', paths: stockPaths, times: 1 })
    await shop.sell(soap, 2)
    await shop.settled()
    expect(await lastOf(shop)).toEqual([1, 2])
    await expectInStep(shop)
  })

  it('counts once when the network brought it twice and only the refusal of the second was heard', async () => {
    const { shop, soap } = await opened()
    const text = 'Invalid sarNo: Expected: 3 but found: 2'
    await shop.authority.faults({
      kind: 'refuse',
      code: '910',
      text,
      afterCommit: true,
      paths: stockPaths,
      times: 1,
    })
    await shop.sell(soap, 2)
    await shop.settled()
    expect(await lastOf(shop)).toEqual([1, 2])
    await expectInStep(shop)
  })

  it('counts once also if its goods were seen, and a later query is rejected for another cause', async () => {
    const { shop, soap } = await opened()
    const refuse = { kind: 'refuse', code: '910' } as const
    const inUse = { text: 'Invalid sarNo: Expected: 3 but found: 2', afterCommit: true }
    const seen = { text: 'rsdQty mismatch. Expected: 99998.0 but found: 100000' }
    await shop.authority.faults(
      { ...refuse, ...inUse, paths: stockPaths, times: 1 },
      { ...refuse, ...seen, paths: ['saveStockMaster'], times: 2 },
      // These count the calls of the fault above too. Then both quantities are rejected.
      { ...refuse, text: 'Invalid itemCd', paths: ['saveStockMaster'], times: 4 },
    )
    await shop.sell(soap, 2)
    await shop.settled()
    expect(await lastOf(shop)).toEqual([1, 2])
    await expectInStep(shop)
  })

  it('is the first of its goods, and its number another till has', async () => {
    const shop = await openShop()
    await drift(shop, 5)
    const soap = await shop.goods()
    await shop.sell(soap)
    await shop.settled()
    expect(await lastOf(shop)).toEqual([5, 6])
    await expectInStep(shop)
  })

  it('follows the series while another till uses one number after the other', async () => {
    const { shop, soap } = await opened()
    const refused = (expected: number, found: number) => ({
      kind: 'refuse',
      code: '910',
      text: `Invalid sarNo: Expected: ${expected} but found: ${found}`,
      paths: stockPaths,
      times: 1,
    })
    await shop.authority.faults(refused(3, 2), refused(4, 3), refused(5, 4))
    await drift(shop, 5)
    await shop.sell(soap, 2)
    await shop.settled()
    expect(await lastOf(shop)).toEqual([1, 5])
    await expectInStep(shop)
  })

  it('is there only where no item says otherwise: another till may have moved one of them', async () => {
    const { shop, soap } = await opened()
    const rice = await shop.goods({ price: 20_000 })
    await shop.settled()
    await shop.close()
    // As if another till had moved as much of the soap as we are about to.
    shop.tamper(`update item set authority_on_hand = authority_on_hand + 200 where id = ${soap.id}`)
    await shop.open()
    await drift(shop, 4)
    await shop.call('sale.complete', {
      lines: [soap, rice].map(({ id }) => ({ itemId: id, quantity: 200 })),
      tenders: [{ method: '01', amount: 2 * (soap.price + rice.price) }],
      requestId: 'both-of-them',
    })
    await shop.settled()
    expect(await lastOf(shop)).toEqual([1, 2, 4])
    await expectInStep(shop)
  })

  it('asks again when the question was not answered', async () => {
    const { shop, soap } = await opened()
    await shop.authority.faults(
      { kind: 'cutAfter', paths: stockPaths, times: 1 },
      { kind: 'cutBefore', paths: ['saveStockMaster'], times: 2 },
    )
    await shop.sell(soap, 2)
    await shop.settled()
    expect(await lastOf(shop)).toEqual([1, 2])
    await expectInStep(shop)
  })
})

it.each([
  { dialect: 'gateway' as const, fault: { kind: 'hidden400' } },
  { dialect: 'legacy' as const, fault: { kind: 'refuse', code: '921' } },
])(
  'is not taken for landed because a question was refused for a moment: $fault.kind',
  async ({ dialect, fault }) => {
    const shop = await openShop({ dialect })
    const soap = await shop.goods()
    await shop.settled()
    await shop.authority.faults(
      { kind: 'cutBefore', paths: stockPaths, times: 1 },
      { ...fault, paths: ['saveStockMaster'], times: 2 },
    )
    await drift(shop, 3)
    await shop.sell(soap, 2)
    await shop.settled()
    expect((await shop.authority.ledger()).stockRecords.map(({ number }) => number)).toEqual([1, 3])
  },
)

it('counts as landed after a lost answer where the authority compares nothing', async () => {
  const shop = await openShop({ checks: 'loose' })
  const soap = await shop.goods()
  await shop.settled()
  await shop.authority.faults({ kind: 'cutAfter', paths: stockPaths, times: 1 })
  await shop.sell(soap, 2)
  await shop.settled()
  expect(await lastOf(shop)).toEqual([1, 2])
  await expectInStep(shop)
})

it('drops the answer to a question about a number that the record has lost meanwhile', async () => {
  const shop = await openShop()
  const soap = await shop.goods()
  await shop.settled()
  const asked = await shop.authority.asked('saveStockMaster')
  await shop.authority.faults({ kind: 'slow', ms: 1_000, paths: ['saveStockMaster'] })
  await drift(shop, 3)
  await shop.sell(soap, 2)
  await expect.poll(() => shop.authority.asked('saveStockMaster')).toBeGreaterThan(asked)
  // So does a signer that hears which document has the number. It had changed the number once before.
  shop.tamper(`update submission set state = 'queued', authority_number = null, landed = 0, wanted_number = null,
    realigned = 1 where kind = 'stockRecord' and state = 'unknown';
    update counter set next = 3 where name = 'authority.stock'`)
  await shop.authority.faults()
  await shop.settled()
  expect(await lastOf(shop)).toEqual([1, 3])
})
