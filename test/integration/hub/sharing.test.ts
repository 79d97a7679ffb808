/** Tills that share a catalogue over a hub: each change reaches all of them, and none is lost. */
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { higher, takePeopleAgain } from '../../../core/link/news.ts'
import { mergeCustomer } from '../../../db/profile/customers.ts'
import { setCategoryColour } from '../../../db/profile/itemGrid.ts'
import { readSetting, writeSetting } from '../../../db/profile/settings.ts'
import { beginShares, changedHere } from '../../../db/profile/shared.ts'
import { ownPrograms } from '../../support/postgres.ts'
import { openSharingHub, type SharingHub, wishOf } from './sharingHub.ts'
import { type SyncedTill, seen, syncTill } from './syncing.ts'

const priceOf = (till: SyncedTill, barcode: string) =>
  till.db.raw.prepare('select price from item where barcode = ?').pluck().get(barcode)

describe.each([ownPrograms()])('PostgreSQL $version', (programs) => {
  let hub: SharingHub
  beforeAll(async () => {
    hub = await openSharingHub(programs, afterAll)
  })
  afterEach(() => hub.empty())

  test('what one till makes and changes comes to the other, once', async () => {
    const [t1, t2] = [await syncTill(hub, 'T1'), await syncTill(hub, 'T2')]
    const soap = t1.item({ barcode: '616', modifier_name: 'Asha' })
    t1.customer('Asha', 'A000000001B')
    t2.item({ code: 'A1', name: 'Milk' })
    for (const till of [t1, t2, t1]) await till.sync()
    expect(seen(t1)).toHaveLength(3)
    expect(seen(t2)).toEqual(seen(t1))
    // Both tills gave their first item this code. A code is each till's own.
    expect([t1.item1('A1')?.['name'], t2.item1('A1')?.['name']]).toEqual(['Soap 1', 'Milk'])
    t1.set(soap, { price: 160_00 })
    for (const till of [t1, t2]) await till.sync()
    expect(priceOf(t2, '616')).toBe(160_00)
    const wishes = [t1.wishes().length, t2.wishes().length]
    for (const till of [t1, t2, t1, t2]) {
      await till.sync()
      await till.read({ fromStart: true })
      await till.sync()
    }
    expect([t1.wishes().length, t2.wishes().length]).toEqual(wishes)
    expect(t2.db.raw.prepare('select count(*) from wish').pluck().get()).toBe(0)
    const history = t2.db.raw.prepare("select who, content from audit where kind = 'itemPriced'").all()
    expect(history).toEqual([{ who: 'Hub', content: '{"prices":[[15000,16000]]}' }])
  })

  test('a till sells at its own new price until the hub answers, then at the one in force', async () => {
    const [t1, t2] = [await syncTill(hub, 'T1'), await syncTill(hub, 'T2')]
    const soap = t1.item({ barcode: '616' })
    for (const till of [t1, t2]) await till.sync()
    // Three days without the hub.
    const bar = Number(t2.db.raw.prepare("select id from item where barcode = '616'").pluck().get())
    t2.set(bar, { price: 90_00, category: 'Washing' })
    await t2.tell()
    t1.set(soap, { price: 170_00 })
    await t1.sync()
    expect(priceOf(t2, '616')).toBe(90_00)
    // It hears of the other price before its own wish is on the way.
    await t2.read()
    expect(priceOf(t2, '616')).toBe(90_00)
    await t2.send()
    expect(priceOf(t2, '616')).toBe(90_00)
    await t2.read()
    expect(priceOf(t2, '616')).toBe(170_00)
    expect(t2.db.raw.prepare('select outcome from wish').pluck().all()).toEqual(['offered'])
    await t1.sync()
    expect(seen(t1)).toEqual(seen(t2))
    expect(seen(t1)).toMatchObject([{ price: 170_00, category: 'Washing' }])
  })

  test.each([
    ['in order', {}],
    ['answers first', { reversed: true }],
    ['row by row', { pageSize: 1 }],
    ['row by row, answers first', { pageSize: 1, reversed: true }],
    ['from the start', { fromStart: true }],
  ])('the price never falls back while an answer is on the way: %s', async (_name, how) => {
    const t1 = await syncTill(hub, 'T1')
    const soap = t1.item({ barcode: '616' })
    await t1.sync()
    const prices = t1.db.raw.prepare('create table seen_price (price integer)')
    prices.run()
    t1.db.raw.exec(
      `create trigger see after update of price on item begin insert into seen_price values (new.price); end`,
    )
    t1.set(soap, { price: 160_00 })
    await t1.send()
    t1.set(soap, { price: 170_00 })
    await t1.read(how)
    await t1.sync()
    await t1.sync()
    expect(t1.db.raw.prepare('select price from seen_price').pluck().all()).toEqual([160_00, 170_00])
    expect((await hub.db.selectFrom('shared').select('body').executeTakeFirst())?.body).toMatchObject({
      price: 170_00,
    })
  })

  test('an own change of another field survives news that come before it is told', async () => {
    const [t1, t2] = [await syncTill(hub, 'T1'), await syncTill(hub, 'T2')]
    const soap = t1.item({ barcode: '616' })
    for (const till of [t1, t2]) await till.sync()
    t1.set(soap, { name: 'Soap bar' })
    const bar = Number(t2.db.raw.prepare("select id from item where barcode = '616'").pluck().get())
    t2.set(bar, { price: 99_00 })
    await t2.sync()
    await t1.read()
    expect(t1.item1('A1')).toMatchObject({ name: 'Soap bar', price: 99_00 })
    for (const till of [t1, t2]) await till.sync()
    expect(seen(t1)).toEqual(seen(t2))
    expect(seen(t2)).toMatchObject([{ name: 'Soap bar', price: 99_00 }])
  })

  test.each([
    ['hears the answers first', { reversed: true }],
    ['hears the things first', {}],
    ['hears them one by one', { pageSize: 1 }],
  ])('a till that joins keeps its rows, and takes the hub’s names of them: it %s', async (_name, how) => {
    const t1 = await syncTill(hub, 'T1')
    t1.item({ barcode: '616', price: 150_00, name: 'Soap' })
    t1.customer('Asha', 'A000000001B')
    await t1.sync()
    const t2 = await syncTill(hub, 'T2', { linked: false })
    const bar = t2.item({ barcode: '616', price: 140_00, name: 'Soap bar' })
    const milk = t2.item({ name: 'Milk' })
    t2.customer('Asha W.', 'A000000001B')
    beginShares(t2.db, 'P051000001K/00')
    await t2.send()
    await t2.read(how)
    await t2.sync()
    await t1.sync()
    expect(seen(t2)).toEqual(seen(t1))
    expect(t2.db.raw.prepare('select id, name, price from item order by id').all()).toEqual([
      { id: bar, name: 'Soap', price: 150_00 },
      { id: milk, name: 'Milk', price: 150_00 },
    ])
    expect(t2.db.raw.prepare('select count(*) from customer').pluck().get()).toBe(1)
    const before = t2.wishes().length
    await t2.sync()
    expect(t2.wishes()).toHaveLength(before)
  })

  test('a till that hears of the hub’s things before it told its own makes no second ones', async () => {
    const t1 = await syncTill(hub, 'T1')
    t1.item({ barcode: '616', name: 'Soap' })
    await t1.sync()
    const t2 = await syncTill(hub, 'T2', { linked: false })
    t2.item({ barcode: '616', name: 'Soap bar' })
    beginShares(t2.db, 'P051000001K/00')
    const [own] = t2.db.raw.prepare('select uid from item').pluck().all()
    await t2.read()
    await t2.sync()
    expect(seen(t2)).toEqual(seen(t1))
    expect(seen(t2)).toHaveLength(1)
    // The name of the till is offered, and the hub knows by which uid the till knew the item.
    expect(t2.db.raw.prepare('select outcome from wish').pluck().all()).toEqual(['offered'])
    expect(await hub.db.selectFrom('alias').select('uid').execute()).toEqual([{ uid: own }])
  })

  test('a page of the sell screen keeps goods that the hub knows by another uid', async () => {
    const [t1, t2] = [await syncTill(hub, 'T1'), await syncTill(hub, 'T2', { linked: false })]
    t1.item({ barcode: '616', name: 'Soap' })
    await t1.sync()
    const bar = t2.item({ barcode: '616', name: 'Soap' })
    writeSetting(t2.db, 'sellPages', [{ name: 'Counter', items: [bar] }])
    beginShares(t2.db, 'P051000001K/00')
    for (const till of [t2, t1]) await till.sync()
    const here = Number(t1.db.raw.prepare("select id from item where barcode = '616'").pluck().get())
    expect(readSetting(t1.db, 'sellPages')).toEqual([{ name: 'Counter', items: [here] }])
    expect(readSetting(t2.db, 'sellPages')).toEqual([{ name: 'Counter', items: [bar] }])
  })

  test('an old copy of a till whose item was merged since switches the other one off nowhere', async () => {
    const [t1, t3] = [await syncTill(hub, 'T1'), await syncTill(hub, 'T3')]
    const uid = randomUUID()
    t1.item({ uid, barcode: '616', name: 'Soap' })
    t3.item({ barcode: '616', name: 'Soap' })
    for (const till of [t1, t3]) await till.sync()
    const merged = wishOf('item', uid, { active: 0, barcode: null }, { base: { '*': 1 } })
    await hub.apply({ id: null, branch: t1.at.branch }, merged)
    const copy = await syncTill(hub, 'T1 copy', { linked: false })
    copy.item({ uid, barcode: '616', name: 'Soap' })
    beginShares(copy.db, 'P051000001K/00')
    await copy.tell()
    for (const till of [copy, copy, t1, t3]) {
      await till.read()
      await till.sync()
    }
    const sold = (till: SyncedTill) =>
      till.db.raw.prepare("select name from item where active = 1 and barcode = '616'").pluck().all()
    expect([copy, t1, t3].map(sold)).toEqual([['Soap'], ['Soap'], ['Soap']])
  })

  test('one barcode on two new items: both exist at both tills', async () => {
    const [t1, t2] = [await syncTill(hub, 'T1'), await syncTill(hub, 'T2')]
    t1.item({ barcode: '616', name: 'Soap' })
    t2.item({ barcode: '616', name: 'Milk' })
    for (const till of [t1, t2, t1, t2]) await till.sync()
    expect(seen(t1)).toHaveLength(2)
    expect(seen(t2)).toEqual(seen(t1))
  })

  test('one customer made at two tills is one, and its sales stay', async () => {
    const [t1, t2] = [await syncTill(hub, 'T1'), await syncTill(hub, 'T2')]
    t1.customer('Asha', 'A000000001B')
    t2.customer('Asha W.', 'A000000001B')
    t2.customer('Ben', 'A000000002C')
    for (const till of [t1, t2, t1, t2]) await till.sync()
    expect(seen(t2)).toEqual(seen(t1))
    expect(
      seen(t1)
        .map((row) => (row as { name: string }).name)
        .toSorted(),
    ).toEqual(['Asha', 'Ben'])
  })

  test('a customer that was merged comes before or after the one it was merged into', async () => {
    const [t1, t2, t3] = [await syncTill(hub, 'T1'), await syncTill(hub, 'T2'), await syncTill(hub, 'T3')]
    const [from, into] = [t1.customer('Asha'), t1.customer('Asha W.')]
    await t1.sync()
    await t1.sync()
    t1.db.raw.prepare('update customer set merged_into = ? where id = ?').run(into, from)
    await t1.sync()
    await t2.read({ pageSize: 1 })
    await t3.read({ pageSize: 1, reversed: true })
    for (const till of [t2, t3]) expect(seen(till)).toEqual(seen(t1))
    expect(seen(t2).filter((row) => (row as { into_uid: unknown }).into_uid !== null)).toHaveLength(1)
    for (const till of [t1, t2, t3]) expect(changedHere(till.db, 10)).toEqual([])
  })

  test('two merges of customers that cross end the same at all tills', async () => {
    const [t1, t2, t3] = [await syncTill(hub, 'T1'), await syncTill(hub, 'T2'), await syncTill(hub, 'T3')]
    const ids = ['Asha', 'Asha W.', 'Asha Wanjiru'].map((name) => t1.customer(name)) as [
      number,
      number,
      number,
    ]
    for (let time = 0; time < 2; time += 1) await t1.sync()
    await t2.read()
    const idAt2 = (name: string) =>
      Number(t2.db.raw.prepare('select id from customer where name = ?').pluck().get(name))
    mergeCustomer(t1.db, ids[0], ids[1])
    mergeCustomer(t2.db, idAt2('Asha W.'), idAt2('Asha Wanjiru'))
    for (let time = 0; time < 3; time += 1) for (const till of [t1, t2]) await till.sync()
    await t3.read({ pageSize: 1, reversed: true })
    for (const till of [t2, t3]) expect(seen(till)).toEqual(seen(t1))
    const merged = t2.db.raw.prepare('select merged_into from customer where merged_into is not null')
    expect(merged.pluck().all()).toEqual([idAt2('Asha Wanjiru'), idAt2('Asha Wanjiru')])
  })

  test('settings of the shop are shared, with pages of items and colours of categories', async () => {
    const [t1, t2] = [await syncTill(hub, 'T1'), await syncTill(hub, 'T2')]
    t2.item({ name: 'Own' })
    const soap = t1.item({ name: 'Soap' })
    await t2.tell()
    await t1.send()
    writeSetting(t1.db, 'cashierDiscount', 5)
    writeSetting(t1.db, 'paper', '58mm')
    writeSetting(t1.db, 'sellPages', [{ name: 'Counter', items: [soap] }])
    setCategoryColour(t1.db, 'Food', 'red')
    await t1.send()
    await t2.read({ reversed: true, pageSize: 1 })
    const here = Number(t2.db.raw.prepare("select id from item where name = 'Soap'").pluck().get())
    expect(here).not.toBe(soap)
    expect(readSetting(t2.db, 'sellPages')).toEqual([{ name: 'Counter', items: [here] }])
    expect(readSetting(t2.db, 'cashierDiscount')).toBe(5)
    expect(readSetting(t2.db, 'paper')).toBeUndefined()
    expect(t2.db.raw.prepare('select * from category_colour').all()).toEqual([
      { category: 'Food', colour: 'red' },
    ])
    setCategoryColour(t2.db, 'Food', null)
    writeSetting(t2.db, 'cashierDiscount', 7)
    await t2.sync()
    await t1.sync()
    expect(readSetting(t1.db, 'cashierDiscount')).toBe(7)
    expect(t1.db.raw.prepare('select * from category_colour').all()).toEqual([])
  })

  test('people are shared, and a dismissal comes to all tills', async () => {
    const [t1, t2] = [await syncTill(hub, 'T1'), await syncTill(hub, 'T2')]
    const asha = randomUUID()
    t1.putPerson(asha, { name: 'Asha', role: 'cashier', active: 1 })
    for (const till of [t1, t2]) await till.sync()
    expect(t2.people.get(asha)).toEqual({ name: 'Asha', role: 'cashier', active: 1 })
    t2.putPerson(asha, { name: 'Asha W.', role: 'cashier', active: 1 })
    t1.putPerson(asha, { name: 'Asha', role: 'cashier', active: 0 })
    for (const till of [t2, t1, t2]) await till.sync()
    for (const till of [t1, t2])
      expect(till.people.get(asha)).toEqual({ name: 'Asha W.', role: 'cashier', active: 0 })
    const wishes = [t1, t2].map((till) => till.wishes().length)
    for (const till of [t1, t2]) await till.sync()
    expect([t1, t2].map((till) => till.wishes().length)).toEqual(wishes)
  })

  test('people who were put back from a copy at one till are no news for the hub', async () => {
    const [t1, t2] = [await syncTill(hub, 'T1'), await syncTill(hub, 'T2')]
    const [asha, ben] = [randomUUID(), randomUUID()]
    t1.putPerson(asha, { name: 'Asha', role: 'cashier', active: 1 })
    for (const till of [t1, t2]) await till.sync()
    const putBack = t2.copyPeople()
    t1.putPerson(asha, { name: 'Asha', role: 'cashier', active: 0 })
    for (const till of [t1, t2]) await till.sync()
    t2.putPerson(ben, { name: 'Ben', role: 'owner', active: 1 })
    await t2.sync()
    const told = new Map(t2.people)
    putBack()
    takePeopleAgain(t2.sharing)
    expect(t2.people).toEqual(told)
    const wishes = t2.wishes().length
    for (const till of [t2, t1]) await till.sync()
    expect(t2.wishes()).toHaveLength(wishes)
    expect([t1.people.get(asha), t1.people.get(ben)]).toMatchObject([{ active: 0 }, { active: 1 }])
  })

  test('a hub that was put back gets from its tills what it has lost', async () => {
    const [t1, t2] = [await syncTill(hub, 'T1'), await syncTill(hub, 'T2')]
    const soap = t1.item({ barcode: '616' })
    const asha = randomUUID()
    t1.putPerson(asha, { name: 'Asha', role: 'cashier', active: 1 })
    for (const till of [t1, t2]) await till.sync()
    const backup = await hub.db.selectFrom('shared').selectAll().execute()
    t1.set(soap, { price: 160_00 })
    t1.item({ barcode: '617', name: 'Milk' })
    t1.customer('Ben', 'A000000002C')
    t1.putPerson(asha, { name: 'Asha', role: 'cashier', active: 0 })
    for (const till of [t1, t2, t1]) await till.sync()
    const before = seen(t1)
    // Only the second till is left of those that knew what came later.
    await hub.db.deleteFrom('alike').execute()
    await hub.db.deleteFrom('wish').execute()
    await hub.db.deleteFrom('shared').execute()
    for (const { changed: _, ...row } of backup)
      await hub.db
        .insertInto('shared')
        .values({
          ...row,
          versions: JSON.stringify(row.versions),
          authors: JSON.stringify(row.authors),
          body: JSON.stringify(row.body),
        })
        .execute()
    await t2.read({ fromStart: true, pageSize: 2 })
    expect(seen(t2)).toEqual(before)
    await t2.sync()
    const t3 = await syncTill(hub, 'T3')
    await t3.sync()
    expect(seen(t3)).toEqual(before)
    expect(t3.people.get(asha)).toMatchObject({ active: 0 })
    const wishes = t2.wishes().length
    await t2.sync()
    await t2.read({ fromStart: true })
    await t2.sync()
    expect(t2.wishes()).toHaveLength(wishes)
  })

  test('rows that do not fit stop nothing behind them', async () => {
    const [t1, t2] = [await syncTill(hub, 'T1'), await syncTill(hub, 'T2')]
    for (const barcode of ['1', '2', '3', '4']) t1.item({ barcode })
    await t1.sync()
    const poison = async (barcode: string, body: string) =>
      hub.db
        .updateTable('shared')
        .set({ body })
        .where(
          'uid',
          '=',
          String(t1.db.raw.prepare('select uid from item where barcode = ?').pluck().get(barcode)),
        )
        .execute()
    await poison('1', '{}')
    await poison('2', JSON.stringify({ ...t1.wishes()[1]?.set, tax_type: 'Q' }))
    await t2.read()
    expect(t2.db.raw.prepare('select barcode from item order by barcode').pluck().all()).toEqual(['3', '4'])
  })
})

test.each([
  ['nothing was told before', undefined, { '*': 1 }, { a: 1 }, { a: 1 }, false],
  ['the hub has a higher version', { '*': 1, a: 2 }, { '*': 1, a: 3 }, { a: 9 }, { a: 9 }, false],
  [
    'the till has a higher version of one field',
    { '*': 1, a: 4 },
    { '*': 1, a: 3, b: 2 },
    { a: 9, b: 8 },
    { a: 1, b: 8 },
    true,
  ],
  [
    'the till has a higher version of a field that is gone',
    { '*': 1, c: 4 },
    { '*': 1 },
    { a: 9, c: 8 },
    { a: 9 },
    true,
  ],
])('field by field the higher version counts: %s', (_name, before, versions, body, expected, isBehind) => {
  const told = higher(before && { versions: before as never, body: { a: 1, b: 1 } }, {
    versions: versions as never,
    body,
  })
  expect(told.body).toEqual(expected)
  expect(told.isBehind).toBe(isBehind)
})
