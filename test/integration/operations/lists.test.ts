/** Finding receipts, and paging through what there is. */
import { expect, test } from 'vitest'
import { type Shop, shared, startShop } from './shop.ts'

const shop = shared(async (cleanUp) => {
  const shop = await startShop({ cleanUp })
  const item = await shop.stocked({ price: 100_00, onHand: 100_000 })
  const buyer = { pin: 'A000000001Z', name: '100% Buyer' }
  const sales = [
    await shop.sell([{ item, quantity: 100 }]),
    await shop.sell([{ item, quantity: 250 }], { buyer }),
    await shop.sell([{ item, quantity: 1100 }]),
  ]
  await shop.settled()
  return { ...shop, item, sales }
})
const find = async (shop: Pick<Shop, 'ok'>, text: string) =>
  (await shop.ok('invoice.list', { text })).invoices.map(({ number }) => number)

test('a receipt is found by its number, amount, buyer, control unit number, signature and QR address', async () => {
  const found = shop()
  const receipt = await found.ok('invoice.get', { id: found.sales[1]!.invoiceId })
  expect(await find(found, 'T1-2')).toEqual(['T1-2'])
  expect(await find(found, '2')).toEqual(['T1-2'])
  expect(await find(found, '250')).toEqual(['T1-2'])
  expect(await find(found, '1,100.00')).toEqual(['T1-3'])
  expect(await find(found, 'a000000001z')).toEqual(['T1-2'])
  expect(await find(found, '100% B')).toEqual(['T1-2'])
  expect(await find(found, receipt.controlUnitNumber!)).toEqual(['T1-2'])
  expect(await find(found, receipt.signature!.match(/.{4}/g)!.join('-'))).toEqual(['T1-2'])
  const html = (await found.ok('receipt.preview', { invoiceId: receipt.id })).html
  expect(html).toContain('<')
  const qr = `https://etims-sbx.kra.go.ke/common/link/etims/receipt/indexEtimsReceiptData?Data=P051000001K00${receipt.signature}`
  expect(await find(found, qr)).toEqual(['T1-2'])
  for (const nothing of ['%', '_', 'T1-_', '999', 'Nobody'])
    expect(await find(found, nothing), nothing).toEqual([])
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

test('page by page, by day and by state', async () => {
  const { ok, sell, authority, item } = shop()
  const first = await ok('invoice.list', { limit: 2 })
  expect(first.invoices.map(({ number }) => number)).toEqual(['T1-3', 'T1-2'])
  const second = await ok('invoice.list', { limit: 2, cursor: first.nextCursor! })
  expect(second.invoices.map(({ number }) => number)).toEqual(['T1-1'])
  expect(second.nextCursor).toBeUndefined()
  expect((await ok('invoice.list', { limit: 3 })).nextCursor).toBeUndefined()
  const today = new Intl.DateTimeFormat('sv', { timeZone: 'Africa/Nairobi' })
    .format(Date.now())
    .replaceAll('-', '')
  expect((await ok('invoice.list', { day: today })).invoices).toHaveLength(3)
  expect((await ok('invoice.list', { day: '20200101' })).invoices).toEqual([])
  await authority.offline(true)
  await sell([{ item, quantity: 100 }])
  const numbers = async (state: 'waiting' | 'signed' | 'refused') =>
    (await ok('invoice.list', { state })).invoices.map(({ number }) => number)
  expect(await numbers('waiting')).toEqual(['T1-4'])
  expect(await numbers('signed')).toEqual(['T1-3', 'T1-2', 'T1-1'])
  expect(await numbers('refused')).toEqual([])
})

test('a cursor that is not one is refused by each list, which names it', async () => {
  const strange = [
    '',
    'x',
    '%%%',
    Buffer.from('[]').toString('base64url'),
    Buffer.from('["a","b","c"]').toString('base64url'),
  ]
  for (const name of ['item.list', 'invoice.list', 'stock.levels', 'stock.movements', 'queue.list'] as const)
    for (const cursor of strange)
      expect(await shop().fails(name, { cursor }), name).toMatchObject({ code: '003', field: 'cursor' })
})

test('what does not exist is said so', async () => {
  const { fails } = shop()
  expect(await fails('invoice.get', { id: 999 })).toMatchObject({ code: '801', field: 'id' })
  expect(await fails('item.get', { id: 999 })).toMatchObject({ code: '005', field: 'id' })
  expect(await fails('item.favourite', { id: 999, favourite: true })).toMatchObject({ field: 'id' })
  for (const [name, input] of [
    ['queue.get', {}],
    ['queue.resend', {}],
    ['queue.withdraw', { reason: 'x' }],
  ] as const) {
    expect(await fails(name, { id: 999, ...input }), name).toMatchObject({ code: '003', field: 'id' })
  }
})
