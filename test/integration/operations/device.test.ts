/** The till's own side of the device: the answers as they come, and a key that was kept. */
import { describe, expect, test } from 'vitest'
import { fileSecrets } from '../../../core/platform/secrets.ts'
import { secretName } from '../../../core/profile/secretNames.ts'
import { connectionTo, startShop, startTill } from './shop.ts'

test('before it is initialised the till says so, and afterwards what it is', async () => {
  const shop = await startShop({ initialised: false })
  expect(await shop.ok('device.status')).toMatchObject({ ready: false, serial: 'KAU-1', sdcId: null })
  expect(await shop.fails('reference.sync', {})).toMatchObject({ code: '007' })
  await shop.ok('device.initialize', {})
  expect(await shop.ok('device.status')).toMatchObject({
    ready: true,
    taxpayerName: expect.any(String),
    sdcId: expect.stringMatching(/^KRACU/),
  })
  expect(await shop.ok('reference.state')).toMatchObject({ codes: expect.any(Number), branches: 3 })
  const { codes } = await shop.ok('reference.codes', { class: '04' })
  expect(codes.map(({ code, userDefined1 }) => [code, userDefined1])).toContainEqual(['B', '16'])
  expect((await shop.ok('reference.itemClasses', { text: 'bread' })).classes.length).toBeGreaterThan(0)
  expect((await shop.ok('reference.itemClasses', { text: '%' })).classes).toEqual([])
  expect((await shop.ok('reference.notices')).notices.length).toBeGreaterThan(0)
})

describe('what can go wrong', () => {
  test('the authority is away', async () => {
    const shop = await startShop({ initialised: false })
    await shop.authority.offline(true)
    expect(await shop.fails('device.initialize', {})).toMatchObject({
      code: '006',
      reason: 'authority.notReached',
    })
    expect(await shop.ok('device.status')).toMatchObject({ ready: false })
  })

  test('the device is not approved', async () => {
    const shop = await startShop({ initialised: false })
    await shop.authority.control('PUT', 'devices/P051000001K/00/KAU-1', { approved: false })
    expect(await shop.fails('device.initialize', {})).toMatchObject({ code: '007', reason: 'device.refused' })
  })

  test('the answer is lost, and the device is installed: the kept key is asked for and taken', async () => {
    const shop = await startShop({ initialised: false })
    await shop.authority.control('PUT', 'faults', [
      { kind: 'cutAfter', paths: ['/selectInitOsdcInfo'], times: 1 },
    ])
    expect(await shop.fails('device.initialize', {})).toMatchObject({
      code: '006',
      reason: 'device.answerLost',
    })
    expect(await shop.fails('device.initialize', {})).toMatchObject({
      code: '007',
      reason: 'device.installedElsewhere',
      params: { code: '902' },
    })
    const ledger = await shop.authority.control<{ devices: { sdcId: string; mrcNo: string }[] }>(
      'GET',
      'ledger',
    )
    const { sdcId, mrcNo } = ledger.devices[0]!
    const wrong = { cmcKey: 'not-the-right-key', sdcId, mrcNo }
    expect(await shop.fails('device.restore', wrong)).toMatchObject({ code: '003', field: 'cmcKey' })
    expect(await shop.ok('device.status')).toMatchObject({ ready: false })
  })
})

test('a device that was initialised elsewhere continues with its key, its numbers realigned', async () => {
  const first = await startShop()
  const item = await first.stocked({ onHand: 500 })
  await first.sell([{ item, quantity: 100 }])
  await first.settled()
  const { sdcId, mrcNo } = await first.ok('device.status')
  const key = await fileSecrets(first.dataDir).get(secretName.cmcKey(first.appId))
  const second = await startTill()
  await second.host().createProfile({ kind: 'device', connection: connectionTo(first.authority) })
  await second.ok('workspace.createOwner', { name: 'Owner', pin: '471362' })
  const restored = await second.ok('device.restore', { cmcKey: key!, sdcId: sdcId!, mrcNo: mrcNo! })
  expect(restored).toMatchObject({ ready: true, sdcId })
  expect((await second.ok('reference.state')).codes).toBeGreaterThan(500)
})

test('a key that the authority could not check never replaces the kept one; the first key is kept unchecked', async () => {
  const shop = await startShop()
  const kept = () => fileSecrets(shop.dataDir).get(secretName.cmcKey(shop.appId))
  const before = await kept()
  const { sdcId, mrcNo } = await shop.ok('device.status')
  await shop.authority.offline(true)
  const entered = { cmcKey: 'a-key-of-another-device', sdcId: sdcId!, mrcNo: mrcNo! }
  expect(await shop.fails('device.restore', entered)).toMatchObject({
    code: '006',
    reason: 'device.keyUnchecked',
    field: 'cmcKey',
  })
  expect(await kept()).toBe(before)
  expect(await shop.ok('device.status')).toMatchObject({ ready: true, sdcId, mrcNo })

  const second = await startTill()
  await second.host().createProfile({ kind: 'device', connection: connectionTo(shop.authority) })
  await second.ok('workspace.createOwner', { name: 'Owner', pin: '471362' })
  const restored = await second.ok('device.restore', { ...entered, cmcKey: before! })
  expect(restored).toMatchObject({ ready: true, sdcId })
})
