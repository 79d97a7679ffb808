/** The first sale of a new shop at a strict authority is signed, whatever its opening stock. */
import { expect, test } from 'vitest'
import { newRequest, startShop } from './shop.ts'

const soap = { name: 'Bar soap', taxType: 'B', price: 195_00, itemClass: '5313160900' } as const

test('sold in the moment in which it is made, goods are signed behind their opening stock', async () => {
  const shop = await startShop()
  await shop.authority.offline(true)
  const item = await shop.ok('item.save', { ...soap, opening: 20_00 })
  expect(item).toMatchObject({ onHand: 20_00, registration: 'waiting' })
  const { invoiceId } = await shop.sell([{ item, quantity: 100 }])
  await shop.authority.offline(false)
  await shop.ok('queue.tryNow')
  await shop.settled()
  expect((await shop.ok('invoice.get', { id: invoiceId })).state).toBe('signed')
  const { sales, stock } = await shop.authority.ledger()
  expect([sales.length, stock]).toMatchObject([1, [{ onHand: 19, soldNotMoved: 0 }]])
  expect((await shop.ok('queue.list', { filter: 'needsPerson' })).rows).toEqual([])
})

test('goods without stock are not sold until some is received, and then they are signed', async () => {
  const shop = await startShop()
  expect((await shop.ok('settings.get')).blockBelowStock).toBe(true)
  const item = await shop.ok('item.save', { ...soap, opening: 0 })
  const sale = {
    lines: [{ itemId: item.id, quantity: 200 }],
    tenders: [{ method: '01', amount: 390_00 }],
    requestId: newRequest(),
  }
  expect(await shop.fails('sale.complete', sale)).toMatchObject({ reason: 'sale.belowStock' })
  await shop.ok('stock.adjust', { kind: 'received', lines: [{ itemId: item.id, quantity: 200 }] })
  const { invoiceId } = await shop.ok('sale.complete', sale)
  await shop.settled()
  expect((await shop.ok('invoice.get', { id: invoiceId })).state).toBe('signed')
})

test('opening stock is of new goods alone', async () => {
  const shop = await startShop()
  const { id } = await shop.ok('item.save', { ...soap, opening: 100 })
  expect(await shop.fails('item.save', { ...soap, id, opening: 100 })).toMatchObject({ field: 'opening' })
  expect(await shop.fails('item.save', { ...soap, type: '3', opening: 100 })).toMatchObject({
    reason: 'stock.service',
    field: 'opening',
  })
  const { movements } = await shop.ok('stock.movements', { itemId: id })
  expect(movements).toMatchObject([{ quantity: 100, onHandAfter: 100 }])
})
