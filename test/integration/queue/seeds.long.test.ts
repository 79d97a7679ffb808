/** Random faults of every kind over many documents: nothing may be lost or sent twice, with any seed. */
import { expect, it } from 'vitest'
import { expectInStep, lookUpPaths, openShop, type Row, type Shop } from '../../support/shop.ts'

const documents = 100

/** Mulberry32. */
const randomOf = (seed: number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const troubles = (seed: number): object[] => {
  const everywhere: [number, object][] = [
    [0.03, { kind: 'drop' }],
    [0.03, { kind: 'cutBefore' }],
    [0.05, { kind: 'cutAfter' }],
    [0.03, { kind: 'late', ms: 40 }],
    [0.01, { kind: 'late', ms: 150 }],
    [0.002, { kind: 'timeoutBefore' }],
    [0.003, { kind: 'timeoutAfter' }],
    [0.05, { kind: 'slow', ms: 8 }],
    [0.02, { kind: 'status', status: 502 }],
    [0.02, { kind: 'status', status: 504, afterCommit: true }],
    [0.01, { kind: 'html' }],
    [0.01, { kind: 'html', afterCommit: true }],
    [0.02, { kind: 'garbled' }],
    [0.02, { kind: 'refuse', code: '999' }],
    [0.01, { kind: 'refuse', code: '999', afterCommit: true }],
    [0.01, { kind: 'refuse', code: '990' }],
    [
      0.03,
      { kind: 'refuse', code: '910', text: 'Invalid taxblAmt on item: 1. Expected: 0.01, But Found: 0.00' },
    ],
  ]
  return [
    ...everywhere.map(([probability, fault], index) => ({ ...fault, probability, seed: seed * 100 + index })),
    { kind: 'staleReads', ms: 60, probability: 0.2, seed, paths: lookUpPaths },
  ]
}

const isSale = ({ kind }: Row) => kind === 'sale'

const makeDocuments = async (shop: Shop, random: () => number): Promise<void> => {
  const items = await Promise.all([
    shop.goods({ name: 'Soap', taxType: 'B', price: 11_600 }),
    shop.goods({ name: 'Bread', taxType: 'A', price: 6_500 }),
    shop.goods({ name: 'Milk', taxType: 'C', price: 5_999 }),
    shop.goods({ name: 'Delivery', taxType: 'B', type: '3', price: 20_000 }),
  ])
  await shop.settled()
  const pick = () => items[Math.floor(random() * items.length)]!
  const uncredited: number[] = []
  for (let made = 0; made < documents; made += 1) {
    const draw = random()
    if (draw < 0.1 && uncredited.length > 0) {
      const [id] = uncredited.splice(Math.floor(random() * uncredited.length), 1)
      const credited = await shop.reply('invoice.credit', {
        id: id!,
        reason: '03',
        returnStock: random() < 0.5,
      })
      // A refused sale cannot be credited.
      if (!credited.ok) expect(credited.error.reason).toBe('invoice.notApproved')
    } else if (draw < 0.22) {
      await shop.call('stock.adjust', {
        kind: random() < 0.5 ? 'received' : 'wasted',
        lines: [{ itemId: items[Math.floor(random() * 3)]!.id, quantity: 100 + Math.floor(random() * 900) }],
      })
    } else {
      const { invoiceId } = await shop.sell(
        random() < 0.5 ? pick() : [pick(), pick()],
        1 + Math.floor(random() * 3),
      )
      uncredited.push(invoiceId)
    }
    if (random() < 0.2) await new Promise((resolve) => setTimeout(resolve, random() * 40))
    if (made === Math.floor(documents / 2)) await shop.restart()
  }
}

/** Refused documents are resent until they are accepted; now and then one is withdrawn instead. */
const mendAll = async (shop: Shop, random: () => number): Promise<void> => {
  for (;;) {
    await shop.settled(30_000)
    const [refused] = shop.rows("state = 'refused'")
    if (!refused) return
    if (random() < 0.2) await shop.call('queue.withdraw', { id: refused.id, reason: 'No longer wanted' })
    else await shop.call('queue.resend', { id: refused.id })
  }
}

/** Sales that waited for nothing and were never refused went in the order in which they were made. */
const expectInOrder = (shop: Shop): void => {
  const troubled = new Set(
    shop
      .read<{ id: number }>(
        `select submission_id as id from attempt where outcome = 'refused' and action = 'send'
         union select submission_id from submission_dependency`,
      )
      .map(({ id }) => id),
  )
  const numbers = shop
    .rows("state = 'accepted'")
    .filter((row) => isSale(row) && !troubled.has(row.id))
    .map(({ authority_number }) => authority_number ?? 0)
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
}

for (const seed of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]) {
  it(`nothing is lost or accepted twice over ${documents} documents, seed ${seed}`, {
    timeout: 60_000,
  }, async () => {
    const random = randomOf(seed)
    const shop = await openShop({
      dialect: seed % 3 === 0 ? 'gateway' : 'legacy',
      timeouts: { connectMs: 1_000, answerMs: 400 },
      timing: {
        retryMs: 10,
        retryCapMs: 40,
        lookUpMs: 8,
        uncertainMs: 250,
        shortMs: 8,
        probeUnreachableMs: 15,
        pauseRetryMs: 50,
      },
    })
    await shop.settled()
    await shop.authority.faults(...troubles(seed))
    await makeDocuments(shop, random)
    await shop.authority.faults()
    await mendAll(shop, random)
    const ledger = await expectInStep(shop)
    expectInOrder(shop)
    const open = shop.rows("state not in ('accepted', 'withdrawn')")
    expect(open).toEqual([])
    const unsigned = shop.rows('without_signature = 1')
    await shop.call('queue.tryNow')
    await expect.poll(() => shop.rows('without_signature = 1'), { timeout: 5_000 }).toEqual([])
    expect(unsigned.every(({ lane }) => lane === 'sales')).toBe(true)
    const shelves = shop.read<{ authority_code: string; authority_on_hand: number }>(
      "select authority_code, authority_on_hand from item where type <> '3'",
    )
    for (const { authority_code, authority_on_hand } of shelves) {
      const there = ledger.stock.find(({ itemCd }) => itemCd === authority_code)
      expect(Math.round((there?.onHand ?? 0) * 100), authority_code).toBe(authority_on_hand)
    }
    expect(shop.log.lines.filter(({ level }) => level === 'error')).toEqual([])
  })
}
