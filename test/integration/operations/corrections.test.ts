/** A device whose connection was mistyped: the owner corrects it, and Kaunta uses it at once. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fileSecrets } from '../../../core/platform/secrets.ts'
import { secretName } from '../../../core/profile/secretNames.ts'
import { connectionTo, type Shop, startAuthority, startShop, startTill } from './shop.ts'

const mistyped = async (changes: object, practice: Parameters<typeof startAuthority>[0] = {}) => {
  const authority = await startAuthority(practice)
  const till = await startTill()
  await till.ok('workspace.createOwner', { name: 'Wanjiru', pin: '471362' })
  const right = connectionTo(authority)
  const { id } = await till.ok('profile.create', { ...right, ...changes })
  return { ...till, authority, id, right }
}

const trail = (shop: Pick<Shop, 'read'>, id: string) =>
  shop
    .read<{ subject: string; who: string; content: string }>(
      id,
      "select subject, who, content from audit where kind = 'device' order by seq",
    )
    .map(({ content, ...row }) => ({ ...row, ...(JSON.parse(content) as object) }))

describe('before the device was initialised', () => {
  test('a wrong serial number, branch and PIN are corrected, and the device is initialised', async () => {
    const till = await mistyped({ deviceSerial: 'KAU-9', branchId: '07', taxpayerPin: 'A000000001Z' })
    await till.authority.control('PUT', 'devices/A000000001Z/07/KAU-9', { approved: false })
    expect(await till.fails('device.initialize', {})).toMatchObject({ code: '007' })
    expect(await till.ok('profile.correct', { id: till.id, ...till.right })).toMatchObject({
      id: till.id,
      deviceSerial: 'KAU-1',
      branchId: '00',
      taxpayerPin: till.right.taxpayerPin,
      deviceReady: false,
    })
    await till.ok('device.initialize', {})
    expect(trail(till, till.id)).toEqual([
      {
        subject: 'KAU-1',
        who: 'Wanjiru',
        act: 'corrected',
        changed: {
          taxpayer_pin: ['A000000001Z', till.right.taxpayerPin],
          branch_id: ['07', '00'],
          device_serial: ['KAU-9', 'KAU-1'],
        },
      },
      {
        subject: 'KAU-1',
        who: 'Kaunta',
        act: 'initialised',
        scuId: expect.any(String),
        mrcNo: expect.any(String),
      },
    ])
    await till.restart()
    expect(till.readWorkspace('select name, branch_id, device_serial from app')).toEqual([
      { name: 'Mfano Traders', branch_id: '00', device_serial: 'KAU-1' },
    ])
  })

  test('a dead address comes alive, and what waited goes', async () => {
    const till = await mistyped({ authorityUrl: 'http://127.0.0.1:9' })
    await till.ok('item.save', { name: 'Soap', price: 116_00, taxType: 'B', itemClass: '5313160900' })
    expect(await till.fails('device.initialize', {})).toMatchObject({ reason: 'authority.notReached' })
    await till.ok('profile.correct', { id: till.id, ...till.right })
    await till.ok('device.initialize', {})
    await expect.poll(async () => (await till.authority.ledger()).items.length).toBe(1)
  })

  test('it becomes one of the gateway, and back', async () => {
    const till = await mistyped({ dialect: 'legacy', gateway: undefined }, { dialect: 'gateway' })
    const { gateway, ...direct } = till.right
    expect(await till.fails('profile.correct', { id: till.id, ...direct })).toMatchObject({
      code: '002',
      field: 'gateway',
    })
    const { consumerKey, consumerSecret, ...keyless } = gateway!
    expect(await till.fails('profile.correct', { id: till.id, ...direct, gateway: keyless })).toMatchObject({
      code: '002',
      field: 'gateway.consumerKey',
    })
    expect(await till.ok('profile.correct', { id: till.id, ...till.right })).toMatchObject({
      dialect: 'gateway',
      gateway: keyless,
    })
    await till.ok('device.initialize', {})
  })

  test('a profile is no twin of itself, but of another', async () => {
    const till = await mistyped({})
    const other = await till.ok('profile.create', { ...till.right, branchId: '01', name: 'Other' })
    await till.ok('profile.correct', { id: other.id, ...till.right, branchId: '01', name: 'Second' })
    expect(await till.fails('profile.correct', { id: other.id, ...till.right })).toMatchObject({
      reason: 'profile.deviceInUse',
      field: 'branchId',
    })
    expect((await till.ok('profile.list')).profiles.map(({ name }) => name)).toEqual([
      'Mfano Traders',
      'Second',
    ])
  })

  test('its environment stays, for every role', async () => {
    const till = await mistyped({})
    const wanted = { id: till.id, ...till.right, environment: 'production' }
    expect(await till.ok('profile.correct', wanted)).toMatchObject({ environment: 'sandbox' })
  })
})

describe('once the authority knows the device', () => {
  test('name and address may change, what it knows it by may not', async () => {
    const shop = await startShop()
    const right = { id: shop.appId, ...connectionTo(shop.authority) }
    for (const [field, value] of [
      ['taxpayerPin', 'A000000001Z'],
      ['branchId', '01'],
      ['deviceSerial', 'KAU-2'],
      ['dialect', 'gateway'],
    ] as const) {
      expect(await shop.fails('profile.correct', { ...right, [field]: value })).toMatchObject({
        reason: 'profile.deviceFixed',
        field,
      })
    }
    const moved = { ...right, name: 'Duka', authorityUrl: `${shop.authority.url}/` }
    expect(await shop.ok('profile.correct', moved)).toMatchObject({ name: 'Duka', deviceReady: true })
    const item = await shop.stocked({ onHand: 100 })
    await shop.sell([{ item, quantity: 100 }])
    await shop.settled()
    expect((await shop.authority.ledger()).sales).toHaveLength(1)
  })

  test('refused keys are replaced, and pending documents are sent; the keys are never shown', async () => {
    const shop = await startShop({ practice: { dialect: 'gateway' } })
    const right = connectionTo(shop.authority)
    const kept = (name: 'consumerKey' | 'consumerSecret') =>
      fileSecrets(shop.dataDir).get(secretName[name](shop.appId))
    const wrong = { consumerKey: 'mistyped-key-0001', consumerSecret: 'mistyped-secret-0001' }
    const { consumerKey, consumerSecret, ...keyless } = right.gateway!
    await shop.authority.control('PUT', 'settings', {
      consumer: { key: consumerKey, secret: consumerSecret },
    })
    await shop.ok('profile.correct', { id: shop.appId, ...right, gateway: { ...keyless, ...wrong } })
    await shop.ok('item.save', { name: 'Soap', price: 116_00, taxType: 'B', itemClass: '5313160900' })
    await shop.waitFor(async () => (await shop.ok('status.get')).lanes.some(({ paused }) => paused !== null))

    const corrected = await shop.ok('profile.correct', { id: shop.appId, ...right })
    await shop.settled()
    expect(await kept('consumerKey')).toBe(consumerKey)
    expect(await kept('consumerSecret')).toBe(consumerSecret)
    // Omitted fields keep their value.
    await shop.ok('profile.correct', { id: shop.appId, ...right, gateway: keyless })
    expect(await kept('consumerSecret')).toBe(consumerSecret)

    expect(trail(shop, shop.appId).map((row) => 'changed' in row && row.changed)).toEqual([
      false,
      { keys: ['consumerKey', 'consumerSecret'] },
      { keys: ['consumerKey', 'consumerSecret'] },
      {},
    ])
    const reported = [
      JSON.stringify(corrected),
      JSON.stringify(shop.log.lines),
      JSON.stringify(shop.read(shop.appId, 'select * from audit')),
      readFileSync(join(shop.dataDir, 'workspace.db')).toString('latin1'),
    ]
    for (const text of reported) for (const key of Object.values(wrong)) expect(text).not.toContain(key)
  })
})

test('only an owner corrects, and only a profile of a device', async () => {
  const shop = await startShop()
  const right = connectionTo(shop.authority)
  const { id } = await shop.ok('profile.createPractice', { name: 'Practice' })
  expect(await shop.fails('profile.correct', { id, ...right })).toMatchObject({ reason: 'profile.practice' })
  expect(await shop.fails('profile.correct', { id: 'none', ...right })).toMatchObject({ field: 'id' })
  const person = await shop.ok('user.save', { name: 'Otieno', role: 'manager', pin: '628417' })
  const other = shop.window('other')
  await other.ok('session.unlock', { userId: person.id, pin: '628417' })
  expect(await other.fails('profile.correct', { id: shop.appId, ...right })).toMatchObject({
    reason: 'session.notAllowed',
  })
})

test('a device that is just being initialised is not corrected under its feet', async () => {
  const till = await mistyped({})
  await till.authority.control('PUT', 'faults', [
    { kind: 'slow', paths: ['/selectInitOsdcInfo'], times: 1, ms: 200 },
  ])
  const beginning = till.call('device.initialize', {})
  // The authority has been asked once it has taken its fault.
  await expect.poll(() => till.authority.control<unknown[]>('POST', 'faults', [])).toEqual([])
  const { reason } = await till.fails('profile.correct', { id: till.id, ...till.right })
  expect(reason).toBe('device.initialising')
  expect(await beginning).toMatchObject({ ok: true })
})
