/** Stock: opening, receiving, counting, wasting, and the list of all levels. */
import { describe, expect, test } from 'vitest'
import { mastersIn, shared, startShop } from './shop.ts'

const adjust = (itemId: number, kind: 'opening' | 'count' | 'lost', quantity: number) => ({
  kind,
  lines: [{ itemId, quantity }],
})

test('opening stock is booked and sent, and the stock master follows', async () => {
  const shop = await startShop()
  const item = await shop.stocked({ price: 58_00 })
  expect(
    await shop.ok('stock.adjust', { ...adjust(item.id, 'opening', 12_50), remark: 'First count' }),
  ).toEqual({
    movements: 1,
  })
  await shop.settled()
  const ledger = await shop.authority.ledger()
  expect(ledger.stockRecords[0]!.request).toMatchObject({
    sarTyCd: '06',
    regTyCd: 'M',
    remark: 'First count',
    totAmt: 725,
  })
  expect(mastersIn(ledger)).toMatchObject([{ rsdQty: 12.5 }])
  const { movements } = await shop.ok('stock.movements', {})
  expect(movements).toMatchObject([{ quantity: 12_50, onHandAfter: 12_50, state: 'accepted', by: 'Wanjiru' }])
})

const setting = shared((cleanUp) => startShop({ cleanUp }))

describe('an adjustment', () => {
  test.each([
    ['opening', '06', 1],
    ['received', '02', 1],
    ['returned', '03', 1],
    ['found', '06', 1],
    ['lost', '16', -1],
    ['wasted', '15', -1],
    ['ownUse', '16', -1],
  ] as const)('%s is type %s', async (kind, type, sign) => {
    const shop = setting()
    const item = await shop.stocked({ onHand: 1000 })
    await shop.ok('stock.adjust', { kind, lines: [{ itemId: item.id, quantity: 250 }] })
    await shop.settled()
    expect((await shop.ok('item.get', { id: item.id })).item.onHand).toBe(1000 + sign * 250)
    const ledger = await shop.authority.ledger()
    const { sarTyCd, remark } = ledger.stockRecords.at(-1)!.request
    expect([sarTyCd, remark]).toEqual([type, kind === 'ownUse' ? 'Own use' : null])
    expect(mastersIn(ledger).at(-1)).toMatchObject({ rsdQty: (1000 + sign * 250) / 100 })
  })
})

describe('a count', () => {
  test('books what is more and what is less, each in its record, and nothing where it is right', async () => {
    const shop = setting()
    const [more, less, right] = [
      await shop.stocked({ onHand: 1000 }),
      await shop.stocked({ onHand: 1000 }),
      await shop.stocked({ onHand: 1000 }),
    ]
    const lines = [
      { itemId: more!.id, quantity: 1200 },
      { itemId: less!.id, quantity: 0 },
      { itemId: right!.id, quantity: 1000 },
    ]
    expect(await shop.ok('stock.adjust', { kind: 'count', lines, sure: true })).toEqual({ movements: 2 })
    await shop.settled()
    const reported = (await shop.authority.ledger()).stockRecords
      .slice(-2)
      .map(({ request }) => request['sarTyCd'])
    expect(reported.sort()).toEqual(['06', '16'])
    expect(await shop.ok('stock.adjust', { kind: 'count', lines })).toEqual({ movements: 0 })
  })

  test('does not take for missing what was sold after it', async () => {
    const shop = setting()
    const item = await shop.stocked({ onHand: 1000 })
    await shop.sell([{ item, quantity: 200 }])
    const count = (quantity: number) =>
      shop.ok('stock.adjust', { kind: 'count', lines: [{ itemId: item.id, quantity, expected: 1000 }] })
    expect(await count(1000)).toEqual({ movements: 0 })
    expect(await count(900)).toEqual({ movements: 1 })
    expect((await shop.ok('item.get', { id: item.id })).item.onHand).toBe(700)
  })

  test('that another has overtaken is not taken off a second time', async () => {
    const shop = setting()
    const item = await shop.stocked({ name: 'Soap', onHand: 1200 })
    const newest = async () =>
      (await shop.ok('stock.movements', { itemId: item.id, limit: 1 })).movements[0]?.id ?? 0
    const count = (lastMovement: number) => ({
      kind: 'count' as const,
      lines: [{ itemId: item.id, quantity: 1000, expected: 1200, lastMovement }],
    })
    const before = await newest()
    await shop.sell([{ item, quantity: 100 }])
    expect(await shop.ok('stock.adjust', count(before))).toEqual({ movements: 1 })
    expect(await shop.fails('stock.adjust', count(before))).toMatchObject({
      reason: 'stock.corrected',
      field: 'lines[0].quantity',
      params: { name: 'Soap', onHand: '9' },
    })
    expect((await shop.ok('item.get', { id: item.id })).item.onHand).toBe(900)
    const again = { ...count(await newest()).lines[0]!, quantity: 900, expected: 900 }
    expect(await shop.ok('stock.adjust', { kind: 'count', lines: [again] })).toEqual({ movements: 0 })
  })
})

describe('refused', () => {
  const refusing = shared(async (cleanUp) => {
    const shop = await startShop({ cleanUp })
    await shop.stocked({})
    await shop.stocked({ type: '3' })
    return shop
  })
  test.each([
    ['an unknown item', [{ itemId: 99, quantity: 100 }], 'lines[0].itemId'],
    ['nothing', [{ itemId: 1, quantity: 0 }], 'lines[0].quantity'],
    ['less than nothing', [{ itemId: 1, quantity: -1 }], 'lines[0].quantity'],
    [
      'an item twice',
      [
        { itemId: 1, quantity: 1 },
        { itemId: 1, quantity: 1 },
      ],
      'lines[1].itemId',
    ],
    [
      'a service',
      [
        { itemId: 1, quantity: 1 },
        { itemId: 2, quantity: 1 },
      ],
      'lines[1].itemId',
    ],
  ])('%s', async (_what, lines, field) => {
    const shop = refusing()
    const before = shop.version()
    expect(await shop.fails('stock.adjust', { kind: 'lost', lines })).toMatchObject({ field })
    expect(shop.version()).toBe(before)
  })
})

test('levels are listed whole, low, out, and waiting for the authority', async () => {
  const shop = await startShop()
  const low = await shop.stocked({ name: 'Low', onHand: 200, lowStock: 500 })
  await shop.stocked({ name: 'Plenty', onHand: 9000, lowStock: 500 })
  await shop.stocked({ name: 'Out' })
  await shop.stocked({ name: 'Service', type: '3' })
  const names = async (filter: 'all' | 'low' | 'out' | 'waiting') =>
    (await shop.ok('stock.levels', { filter })).levels.map(({ name }) => name)
  expect(await names('all')).toEqual(['Low', 'Out', 'Plenty'])
  expect(await names('low')).toEqual(['Low'])
  expect(await names('out')).toEqual(['Out'])
  expect(await names('waiting')).toEqual([])
  expect(await shop.ok('stock.levels', { text: 'plen' })).toMatchObject({ total: 1, low: 1 })
  const first = await shop.ok('stock.levels', { order: 'value', limit: 1 })
  const second = await shop.ok('stock.levels', { order: 'value', limit: 1, cursor: first.nextCursor ?? '' })
  expect([...first.levels, ...second.levels].map(({ name }) => name)).toEqual(['Plenty', 'Low'])
  expect((await shop.ok('stock.value', {})).value).toBe(
    (first.levels[0]?.value ?? 0) + (second.levels[0]?.value ?? 0),
  )
  expect(await shop.ok('stock.value', { filter: 'low' })).toEqual({ value: second.levels[0]?.value })
  await shop.authority.offline(true)
  await shop.sell([{ item: low, quantity: 100 }])
  expect(await names('waiting')).toEqual(['Low'])
  expect((await shop.ok('stock.levels', { filter: 'waiting' })).levels).toMatchObject([
    { waiting: 1, onHand: 100 },
  ])
})

test('movements are paged, newest first, of one item or of all', async () => {
  const shop = await startShop()
  const one = await shop.stocked({ onHand: 1000 })
  const two = await shop.stocked({ onHand: 500 })
  for (let index = 0; index < 3; index += 1)
    await shop.sell([
      { item: one, quantity: 100 },
      { item: two, quantity: 50 },
    ])
  const seen: number[] = []
  let cursor: string | undefined
  do {
    const page = await shop.ok('stock.movements', { limit: 3, ...(cursor ? { cursor } : {}) })
    seen.push(...page.movements.map(({ id }) => id))
    cursor = page.nextCursor
  } while (cursor)
  expect(seen).toEqual([8, 7, 6, 5, 4, 3, 2, 1])
  const { movements } = await shop.ok('stock.movements', { itemId: one.id })
  expect(
    movements.map(({ quantity, onHandAfter, document }) => [quantity, onHandAfter, document?.number ?? null]),
  ).toEqual([
    [-100, 700, 'T1-3'],
    [-100, 800, 'T1-2'],
    [-100, 900, 'T1-1'],
    [1000, 1000, null],
  ])
})
