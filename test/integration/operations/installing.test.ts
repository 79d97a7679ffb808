/** The authority gives a device's identity once: no later failure on our side loses it. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Secrets } from '../../../core/base/ports.ts'
import { nodePorts } from '../../../core/platform/nodePorts.ts'
import { fileSecrets } from '../../../core/platform/secrets.ts'
import { secretName } from '../../../core/profile/secretNames.ts'
import { explain } from '../../../renderer/i18n/errors.ts'
import { setLanguage } from '../../../renderer/i18n/index.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { ask, memoryLog, startTestServer } from '../../support/server.ts'
import { openShop, type Shop } from '../../support/shop.ts'

const diskFull = () => Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
const keyringLocked = () => new Error('The keyring is locked')

/** Secrets in the files of the headless host, whose writes fail as the test says. */
const faultySecrets = () => {
  const folder = temporaryFolder()
  onTestFinished(folder.remove)
  const files = fileSecrets(folder.path)
  const disk = {
    folder: folder.path,
    failing: (_name: string, _value: string): Error | null => null,
    secrets: {
      ...files,
      set: async (name, value) => {
        const error = disk.failing(name, value)
        if (error) throw error
        await files.set(name, value)
      },
    } as Secrets,
  }
  return disk
}

/** The authority's response, not the data written before the request. */
const isIdentity = (name: string, value: string) => name.endsWith('.identity') && value.includes('KRACU')

const asked = (shop: Shop) => shop.authority.asked('selectInitOsdcInfo')

const failure = async (shop: Shop) => {
  const reply = await shop.reply('device.initialize', {})
  if (reply.ok) throw new Error('The device was initialised')
  return reply.error
}

const breakDevice = `create trigger broken before insert on device begin select raise(abort, 'no'); end`

/** The device signs: its key and its numbers are those that the authority gave. */
const expectToSign = async (shop: Shop) => {
  const { invoiceId } = await shop.sell(await shop.goods())
  await shop.becomes(invoiceId, 'accepted')
}

test('an identity that cannot be kept is held until it can, and is not asked for again', async () => {
  const disk = faultySecrets()
  const shop = await openShop({ initialised: false, ports: { secrets: disk.secrets } })
  disk.failing = (name, value) => (isIdentity(name, value) ? diskFull() : null)
  expect(await failure(shop)).toMatchObject({ reason: 'device.notKept', params: { why: 'full' } })
  expect(await shop.call('device.status')).toMatchObject({ ready: false })
  expect(await failure(shop)).toMatchObject({ reason: 'device.notKept' })
  disk.failing = () => null
  expect((await shop.call('device.initialize', {})).deviceInfo.sdcId).toMatch(/^KRACU/)
  expect(await asked(shop)).toBe(1)
  await expectToSign(shop)
})

test('an identity that is held stays so while a copy of the database is put in place', async () => {
  const disk = faultySecrets()
  const shop = await openShop({ initialised: false, ports: { secrets: disk.secrets } })
  const { name } = await shop.call('backup.make')
  disk.failing = (name, value) => (isIdentity(name, value) ? diskFull() : null)
  await failure(shop)
  await shop.call('backup.restore', { copy: { place: 'own', name }, pin: '471362' })
  expect(await failure(shop)).toMatchObject({ reason: 'device.notKept' })
  disk.failing = () => null
  await shop.call('device.initialize', {})
  expect(await asked(shop)).toBe(1)
})

test('closing Kaunta is another chance for an identity that is held', async () => {
  const disk = faultySecrets()
  const shop = await openShop({ initialised: false, ports: { secrets: disk.secrets } })
  disk.failing = (name, value) => (isIdentity(name, value) ? diskFull() : null)
  await failure(shop)
  disk.failing = () => null
  await shop.close()
  expect(await disk.secrets.get(secretName.identity(shop.appId))).toContain('KRACU')
  expect(shop.read('select serial from device')).toEqual([{ serial: 'KAU-00' }])
})

test('closing Kaunta waits for an identity that the authority is about to send', async () => {
  const shop = await openShop({ initialised: false })
  await shop.authority.faults({ kind: 'slow', ms: 200, paths: ['selectInitOsdcInfo'], times: 1 })
  const reply = shop.reply('device.initialize', {})
  await expect.poll(() => asked(shop)).toBe(1)
  await shop.restart()
  expect(await shop.call('device.status')).toMatchObject({ ready: true })
  expect(await asked(shop)).toBe(1)
  expect(await reply).toMatchObject({ ok: true })
})

test('it says that the device is installed, what is in the way and what to do, in both languages', async () => {
  const disk = faultySecrets()
  const shop = await openShop({ initialised: false, ports: { secrets: disk.secrets } })
  disk.failing = (name, value) => (isIdentity(name, value) ? diskFull() : null)
  const full = await failure(shop)
  expect(full.message).toMatch(/installed.*disk is full: free some space.*do not close Kaunta/)
  expect(explain(full)).toMatch(/key is not stored yet: do not close Kaunta\. Free some space/)
  setLanguage('sw')
  onTestFinished(() => setLanguage('en'))
  expect(explain(full)).toMatch(/haujahifadhiwa bado: usifunge Kaunta\. Ongeza nafasi/)
  disk.failing = (name, value) => (isIdentity(name, value) ? keyringLocked() : null)
  expect((await failure(shop)).message).toMatch(/keyring is unlocked/)
})

describe('an identity that is kept and not taken over', () => {
  test('is taken over when Kaunta is started again', async () => {
    const shop = await openShop({ initialised: false })
    shop.tamper(breakDevice)
    await failure(shop)
    await shop.close()
    shop.tamper('drop trigger broken')
    await shop.open()
    expect(await shop.call('device.status')).toMatchObject({
      ready: true,
      serial: 'KAU-00',
      sdcId: expect.stringMatching(/^KRACU/),
      mrcNo: expect.stringMatching(/\w/),
      taxpayerName: expect.stringMatching(/\w/),
    })
    expect(await asked(shop)).toBe(1)
    await expectToSign(shop)
  })

  test('does not keep Kaunta from starting, and is taken over at the next press, without asking', async () => {
    const shop = await openShop({ initialised: false })
    shop.tamper(breakDevice)
    const stopped = await failure(shop)
    expect(explain(stopped)).toMatch(/key is safe/)
    await shop.restart()
    expect(await failure(shop)).toMatchObject({ reason: 'device.notTakenOver' })
    shop.tamper('drop trigger broken')
    await shop.call('device.initialize', {})
    expect(await asked(shop)).toBe(1)
    await expectToSign(shop)
  })

  test('keeps its serial number: another one is 003', async () => {
    const shop = await openShop({ initialised: false })
    shop.tamper(breakDevice)
    await shop.software('device.initialize', { deviceSerialNumber: 'FIRST' })
    shop.tamper('drop trigger broken')
    const other = await shop.software('device.initialize', { deviceSerialNumber: 'SECOND' })
    expect(other).toMatchObject({ error: { code: '003', reason: 'device.otherSerial' } })
    expect(await shop.call('device.status')).toMatchObject({ ready: true, serial: 'FIRST' })
  })

  test('gives way to a key that is entered by hand', async () => {
    const shop = await openShop({ initialised: false })
    shop.tamper(breakDevice)
    await failure(shop)
    shop.tamper('drop trigger broken')
    const name = secretName.identity(shop.appId)
    const { cmcKey, unit } = JSON.parse(shop.secrets.get(name)!)
    await shop.call('device.restore', { cmcKey, sdcId: unit.sdc_id, mrcNo: 'WIS09999999' })
    expect(JSON.parse(shop.secrets.get(name)!)).toMatchObject({ cmcKey, unit: { mrc_no: 'WIS09999999' } })
    await shop.restart()
    expect(await shop.call('device.status')).toMatchObject({ ready: true, mrcNo: 'WIS09999999' })
  })
})

describe('nothing is asked', () => {
  test('without room on the disk', async () => {
    let free = 2 ** 40
    const volume = { ...nodePorts('', memoryLog()).volume, freeBytes: () => free }
    const shop = await openShop({ initialised: false, ports: { volume } })
    free = 1_000_000
    await shop.restart()
    expect(await failure(shop)).toMatchObject({ code: '905', reason: 'disk.stopped' })
    expect(await asked(shop)).toBe(0)
    free = 2 ** 40
    await shop.call('device.initialize', {})
  })

  test('while no secret can be written', async () => {
    const disk = faultySecrets()
    const shop = await openShop({ initialised: false, ports: { secrets: disk.secrets } })
    disk.failing = diskFull
    expect(await failure(shop)).toMatchObject({ code: '905', reason: 'disk.full' })
    disk.failing = keyringLocked
    const locked = await failure(shop)
    expect(locked).toMatchObject({ code: '905', reason: 'device.noSecrets' })
    expect(explain(locked)).toMatch(/nothing was requested\. Unlock the computer’s keyring/)
    expect(await asked(shop)).toBe(0)
    disk.failing = () => null
    await shop.call('device.initialize', {})
  })

  test('while what is written as a secret cannot be read again', async () => {
    const secrets: Secrets = {
      get: async () => null,
      set: async () => undefined,
      remove: async () => undefined,
    }
    const shop = await openShop({ initialised: false, ports: { secrets } })
    expect(await failure(shop)).toMatchObject({ reason: 'device.noSecrets' })
    expect(await asked(shop)).toBe(0)
  })
})

test('a device that the authority refused is asked for again', async () => {
  const shop = await openShop({ initialised: false })
  await shop.authority.offline(true)
  expect(await failure(shop)).toMatchObject({ reason: 'authority.notReached' })
  await shop.restart()
  await shop.authority.offline(false)
  await shop.call('device.initialize', {})
  await expectToSign(shop)
})

test('a till of an earlier version, with a key and no kept identity, continues', async () => {
  const shop = await openShop()
  shop.secrets.delete(secretName.identity(shop.appId))
  await shop.restart()
  await shop.call('device.initialize', {})
  expect(await asked(shop)).toBe(1)
  expect(shop.secrets.has(secretName.identity(shop.appId))).toBe(false)
  await expectToSign(shop)
})

test('over REST it is 905 as HTTP 507, and the same call again finishes it', async () => {
  const disk = faultySecrets()
  const shop = await openShop({ initialised: false, ports: { secrets: disk.secrets } })
  await using server = await startTestServer(shop.host())
  const initialise = () =>
    ask(`${server.url}/api/v1/initialize`, {
      method: 'POST',
      headers: { 'x-api-key': shop.apiKey, 'idempotency-key': 'once' },
      body: {},
    })
  disk.failing = keyringLocked
  expect(await initialise()).toMatchObject({ status: 507 })
  disk.failing = (name, value) => (isIdentity(name, value) ? diskFull() : null)
  const failed = await initialise()
  expect(failed).toMatchObject({ status: 507, headers: { 'retry-after': '30' } })
  expect(failed.json()).toMatchObject({
    resultCd: '905',
    resultMsg: expect.stringMatching(/installed.*call POST \/initialize again.*do not close Kaunta/),
    data: null,
  })
  disk.failing = () => null
  const done = await initialise()
  expect(done.status).toBe(200)
  expect(done.json()).toMatchObject({
    resultCd: '000',
    data: { deviceInfo: { deviceStatus: 'ACTIVE' }, syncResult: { codes: true } },
  })
  expect(await asked(shop)).toBe(1)
})

test('the key is in no answer, log or file, whatever fails', async () => {
  const disk = faultySecrets()
  const shop = await openShop({ initialised: false, ports: { secrets: disk.secrets } })
  const answers: unknown[] = []
  for (const failing of [isIdentity, (name: string) => name.endsWith('.cmcKey')]) {
    disk.failing = (name, value) => (failing(name, value) ? diskFull() : null)
    answers.push(await shop.reply('device.initialize', {}))
  }
  disk.failing = () => null
  answers.push(await shop.reply('device.initialize', {}))
  const key = (await disk.secrets.get(secretName.cmcKey(shop.appId)))!
  expect(key).toMatch(/^[0-9a-f]{32}$/)
  expect(JSON.stringify([answers, shop.log.lines, shop.events])).not.toContain(key)
  await shop.close()
  for (const folder of [shop.dataDir, disk.folder])
    for (const file of readdirSync(folder, { recursive: true, withFileTypes: true }))
      if (file.isFile())
        expect(readFileSync(join(file.parentPath, file.name), 'latin1'), file.name).not.toContain(key)
})
