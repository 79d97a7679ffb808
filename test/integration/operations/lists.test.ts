/** Finding receipts, and paging through what there is. */
import { describe, expect, test } from 'vitest'
import { type Shop, shared, startShop } from './shop.ts'

const day = async (shop: Shop) => {
  const item = await shop.stocked({ price: 100_00, onHand: 100_000 })
  const buyer = { pin: 'A000000001Z', name: '100% Buyer' }
  const sales = [
    await shop.sell([{ item, quantity: 100 }]),
    await shop.sell([{ item, quantity: 250 }], { buyer }),
    await shop.sell([{ item, quantity: 1100 }]),
  ]
  await shop.settled()
  return { item, sales }
}
const find = async (shop: Shop, text: string) =>
  (await shop.ok('invoice.list', { text })).invoices.map(({ number }) => number)

test('a receipt is found by its number, amount, buyer, control unit number, signature and QR address', async () => {
  const shop = await startShop()
  const { sales } = await day(shop)
  const receipt = await shop.ok('invoice.get', { id: sales[1]!.invoiceId })
  expect(await find(shop, 'T1-2')).toEqual(['T1-2'])
  expect(await find(shop, '2')).toEqual(['T1-2'])
  expect(await find(shop, '250')).toEqual(['T1-2'])
  expect(await find(shop, '1,100.00')).toEqual(['T1-3'])
  expect(await find(shop, 'a000000001z')).toEqual(['T1-2'])
  expect(await find(shop, '100% B')).toEqual(['T1-2'])
  expect(await find(shop, receipt.controlUnitNumber!)).toEqual(['T1-2'])
  expect(await find(shop, receipt.signature!.match(/.{4}/g)!.join('-'))).toEqual(['T1-2'])
  const html = (await shop.ok('receipt.preview', { invoiceId: receipt.id })).html
  expect(html).toContain('<')
  const qr = `https://etims-sbx.kra.go.ke/common/link/etims/receipt/indexEtimsReceiptData?Data=P051000001K00${receipt.signature}`
  expect(await find(shop, qr)).toEqual(['T1-2'])
  for (const nothing of ['%', '_', 'T1-_', '999', 'Nobody'])
    expect(await find(shop, nothing), nothing).toEqual([])
})

test('a receipt is found by the corrected PIN, and by the PIN as it was first typed', async () => {
  const shop = await startShop()
  const item = await shop.stocked({ price: 100_00, onHand: 100_000 })
  await shop.authority.control('PUT', 'faults', [
    { kind: 'refuse', code: '910', text: 'Invalid custTin', paths: ['/saveTrnsSalesOsdc'], times: 1 },
  ])
  await shop.sell([{ item, quantity: 100 }], { buyer: { pin: 'A000000009Z' } })
  await shop.sell([{ item, quantity: 100 }])
  await shop.waitFor(async () => (await shop.ok('status.get')).needsPerson === 1)
  const { rows } = await shop.ok('queue.list', { filter: 'needsPerson' })
  await shop.ok('queue.resend', { id: rows[0]!.id, buyerPin: 'A000000001Z' })
  await shop.settled()
  expect(await find(shop, 'a000000001z')).toEqual(['T1-1'])
  expect(await find(shop, 'A000000009Z')).toEqual(['T1-1'])
})

test('by day and by state', async () => {
  const shop = await startShop()
  const { item } = await day(shop)
  const today = new Intl.DateTimeFormat('sv', { timeZone: 'Africa/Nairobi' })
    .format(Date.now())
    .replaceAll('-', '')
  expect((await shop.ok('invoice.list', { day: today })).invoices).toHaveLength(3)
  expect((await shop.ok('invoice.list', { day: '20200101' })).invoices).toEqual([])
  await shop.authority.offline(true)
  await shop.sell([{ item, quantity: 100 }])
  const numbers = async (state: 'waiting' | 'signed' | 'refused') =>
    (await shop.ok('invoice.list', { state })).invoices.map(({ number }) => number)
  expect(await numbers('waiting')).toEqual(['T1-4'])
  expect(await numbers('signed')).toEqual(['T1-3', 'T1-2', 'T1-1'])
  expect(await numbers('refused')).toEqual([])
})

test('pages show every receipt once, and no page too many', async () => {
  const shop = await startShop()
  await day(shop)
  const first = await shop.ok('invoice.list', { limit: 2 })
  expect(first.invoices.map(({ number }) => number)).toEqual(['T1-3', 'T1-2'])
  const second = await shop.ok('invoice.list', { limit: 2, cursor: first.nextCursor! })
  expect(second.invoices.map(({ number }) => number)).toEqual(['T1-1'])
  expect(second.nextCursor).toBeUndefined()
  expect((await shop.ok('invoice.list', { limit: 3 })).nextCursor).toBeUndefined()
})

describe('a cursor that is not one', () => {
  const setting = shared((cleanUp) => startShop({ cleanUp }))
  const paged = ['item.list', 'invoice.list', 'stock.levels', 'stock.movements', 'queue.list'] as const
  const strange = [
    '',
    'x',
    '%%%',
    Buffer.from('[]').toString('base64url'),
    Buffer.from('["a","b","c"]').toString('base64url'),
  ]
  test.each(paged)('is refused by %s, which names it', async (name) => {
    const shop = setting()
    for (const cursor of strange) {
      expect(await shop.fails(name, { cursor }), cursor).toMatchObject({ code: '003', field: 'cursor' })
    }
  })
})

test('what does not exist is said so', async () => {
  const shop = await startShop()
  expect(await shop.fails('invoice.get', { id: 9 })).toMatchObject({ code: '801', field: 'id' })
  expect(await shop.fails('item.get', { id: 9 })).toMatchObject({ code: '005', field: 'id' })
  for (const [name, input] of [
    ['queue.get', {}],
    ['queue.resend', {}],
    ['queue.withdraw', { reason: 'x' }],
  ] as const) {
    expect(await shop.fails(name, { id: 9, ...input }), name).toMatchObject({ code: '003', field: 'id' })
  }
})
