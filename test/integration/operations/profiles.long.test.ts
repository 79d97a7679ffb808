/** Profiles (the specification's apps): what they share, which is nothing; and the settings of each. */
import { existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Secrets } from '../../../core/base/ports.ts'
import { connectionTo, newRequest, startAuthority, startShop } from './shop.ts'

const live = (authority: { url: string }) =>
  connectionTo(authority, { name: 'Live', environment: 'production' })

test('each profile has its file, its key and its numbers; Sandbox and Production share none of them', async () => {
  const shop = await startShop()
  const production = await startAuthority()
  const { id, apiKey } = await shop.host().createProfile({ kind: 'device', connection: live(production) })
  expect(apiKey).toMatch(/^svc_live_/)
  expect(shop.apiKey).toMatch(/^svc_test_/)
  expect(shop.host().verifyApiKey(apiKey)?.appId).toBe(id)
  for (const profile of [id, shop.appId])
    expect(existsSync(join(shop.dataDir, 'apps', profile, 'till.db'))).toBe(true)

  const sandboxItem = await shop.stocked({ name: 'Sandbox goods', onHand: 1000 })
  await shop.sell([{ item: sandboxItem, quantity: 100 }])
  await shop.settled()
  await shop.ok('profile.switch', { id })
  expect(await shop.ok('status.get')).toMatchObject({
    appId: id,
    environment: 'production',
    deviceReady: false,
  })
  await shop.ok('device.initialize', {})
  expect((await shop.ok('item.list', {})).items).toEqual([])
  expect((await shop.ok('invoice.list', {})).invoices).toEqual([])
  const liveItem = await shop.stocked({ name: 'Live goods', onHand: 1000 })
  const { number } = await shop.sell([{ item: liveItem, quantity: 100 }])
  await shop.settled(id)
  // Both series begin at one: no counter is shared.
  expect(number).toBe('T1-1')
  expect((await production.ledger()).sales.map((sale) => sale.number)).toEqual([1])
  expect((await shop.authority.ledger()).sales.map((sale) => sale.number)).toEqual([1])
  for (const [profile, name] of [
    [id, 'Live goods'],
    [shop.appId, 'Sandbox goods'],
  ] as const) {
    expect(shop.read(profile, 'select name from item')).toEqual([{ name }])
    expect(shop.read(profile, 'select name from invoice_line')).toEqual([{ name }])
  }
})

test('the profile that is left still submits', async () => {
  const shop = await startShop()
  const item = await shop.stocked({ onHand: 1000 })
  await shop.authority.offline(true)
  await shop.sell([{ item, quantity: 100 }])
  const other = await shop.ok('profile.createPractice', { name: 'Practice' })
  await shop.ok('profile.switch', { id: other.id })
  expect((await shop.ok('profile.list')).profiles).toMatchObject([
    { id: shop.appId, current: false, waiting: 2 },
    { id: other.id, current: true, waiting: 0 },
  ])
  await shop.authority.offline(false)
  await vi.waitFor(async () => {
    const { profiles } = await shop.ok('profile.list')
    expect(profiles[0]).toMatchObject({ waiting: 0, needsPerson: 0 })
  })
  expect((await shop.authority.ledger()).sales).toHaveLength(1)
})

test('the choice of profile outlives the process', async () => {
  const shop = await startShop()
  await shop.ok('settings.save', { tillName: 'Front' })
  const { id } = await shop.ok('profile.createPractice', { name: 'Practice' })
  await shop.ok('profile.switch', { id })
  // Each profile has settings of its own.
  expect((await shop.ok('settings.get')).tillName).toBe('T1')
  await shop.restart()
  expect(await shop.ok('workspace.state')).toMatchObject({ currentProfile: { id, environment: 'sandbox' } })
})

test('a profile that cannot be opened is replaced by no other one at the window until an owner chooses, and its key and device are for it alone', async () => {
  const shop = await startShop()
  const production = await shop.ok('profile.create', live(await startAuthority()))
  await shop.host().close()
  const file = join(shop.dataDir, 'apps', shop.appId, 'till.db')
  renameSync(file, `${file}.kept`)
  mkdirSync(file)
  await shop.restart()
  const { people } = await shop.ok('workspace.state')
  await shop.ok('session.unlock', { userId: people[0]!.id, pin: '471362' })
  expect(await shop.ok('workspace.state')).toMatchObject({
    phase: 'ready',
    currentProfile: null,
    unopenedProfile: 'Mfano Traders',
  })
  expect(await shop.ok('profile.list')).toMatchObject({
    profiles: [{ id: production.id, current: false }],
    unopened: [{ name: 'Mfano Traders', text: expect.stringMatching(/cannot be opened/) }],
  })
  expect(await shop.fails('item.list')).toMatchObject({
    reason: 'app.unopened',
    params: { name: 'Mfano Traders' },
  })
  const caller = shop.host().verifyApiKey(shop.apiKey)
  expect(await shop.host().callRest(caller, 'item.find', {})).toMatchObject({
    error: { reason: 'app.unopened' },
  })
  expect(await shop.fails('profile.create', connectionTo(shop.authority, { name: 'Twin' }))).toMatchObject({
    reason: 'profile.deviceInUse',
    params: { name: 'Mfano Traders' },
  })
  await shop.ok('profile.switch', { id: production.id })
  expect(await shop.ok('workspace.state')).toMatchObject({
    currentProfile: { id: production.id },
    unopenedProfile: null,
  })
})

describe('connecting a device', () => {
  test('a device has one writer: the same taxpayer and branch at the same address is refused', async () => {
    const shop = await startShop()
    const again = connectionTo({ url: `${shop.authority.url}/` }, { name: 'Again' })
    expect(await shop.fails('profile.create', again)).toMatchObject({
      code: '003',
      reason: 'profile.deviceInUse',
      field: 'branchId',
    })
    const gateway = { ...again, branchId: '02', dialect: 'gateway' }
    expect(await shop.fails('profile.create', gateway)).toMatchObject({ code: '002', field: 'gateway' })
    expect(await shop.fails('profile.switch', { id: 'none' })).toMatchObject({ field: 'id' })
    const branch = await shop.ok('profile.create', { ...again, branchId: '01' })
    expect(branch).toMatchObject({ deviceReady: false, current: false, branchId: '01' })
    expect(readdirSync(join(shop.dataDir, 'apps'))).toHaveLength(2)
  })

  test('one that could not be kept leaves neither its keys nor an open profile behind', async () => {
    const kept = new Map<string, string>()
    const secrets: Secrets = {
      get: async (name) => kept.get(name) ?? null,
      set: async (name, value) => void kept.set(name, value),
      remove: async (name) => void kept.delete(name),
    }
    const shop = await startShop({ ports: { secrets } })
    await shop.ok('profile.list')
    const before = [...kept.keys()]
    const workspace = new Sqlite(join(shop.dataDir, 'workspace.db'))
    onTestFinished(() => void workspace.close())
    workspace.exec(
      "create trigger full before insert on app begin select raise(abort, 'database or disk is full'); end",
    )
    const gateway = await startAuthority({ dialect: 'gateway' })
    const connection = connectionTo(gateway, { branchId: '02' })
    expect(await shop.host().call('window-1', 'profile.create', connection)).toMatchObject({ ok: false })
    expect([...kept.keys()]).toEqual(before)
    expect((await shop.ok('profile.list')).profiles.map(({ id }) => id)).toEqual([shop.appId])
    workspace.exec('drop trigger full')
    expect(await shop.ok('profile.create', connection)).toMatchObject({ dialect: 'gateway' })
  })
})

describe('settings', () => {
  test('a part is changed, the rest keeps its value, and it is there after a restart', async () => {
    const shop = await startShop()
    const before = await shop.ok('settings.get')
    expect(before.shop.tradeName).toBe('Mfano Traders')
    const after = await shop.ok('settings.save', { tillName: 'Front', deadlineHours: 12 })
    expect(after).toEqual({ ...before, tillName: 'Front', deadlineHours: 12 })
    await shop.restart()
    await shop.window('x').call('workspace.state')
    const { people } = await shop.ok('workspace.state')
    await shop.ok('session.unlock', { userId: people[0]!.id, pin: '471362' })
    expect(await shop.ok('settings.get')).toEqual(after)
    const rule = { prefix: '20', itemDigits: 5, valueDigits: 4, value: 'weight', decimals: 3 }
    expect(await shop.fails('settings.save', { scaleRules: [rule] })).toMatchObject({
      code: '003',
      field: 'scaleRules[0].valueDigits',
    })
    const item = await shop.stocked({ onHand: 100 })
    expect((await shop.sell([{ item, quantity: 100 }])).number).toBe('Front-1')
  })

  test('goods are not sold below stock unless the shop allows it', async () => {
    const shop = await startShop()
    const item = await shop.stocked({ onHand: 100 })
    const sale = {
      lines: [
        { itemId: item.id, quantity: 60 },
        { itemId: item.id, quantity: 50 },
      ],
      tenders: [{ method: '01', amount: 500_00 }],
    }
    expect(await shop.fails('sale.complete', { ...sale, requestId: newRequest() })).toMatchObject({
      reason: 'sale.belowStock',
      field: 'lines[1].quantity',
    })
    await shop.ok('settings.save', { blockBelowStock: false })
    await shop.ok('sale.complete', { ...sale, requestId: newRequest() })
  })
})
