/** What two tills made apart: what is one thing becomes one, and what may be one is shown to a manager. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Fields } from '../../../core/contract/hub/shared.ts'
import { canonicalUids } from '../../../db/hub/shared.ts'
import { bothPrograms } from '../../support/postgres.ts'
import { openSharingHub, type SharingHub, soap, wishOf } from './sharingHub.ts'

interface Case {
  name: string
  kind?: 'customer' | 'person'
  first: Fields
  second: Fields
  joins?: boolean
  /** True: both are one thing. */
  one: boolean
  /** Why a manager is asked whether they are. */
  reason?: string
  offered?: string[]
}
const asha: Fields = { name: 'Asha', active: 1, pin: 'A000000001B' }
const milk: Fields = { ...soap, name: 'Milk' }

const cases: Case[] = [
  {
    name: 'two new items with one barcode both exist, and merging is offered',
    first: { ...soap, barcode: '616' },
    second: { ...milk, barcode: '616' },
    one: false,
    reason: 'barcode',
  },
  {
    name: 'two new items of one name both exist, and merging is offered',
    first: soap,
    second: { ...soap, name: 'SOAP' },
    one: false,
    reason: 'name',
  },
  {
    name: 'one name at two tills is perhaps one person, and a manager is asked',
    kind: 'person',
    first: { name: 'Asha', role: 'cashier', active: 1 },
    second: { name: 'asha ', role: 'owner', active: 1 },
    joins: true,
    one: false,
    reason: 'name',
  },
  { name: 'two different items ask nobody', first: soap, second: milk, one: false },
  {
    name: 'an item that a joining till had is the one with its barcode, and what differs is offered',
    first: { ...soap, barcode: '616' },
    second: { ...soap, barcode: '616', name: 'Soap bar', price: 90_00, favourite: 1, category: 'Washing' },
    joins: true,
    one: true,
    offered: ['name', 'price'],
  },
  {
    name: 'an item that a joining till had is the one with its code and name at the authority',
    first: { ...soap, authority_code: 'KE2NTU0000001' },
    second: { ...soap, name: 'soap', authority_code: 'KE2NTU0000001' },
    joins: true,
    one: true,
    offered: ['name'],
  },
  {
    name: 'one code at the authority with two names may be two things',
    first: { ...soap, authority_code: 'KE2NTU0000001' },
    second: { ...milk, authority_code: 'KE2NTU0000001' },
    joins: true,
    one: false,
    reason: 'authority_code',
  },
  {
    name: 'one name alone does not make one item of two, also not for a joining till',
    first: soap,
    second: soap,
    joins: true,
    one: false,
    reason: 'name',
  },
  {
    name: 'one PIN is one customer',
    kind: 'customer',
    first: asha,
    second: { ...asha, phone: '0712345678', name: 'Asha W.' },
    one: true,
    offered: ['name', 'phone'],
  },
  {
    name: 'two customers of one name may be one',
    kind: 'customer',
    first: { ...asha, pin: 'A000000002C' },
    second: { name: 'asha', active: 1 },
    one: false,
    reason: 'name',
  },
]

describe.each(bothPrograms())('PostgreSQL $version', (programs) => {
  let hub: SharingHub
  beforeAll(async () => {
    hub = await openSharingHub(programs, afterAll)
  })
  afterEach(() => hub.empty())

  test.each(cases)(
    '$name',
    async ({ kind = 'item' as const, first, second, joins, one, reason, offered }) => {
      const [t1, t2] = [await hub.till('T1'), await hub.till('T2')]
      const [uid1, uid2] = [randomUUID(), randomUUID()]
      await hub.apply(t1, wishOf(kind, uid1, first))
      const answer = await hub.apply(t2, wishOf(kind, uid2, second, joins ? { joins } : {}))
      const rows = await hub.db.selectFrom('shared').select('uid').execute()
      expect(rows.map(({ uid }) => uid).toSorted()).toEqual((one ? [uid1] : [uid1, uid2]).toSorted())
      expect(answer?.body.as).toBe(one ? uid1 : undefined)
      expect((answer?.body.offered ?? []).toSorted()).toEqual(offered ?? [])
      expect((await hub.row(uid2))?.uid).toBe(one ? uid1 : uid2)
      expect(await hub.db.selectFrom('alike').select(['one', 'other', 'reason', 'answer']).execute()).toEqual(
        reason === undefined ? [] : [{ one: uid1, other: uid2, reason, answer: null }],
      )
    },
  )

  test('stock that was booked under the uid of a till moves to the item that it is', async () => {
    const till = await hub.till('T1')
    const [uid, own] = [randomUUID(), randomUUID()]
    await hub.apply(till, wishOf('item', uid, { ...soap, barcode: '616' }))
    const levels = [
      { item: uid, on_hand: 500 },
      { item: own, on_hand: 300 },
    ].map((level) => ({ ...level, branch: till.branch, authority_on_hand: 100 }))
    await hub.db.insertInto('stock_level').values(levels).execute()
    await hub.apply(till, wishOf('item', own, { ...soap, barcode: '616' }, { joins: true }))
    const rows = await sql<{ item: string; on_hand: number; authority_on_hand: number }>`
      select item, on_hand, authority_on_hand from stock_level order by on_hand`.execute(hub.db)
    expect(rows.rows).toEqual([
      { item: own, on_hand: 0, authority_on_hand: 0 },
      { item: uid, on_hand: 800, authority_on_hand: 200 },
    ])
    expect(await canonicalUids(hub.db, [own, uid])).toEqual(
      new Map([
        [own, uid],
        [uid, uid],
      ]),
    )
  })

  test('debts that were booked under the uid of a till move to the customer that it is', async () => {
    const till = await hub.till('T1')
    const [uid, own] = [randomUUID(), randomUUID()]
    await hub.apply(till, wishOf('customer', uid, asha))
    const sold = (id: number, customer: string, change: number) =>
      ({ origin: till.id, kind: 'sale', id, customer, change, invoice: id }) as const
    await hub.db
      .insertInto('account_move')
      .values([sold(1, uid, 100_00), sold(2, own, 500_00)])
      .execute()
    const sums = [uid, own].map((customer) => ({ customer, origin: till.id, owed: 0 }))
    await hub.db
      .insertInto('account')
      .values(sums as never)
      .execute()
    await sql`update account set owed = ${500_00} where customer = ${own}`.execute(hub.db)
    await hub.apply(till, wishOf('customer', own, asha, { joins: true }))
    const accounts = hub.db.selectFrom('account').select(['customer', 'owed']).orderBy('owed')
    expect(await accounts.execute()).toEqual([
      { customer: own, owed: 0 },
      { customer: uid, owed: 600_00 },
    ])
  })

  test('a customer cannot take the PIN of another one, and the two are shown', async () => {
    const till = await hub.till('T1')
    const [uid1, uid2] = [randomUUID(), randomUUID()]
    await hub.apply(till, wishOf('customer', uid1, asha))
    await hub.apply(till, wishOf('customer', uid2, { name: 'Ben', active: 1 }))
    const pin = asha['pin']!
    const answer = await hub.apply(
      till,
      wishOf('customer', uid2, { pin, name: 'Ben O.' }, { base: { name: 1, pin: 1 } }),
    )
    expect(answer).toMatchObject({ outcome: 'offered', body: { offered: ['pin'] } })
    expect((await hub.row(uid2))?.body).toEqual({ name: 'Ben O.', active: 1 })
    expect(await hub.db.selectFrom('alike').select(['one', 'other', 'reason']).execute()).toEqual([
      { one: uid1, other: uid2, reason: 'pin' },
    ])
  })

  test('a customer that was merged into one known here by another uid names that one', async () => {
    const [t1, t2] = [await hub.till('T1'), await hub.till('T2')]
    const [uid, own, other] = [randomUUID(), randomUUID(), randomUUID()]
    await hub.apply(t1, wishOf('customer', uid, asha))
    await hub.apply(t2, wishOf('customer', own, asha))
    await hub.apply(t2, wishOf('customer', other, { name: 'Asha', active: 1, merged_into: own }))
    expect((await hub.row(other))?.body).toMatchObject({ merged_into: uid })
  })
})
