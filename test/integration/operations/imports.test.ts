/** Imports and bulk changes as facts: what each did, and what an undoing restores, leaves and switches off. */
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, test } from 'vitest'
import { createAuditCheck } from '../../../core/audit/verifyChain.ts'
import type { BulkChange } from '../../../core/contract/import.ts'
import type { InputOf } from '../../../core/contract/index.ts'
import { readerOf } from '../../../db/engine/readOnly.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { bring, expectCancelledAndDoneAgain, type Rows, undo } from './importing.ts'

const byName = async (shop: Shop) =>
  Object.fromEntries(
    [
      ...(await shop.call('item.list', {})).items,
      ...(await shop.call('item.list', { filter: 'inactive' })).items,
    ].map((item) => [item.name, item]),
  )

test('an import is undone: old values come back, what changed since stays, what it made is switched off', async () => {
  const shop = await openShop()
  const soap = await shop.goods({ name: 'Bar soap', barcode: '6161100000017', category: 'Cleaning' })
  const milk = await shop.goods({ name: 'Milk', price: 60_00 })
  const rows: Rows = [
    { barcode: '6161100000017', name: 'Soap', price: 130_00, taxType: 'A', category: 'Washing' },
    { name: 'Milk', price: 65_00, barcode: '6161100000024' },
    { name: 'Bread', price: 70_00, taxType: 'A', opening: 5_00 },
    { name: 'Salt', price: 30_00, taxType: 'A', opening: 0 },
    { name: 'No price', taxType: 'A' },
  ]
  const input = {
    rows,
    check: false,
    itemClass: '5313160900',
    part: { requestId: 'import-of-goods', from: 0, total: 5, fileName: 'goods.xlsx' },
  } satisfies InputOf<'item.importRows'>
  const first = await shop.call('item.importRows', input)
  expect(first.outcomes.map(({ outcome }) => outcome)).toEqual([
    'changed',
    'changed',
    'made',
    'made',
    'failed',
  ])
  // The answer was lost: the same request has the same one, and stores nothing.
  expect(await shop.call('item.importRows', input)).toEqual(first)
  expect(await shop.reply('item.importRows', { ...input, rows: rows.slice(1) })).toMatchObject({
    error: { code: '004' },
  })
  const [head] = (await shop.call('item.imports')).imports
  expect(head).toMatchObject({ fileName: 'goods.xlsx', total: 5, done: 5, made: 2, changed: 2, failed: 1 })
  expect(head).toMatchObject({ by: 'Wanjiru', number: 1, undo: null })
  const { lines } = await shop.call('item.importLines', { id: head!.id })
  expect(lines.map(({ row, act }) => [row, act])).toEqual([
    [0, 'changed'],
    [1, 'changed'],
    [2, 'made'],
    [3, 'made'],
  ])
  expect(lines[1]?.changes).toEqual([
    { field: 'price', before: 60_00, after: 65_00 },
    { field: 'barcode', before: null, after: '6161100000024' },
  ])

  const { Bread } = await byName(shop)
  await shop.sell({ id: Bread!.id, price: Bread!.price })
  // A person changes the price, and puts the letter back by hand. The old barcode of the soap is another's by now.
  const { item: imported } = await shop.call('item.get', { id: soap.id })
  await shop.call('item.save', { ...imported, price: 140_00, taxType: 'B' })
  await shop.settled()

  const request = { id: head!.id, requestId: 'undo-of-goods' }
  const seen = await shop.call('item.importUndo', { ...request, check: true })
  const undone = await shop.call('item.importUndo', { ...request, check: false })
  expect(undone.lines).toEqual(seen.lines)
  expect(seen.head.undo).toBeNull()
  expect(undone.lines.map(({ name, act, kept }) => [name, act, kept])).toEqual([
    ['Salt', 'switchedOff', []],
    [
      'Bread',
      'switchedOff',
      [
        { field: null, reason: 'sold' },
        { field: null, reason: 'inStock' },
      ],
    ],
    ['Milk', 'changed', []],
    ['Soap', 'changed', [{ field: 'price', reason: 'changed' }]],
  ])
  expect(undone.head.undo).toMatchObject({ total: 4, done: 4, fields: 4, kept: 1, items: 1, switchedOff: 2 })
  expect(await byName(shop)).toMatchObject({
    'Bar soap': { price: 140_00, taxType: 'B', category: 'Cleaning', active: true },
    Milk: { price: 60_00, barcode: null },
    Bread: { active: false, onHand: 4_00 },
    Salt: { active: false },
  })
  // Once per request, and once at all.
  expect((await shop.call('item.importUndo', { ...request, check: false })).head).toEqual(undone.head)
  for (const check of [true, false])
    expect(await shop.reply('item.importUndo', { ...request, requestId: 'undo-again', check })).toMatchObject(
      {
        error: { reason: 'import.undone' },
      },
    )
  await shop.settled()
  const { items } = await shop.authority.ledger()
  expect(items.find(({ request }) => request['itemNm'] === 'Salt')?.request).toMatchObject({ useYn: 'N' })

  // The same list again: what was switched off is back, with the stock that it has.
  const again = await bring(shop, rows, { requestId: 'import-again' })
  expect(again.map(({ outcome }) => outcome)).toEqual(['changed', 'changed', 'changed', 'changed', 'failed'])
  expect(await byName(shop)).toMatchObject({ Bread: { active: true, onHand: 4_00 }, Soap: { price: 130_00 } })

  // Another item has the old name's barcode now: it is left, the price comes back.
  const { code } = (await shop.call('item.get', { id: milk.id })).item
  await bring(shop, [{ code, barcode: '6161100000031', price: 66_00 }], { requestId: 'new-barcode' })
  await shop.call('item.save', {
    name: 'Cream',
    taxType: 'A',
    price: 1,
    itemClass: '5313160900',
    barcode: '6161100000024',
  })
  const [newest] = (await shop.call('item.imports')).imports
  expect((await undo(shop, newest!.id)).lines).toMatchObject([
    { act: 'changed', changes: [{ field: 'price' }], kept: [{ field: 'barcode', reason: 'rejected' }] },
  ])
  expect((await shop.call('item.get', { id: milk.id })).item).toMatchObject({ barcode: '6161100000031' })

  const db = new Sqlite(join(shop.dataDir, 'apps', shop.appId, 'till.db'))
  expect(createAuditCheck({}).advance(readerOf(db), () => false)).toMatchObject({ broken: null })
  db.exec(`drop trigger item_import_line_is_final; update item_import_line set changes = '{}' where row = 1`)
  expect(createAuditCheck({}).advance(readerOf(db), () => false)).toMatchObject({
    broken: { kind: 'importPart' },
  })
  db.close()
})

test('a bulk change is seen before, done once, and undone like an import', async () => {
  const shop = await openShop()
  const prices = [99_00, 101_50, 1_00, 0]
  for (const [index, price] of prices.entries()) await shop.goods({ name: `Goods ${index}`, price, stock: 0 })
  const service = await shop.goods({ name: 'Repair', type: '3', price: 500_00 })
  const all = await shop.call('item.list', {})
  const items = all.items.map(({ id, price }) => ({ id, seen: price }))
  const change = { kind: 'percent', percent: 10_00, rounding: 'nine' } satisfies BulkChange
  const part = { requestId: 'ten-percent', from: 0, total: 5 }
  const seen = await shop.call('item.bulkChange', { change, items, check: true })
  expect(seen.outcomes.map(({ after, failure }) => failure?.reason ?? after)).toEqual([
    ...[109_00, 109_00, 9_00, 'bulk.noPrice', 549_00],
  ])
  await shop.call('item.save', { ...all.items[1]!, price: 120_00 })
  const { outcomes } = await shop.call('item.bulkChange', { change, items, check: false, part })
  expect(outcomes.map(({ outcome, failure }) => failure?.reason ?? outcome)).toEqual([
    ...['changed', 'bulk.changedSince', 'changed', 'bulk.noPrice', 'changed'],
  ])
  expect(await shop.call('item.bulkChange', { change, items, check: false, part })).toEqual({ outcomes })
  expect(await shop.reply('item.bulkChange', { change, items, check: false })).toMatchObject({
    error: { reason: 'input.missing', field: 'part' },
  })
  const trail = async () =>
    (await shop.call('audit.list', { about: 'price', limit: 4 })).entries.map(({ kind }) => kind)
  expect(await trail()).toEqual(['itemPriced', 'itemPriced', 'itemPriced', 'itemsChanged'])
  const [head] = (await shop.call('item.imports')).imports
  expect(head).toMatchObject({ kind: 'bulk', change, total: 5, changed: 3, failed: 2 })
  expect((await undo(shop, head!.id)).head.undo).toMatchObject({ fields: 3, kept: 0, switchedOff: 0 })
  expect((await shop.call('item.list', {})).items.map(({ price }) => price)).toEqual([
    ...[99_00, 120_00, 1_00, 0, 500_00],
  ])

  const changes: BulkChange[] = [
    { kind: 'amount', amount: -50, rounding: 'none' },
    { kind: 'taxType', taxType: 'A' },
    { kind: 'category', category: 'Various' },
    { kind: 'lowStock', lowStock: 3_00 },
  ]
  for (const [index, each] of changes.entries())
    await shop.call('item.bulkChange', {
      change: each,
      items: [{ id: 1 }, { id: service.id }],
      check: false,
      part: { requestId: `bulk-change-${index}`, from: 0, total: 2 },
    })
  expect(await trail()).toEqual(['itemChanged', 'itemsChanged', 'itemChanged', 'itemChanged'])
  expect((await shop.call('item.get', { id: 1 })).item).toMatchObject({
    ...{ price: 98_50, taxType: 'A', category: 'Various', lowStock: 3_00 },
  })
  expect((await shop.call('item.get', { id: service.id })).item).toMatchObject({
    taxType: 'A',
    lowStock: null,
  })
})

test('an import of 200 rows, 20 of them broken, is cancelled half-way and done again; the authority accepts every item', () =>
  expectCancelledAndDoneAgain(200, 20))
