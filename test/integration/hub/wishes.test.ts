/** A till with a hub tells it each change of what the hub owns, once. A till without one notes nothing. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { sharedFields, sharedSettings } from '../../../core/contract/hub/shared.ts'
import { uidOfSetting } from '../../../core/link/kinds/settings.ts'
import { makeSomeWishes, makeWishes } from '../../../core/link/wishes.ts'
import { chained, noHash } from '../../../db/profile/audit.ts'
import { rememberClass } from '../../../db/profile/itemClasses.ts'
import { setCategoryColour } from '../../../db/profile/itemGrid.ts'
import { moveOnHand } from '../../../db/profile/items.ts'
import { writeSetting } from '../../../db/profile/settings.ts'
import { beginShares, changedHere, endShares } from '../../../db/profile/shared.ts'
import { longestWork } from '../../support/loopWatch.ts'
import { openSharingTill } from './sharingTill.ts'

const all = 100_000

test('a till without a hub notes no change, and a linked one notes only what the hub owns', async () => {
  const till = await openSharingTill({ linked: false })
  const soap = till.item()
  till.customer('Asha')
  writeSetting(till.db, 'shop', {})
  rememberClass(till.db, 'Food', '5013170100')
  till.set(soap, { price: 1 })
  expect(changedHere(till.db, all)).toEqual([])
  beginShares(till.db, 'P/00')
  moveOnHand(till.db, [{ item_id: soap, quantity: -100, sold: 1 }])
  till.set(soap, { registration: 'registered', authority_code: 'KE2NTU0000001', label_price: 3 })
  till.set(soap, { last_stock_in_id: 1, authority_on_hand: 3, last_cost: 4, average_cost: 5 })
  for (const own of ['paper', 'printer', 'tillName', 'sounds', 'scale', 'pole', 'scanner', 'backupFolder'])
    writeSetting(till.db, own, 'x')
  expect(changedHere(till.db, all)).toEqual([])
  till.db.raw.exec("insert into repair (aside) values ('x')")
  till.set(soap, { price: 2 })
  till.db.raw.exec('delete from repair')
  expect(changedHere(till.db, all)).toEqual([])
})

test('each field that the hub owns is noted', async () => {
  const till = await openSharingTill()
  const columnsOf = (kind: 'item' | 'customer') =>
    (
      till.db.raw
        .prepare('select sql from sqlite_master where name = ?')
        .pluck()
        .get(`hub_${kind}_changed`) as string
    )
      .replace(/^[\s\S]* update of ([\w, ]+) on [\s\S]*$/, '$1')
      .split(', ')
  expect(columnsOf('item').toSorted()).toEqual(sharedFields.item.toSorted())
  expect(columnsOf('customer').toSorted()).toEqual(sharedFields.customer.toSorted())
  for (const name of sharedSettings) writeSetting(till.db, name, 1)
  expect(changedHere(till.db, all).map(({ key }) => key)).toEqual(sharedSettings.toSorted())
})

test('a new item is one wish with all that it is, and a change is one with what changed', async () => {
  const till = await openSharingTill()
  const soap = till.item({ barcode: '616', modifier_name: 'Asha', class_alias: null })
  const [made] = await till.tell()
  expect(made).toEqual({
    uid: expect.any(String),
    of: { kind: 'item', uid: expect.any(String) },
    base: {},
    set: {
      name: 'Soap 1',
      barcode: '616',
      type: '2',
      tax_type: 'B',
      price: 150_00,
      item_class: '5313160800',
      class_chosen: 1,
      origin_country: 'KE',
      package_unit: 'NT',
      quantity_unit: 'U',
      active: 1,
      favourite: 0,
      code: 'A1',
    },
    who: 'Asha',
    at: expect.any(Number),
  })
  till.set(soap, { price: 160_00, barcode: null, modifier_name: 'Ben' })
  expect(await till.tell()).toMatchObject([
    { of: made?.of, base: {}, set: { price: 160_00, barcode: null }, who: 'Ben' },
  ])
  till.set(soap, { price: 160_00 })
  till.set(soap, { name: 'Other', modifier_name: 'Ben' })
  till.set(soap, { name: 'Soap 1' })
  expect(await till.tell()).toEqual([])
  expect(till.db.raw.prepare('select uid from item').pluck().all()).toEqual([made?.of.uid])
})

test('wishes are rows of the audit trail, and its chain holds', async () => {
  const till = await openSharingTill()
  till.item()
  till.customer('Asha')
  await till.tell()
  const rows = till.db.raw.prepare('select * from audit order by seq').all() as Parameters<
    typeof chained
  >[1][]
  let before = noHash
  for (const row of rows as (Parameters<typeof chained>[1] & { hash: string })[]) {
    expect(row.hash).toBe(chained(before, row))
    before = row.hash
  }
  expect(rows.map(({ kind, subject }) => `${kind} ${subject}`)).toEqual(['wish Asha', 'wish Soap 1'])
})

test('settings and categories are told by their names, and people with what they may do', async () => {
  const till = await openSharingTill()
  writeSetting(till.db, 'cashierDiscount', 5)
  rememberClass(till.db, 'Food', '5013170100')
  setCategoryColour(till.db, 'Food', 'red')
  const asha = randomUUID()
  till.putPerson(asha, { name: 'Asha', role: 'cashier', active: 1 })
  const told = await till.tell()
  expect(told.map(({ of, set }) => [of.kind, set]).toSorted()).toEqual(
    [
      ['person', { name: 'Asha', role: 'cashier', active: 1 }],
      ['setting', { name: 'cashierDiscount', value: 5 }],
      ['setting', { name: 'category_class:Food', value: '5013170100' }],
      ['setting', { name: 'category_colour:Food', value: 'red' }],
    ].toSorted(),
  )
  expect(told.map(({ of }) => of.uid)).toContain(uidOfSetting('P051000001K/00', 'cashierDiscount'))
  setCategoryColour(till.db, 'Food', null)
  till.putPerson(asha, { name: 'Asha', role: 'cashier', active: 0 })
  expect((await till.tell()).map(({ set }) => set)).toEqual([{ active: 0 }, { value: null }])
})

test('what a till had before it was paired is told in steps, each row once, also after a restart', async () => {
  const till = await openSharingTill({ linked: false })
  writeSetting(till.db, 'cashierDiscount', 5)
  for (let at = 0; at < 130; at += 1) till.item({ barcode: String(at) })
  till.customer('Asha', 'A000000001B')
  beginShares(till.db, 'P051000001K/00')
  for (let turn = 0; turn < 3; turn += 1) makeSomeWishes(till.sharing)
  await till.tell()
  const wishes = till.wishes()
  expect(wishes.filter(({ joins }) => joins)).toHaveLength(132)
  expect(new Set(wishes.map(({ of }) => of.uid)).size).toBe(132)
  expect(await till.tell()).toEqual([])
  till.item()
  expect((await till.tell())[0]?.joins).toBeUndefined()
  endShares(till.db)
  till.item()
  expect(changedHere(till.db, all)).toEqual([])
})

test('3,000 changed items never block the till', async () => {
  const till = await openSharingTill()
  const insert = till.db.raw.prepare(
    `insert into item (uid, code, name, barcode, type, tax_type, price, item_class, class_chosen, origin_country,
      package_unit, quantity_unit, active, created_at, updated_at)
     values (?, ?, ?, ?, '2', 'B', 100, '5313160800', 1, 'KE', 'NT', 'U', 1, 1, 1)`,
  )
  till.db.transaction(() => {
    for (let at = 0; at < 3_000; at += 1) insert.run(randomUUID(), `I${at}`, `Item ${at}`, `B${at}`)
  })
  const { cpuMs } = await longestWork(() => makeWishes(till.sharing, () => false))
  expect(till.wishes()).toHaveLength(3_000)
  expect(cpuMs).toBeLessThan(50)
})
