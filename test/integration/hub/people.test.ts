/** People of a branch: what one till does, every till of the branch knows. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { createEmitter } from '../../../core/base/emitter.ts'
import { pinNames } from '../../../core/contract/hub/shared.ts'
import type { FeedPage } from '../../../core/contract/hub/wire.ts'
import { type Change, createWaits } from '../../../core/hub/waits.ts'
import { applyWish } from '../../../core/hub/wishes.ts'
import { randomIds, systemClock } from '../../../core/platform/nodePorts.ts'
import { bothPrograms } from '../../support/postgres.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { openWindow } from '../../support/window.ts'
import { openTestTill, startHub, type TestHub } from './openDoor.ts'
import { wishOf } from './sharingHub.ts'

const link = { beatMs: 300, retryMs: 20, retryCapMs: 100, waitMs: 25_000 }
const soon = { timeout: 20_000, interval: 20 }

const openLinked = async (hub: TestHub): Promise<Shop> => {
  const shop = await openShop({ timing: { link }, initialised: false })
  await shop.call('hub.pair', { address: hub.address, code: hub.code() })
  await inStep(shop)
  return shop
}
/** The hub has all that the till wrote, and the till has the peppers. */
const inStep = (shop: Shop) =>
  vi.waitFor(async () => {
    expect((await shop.call('hub.state')).link).toMatchObject({ waiting: 0, problem: null })
    expect(shop.secrets.has('pin.peppers')).toBe(true)
  }, soon)
const peopleOf = async (shop: Shop) => (await shop.call('user.list')).people
const named = async (shop: Shop, name: string) =>
  (await peopleOf(shop)).find((person) => person.name === name)
/** Waits until a till has somebody of that name, and returns the person. */
const comes = (shop: Shop, name: string) =>
  vi.waitFor(async () => {
    const person = await named(shop, name)
    expect(person, name).toBeDefined()
    return person!
  }, soon)
const verifierOf = (shop: Shop, id: string): string => {
  const db = new Sqlite(join(shop.dataDir, 'workspace.db'), { readonly: true })
  try {
    return db.prepare('select pin_hash from user where id = ?').pluck().get(id) as string
  } finally {
    db.close()
  }
}
const unlock = (shop: Shop, userId: string, pin: string, more: { newPin?: string } = {}) =>
  openWindow(shop.host, 'another')('session.unlock', { userId, pin, ...more })

/** All that a window gets and that is logged. */
const shownBy = async (shop: Shop): Promise<string> =>
  JSON.stringify([
    await Promise.all(
      (['workspace.state', 'user.list', 'hub.state', 'hub.tills', 'audit.list'] as const).map((name) =>
        shop.reply(name, name === 'audit.list' ? { limit: 100 } : {}),
      ),
    ),
    shop.events,
    shop.log.lines.map(({ fields, message }) => [message, Object.values(fields).map(String)]),
  ])

describe.each(bothPrograms())('on PostgreSQL $version', (programs) => {
  test('a new person signs in at the other till; a dismissal locks every open window of it', async () => {
    const hub = await startHub(programs, { environment: 'sandbox' })
    const [first, second] = [await openLinked(hub), await openLinked(hub)]
    const { id } = await first.call('user.save', { name: 'Otieno', role: 'cashier', pin: '628417' })
    expect(await comes(second, 'Otieno')).toMatchObject({ id, role: 'cashier', active: true, hasPin: true })
    const windows = ['another', 'a third'].map((name) => openWindow(second.host, name))
    for (const window of windows)
      expect(await window('session.unlock', { userId: id, pin: '628417' })).toMatchObject({ ok: true })
    // The owner of the first till has a PIN that only that till knows, until the owner signs in there again.
    const owner = (await peopleOf(first))[0]!.id
    await vi.waitFor(async () => expect(await peopleOf(second)).toHaveLength(3), soon)
    expect(await unlock(second, owner, '471362')).toMatchObject({ error: { reason: 'session.noPin' } })
    expect(await unlock(first, owner, '471362')).toMatchObject({ ok: true })
    await vi.waitFor(
      async () => expect(await unlock(second, owner, '471362')).toMatchObject({ ok: true }),
      soon,
    )

    await first.call('user.save', { id, name: 'Otieno', role: 'cashier', active: false })
    for (const window of windows.slice(1))
      await vi.waitFor(
        async () =>
          expect(await window('profile.list', {})).toMatchObject({ error: { reason: 'session.locked' } }),
        soon,
      )
    expect(await unlock(second, id, '628417')).toMatchObject({ error: { reason: 'session.unknownPerson' } })
    expect((await second.call('user.list')).hub).toBe('T2')
  })

  test('the end of a till renews the PINs that were typed there, and the pepper of all', async () => {
    const hub = await startHub(programs, { environment: 'sandbox' })
    const [stolen, other] = [await openLinked(hub), await openLinked(hub)]
    const { id: otieno } = await other.call('user.save', { name: 'Otieno', role: 'cashier', pin: '628417' })
    const owner = (await peopleOf(stolen))[0]!.id
    await stolen.call('session.unlock', { userId: owner, pin: '471362' })
    await vi.waitFor(
      async () => expect(await unlock(other, owner, '471362')).toMatchObject({ ok: true }),
      soon,
    )
    const [before, secrets] = [verifierOf(other, otieno), other.secrets.get('pin.peppers')]

    await hub.admin('revoke', {
      uid: stolen.read<{ origin: string }>('select origin from hub_link')[0]!.origin,
      who: 'Amina',
    })
    await vi.waitFor(
      async () =>
        expect(await unlock(other, owner, '471362')).toMatchObject({ error: { reason: 'session.newPin' } }),
      soon,
    )
    for (const [newPin, reason] of [
      ['471362', 'pin.same'],
      ['123456', 'pin.common'],
    ] as const)
      expect(await unlock(other, owner, '471362', { newPin })).toMatchObject({ error: { reason } })
    expect(await unlock(other, owner, '000000', { newPin: '593826' })).toMatchObject({
      error: { reason: 'session.wrongPin' },
    })
    expect(await unlock(other, owner, '471362', { newPin: '593826' })).toMatchObject({ ok: true })
    expect(await unlock(other, owner, '471362')).toMatchObject({ error: { reason: 'session.wrongPin' } })
    expect(await unlock(other, owner, '593826')).toMatchObject({ ok: true })

    await vi.waitFor(() => expect(other.secrets.get('pin.peppers')).not.toBe(secrets), soon)
    expect(await unlock(other, otieno, '628417')).toMatchObject({ ok: true })
    const [was, is] = [pinNames(before), pinNames(verifierOf(other, otieno))]
    expect(is?.choice).toBe(was?.choice)
    expect(is?.pepper).not.toBe(was?.pepper)
    await inStep(other)
    await vi.waitFor(async () => {
      const row = await hub.hub.db
        .selectFrom('shared')
        .select('body')
        .where('uid', '=', otieno)
        .executeTakeFirst()
      expect(row?.body['pin']).toBe(verifierOf(other, otieno))
    }, soon)

    // A till that comes later has nothing but what the hub gives.
    const third = await openLinked(hub)
    await comes(third, 'Otieno')
    await vi.waitFor(
      async () => expect(await unlock(third, otieno, '628417')).toMatchObject({ ok: true }),
      soon,
    )

    const kept = [...hub.secrets.kept]
      .filter(([name]) => name.startsWith('hub.pepper.'))
      .map(([, secret]) => secret)
    expect(kept).toHaveLength(2)
    const tables = ['shared', 'wish', 'fact', 'pepper'] as const
    const dump = JSON.stringify(
      await Promise.all(tables.map((name) => hub.hub.db.selectFrom(name).selectAll().execute())),
    )
    expect(dump).toContain('scrypt$')
    const shown = [hub.log.lines.join(), ...(await Promise.all([stolen, other, third].map(shownBy)))].join()
    expect(shown).not.toContain('scrypt$')
    for (const secret of kept) for (const text of [dump, shown]) expect(text).not.toContain(secret)
  })

  test('Sandbox shares people only where there is no Production, which lets none of them in', async () => {
    const hub = await startHub(programs, { environment: 'sandbox' })
    const [shop, other] = [await openLinked(hub), await openLinked(hub)]
    await other.call('user.save', { name: 'Njeri', role: 'owner', pin: '628417' })
    const njeri = await comes(shop, 'Njeri')
    await comes(other, 'Wanjiru')
    const { authority } = shop
    const { id } = await shop.host().createProfile({
      kind: 'device',
      connection: {
        name: 'Real',
        environment: 'production',
        authorityUrl: authority.url,
        dialect: 'legacy',
        taxpayerPin: 'P051000001K',
        branchId: '00',
        deviceSerial: 'KAU-9',
      },
    })
    expect((await shop.call('user.list')).hub).toBeNull()
    await shop.call('user.save', { name: 'Baraka', role: 'cashier', pin: '593826' })
    await other.call('user.save', { id: njeri.id, name: 'Njeri N.', role: 'owner' })
    await other.call('item.save', {
      name: 'Last',
      type: '3',
      taxType: 'B',
      price: 100,
      itemClass: '8014160000',
    })
    // The item was told after the person.
    await vi.waitFor(() => expect(shop.read("select 1 from item where name = 'Last'")).toHaveLength(1), soon)
    await inStep(shop)
    const here = ['Baraka', 'Njeri', 'Wanjiru', 'Wanjiru']
    expect((await peopleOf(shop)).map(({ name }) => name).toSorted()).toEqual(here)
    const people = await hub.hub.db.selectFrom('shared').select('body').where('kind', '=', 'person').execute()
    expect(people.map(({ body }) => body['name'])).not.toContain('Baraka')

    await shop.call('profile.switch', { id })
    expect((await shop.call('workspace.state')).people.map(({ name }) => name)).toEqual(['Wanjiru', 'Baraka'])
    expect(await unlock(shop, njeri.id, '628417')).toMatchObject({ error: { reason: 'session.demoPerson' } })
    expect((await named(shop, 'Njeri'))?.role).toBe('manager')
    // A PIN of an owner here makes them a person of this till.
    await shop.call('user.save', { id: njeri.id, name: 'Njeri', role: 'cashier', pin: '837465' })
    expect(await unlock(shop, njeri.id, '837465')).toMatchObject({ ok: true })
  })

  test('news that an open transaction held back are told once it ends, without further news', async () => {
    const hub = await startHub(programs)
    const till = await openTestTill()
    await till.pair(hub)
    const session = till.session()
    const read = async (place: string, wait: number) => {
      const path = `/feed?wait=${wait}&place=${encodeURIComponent(place)}`
      return ((await session.call({ method: 'GET', path, ms: 30_000 })) as { body: FeedPage }).body
    }
    let page = await read('', 0)
    const { db } = hub.hub
    const writer = await db.startTransaction().execute()
    await sql`select pg_current_xact_id()`.execute(writer)
    const { branch } = await db.selectFrom('origin').select('branch').executeTakeFirstOrThrow()
    const wish = wishOf('person', randomUUID(), { name: 'Asha', role: 'cashier', active: 1 })
    await db.transaction().execute((tx) => applyWish(tx, { id: null, branch }, wish))
    page = await read(page.place, 0)
    expect(page.rows.filter(({ kind }) => kind === 'person')).toEqual([])
    const told = read(page.place, 25)
    await writer.commit().execute()
    expect((await told).rows).toMatchObject([{ kind: 'person', body: { name: 'Asha' } }])
  })

  test('a till that asks again ends its request of before, which it may not hear any more', async () => {
    const hub = await startHub(programs)
    const till = await openTestTill()
    await till.pair(hub)
    const session = till.session()
    const read = async (place: string) => {
      const path = `/feed?wait=20&place=${encodeURIComponent(place)}`
      return ((await session.call({ method: 'GET', path, ms: 30_000 })) as { body: FeedPage }).body
    }
    const { place } = await read('')
    const over: number[] = []
    const both = [read(place), read(place)].map((page, index) => page.finally(() => over.push(index)))
    expect((await Promise.race(both)).rows).toEqual([])
    expect(over).toHaveLength(1)
    await hub.close()
    await Promise.allSettled(both)
  })
})

test('a change while a till reads does not wait for the next one', async () => {
  const changed = createEmitter<Change>(() => undefined)
  const waits = createWaits(changed, { clock: systemClock, ids: randomIds })
  const seen = waits.changes(1)
  changed.emit({ branch: 1 })
  expect(await waits.until({ id: 1, branch: 1, seen }, 60_000, new AbortController().signal)).toBe('changed')
  const later = waits.until(
    { id: 1, branch: 1, seen: waits.changes(1) },
    60_000,
    new AbortController().signal,
  )
  changed.emit({ branch: 2 })
  changed.emit({ branch: 0 })
  expect(await later).toBe('changed')
  const wait = () =>
    waits.until({ id: 1, branch: 1, seen: waits.changes(1) }, 60_000, new AbortController().signal)
  const [before, again] = [wait(), wait()]
  expect(await before).toBe('ended')
  waits.end()
  expect(await again).toBe('ended')
})
