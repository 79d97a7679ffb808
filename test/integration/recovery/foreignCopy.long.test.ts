/** Copies of other profiles: never put in the place of this one's database, and not among its own in a place they share. */
import { cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { temporaryFolder } from '../../support/folder.ts'
import { connectionTo, type Shop, startAuthority, startShop } from '../operations/shop.ts'

/** A copy of the profile at the window, as a file that the owner names. */
const copyOf = async (shop: Shop) => {
  const { name } = await shop.ok('backup.make')
  const { folder } = await shop.ok('backup.list')
  // Kaunta compresses it as soon as the next copy is made.
  const path = join(shop.dataDir, 'carried', name)
  cpSync(join(folder, name), path)
  return { place: 'file' as const, path }
}

/** Another profile, at the window from then on. */
const openAnother = async (shop: Shop, connection: ReturnType<typeof connectionTo>) => {
  const { id } = await shop.ok('profile.create', connection)
  await shop.ok('profile.switch', { id })
  return id
}

/** The profile at the window takes this copy neither to look at nor to put in place. */
const expectRefused = async (shop: Shop, copy: Awaited<ReturnType<typeof copyOf>>) => {
  const refusal = { reason: 'backup.notOurs', field: 'copy' }
  expect(await shop.fails('backup.describe', { copy })).toMatchObject(refusal)
  expect(await shop.fails('backup.restore', { copy, pin: '471362' })).toMatchObject(refusal)
}

it.each([
  ['initialised with the same serial number', true],
  ['never initialised', false],
])('a copy of a Sandbox that was %s is not put in the place of Production', async (_, initialised) => {
  const shop = await startShop({ initialised })
  await shop.authority.offline(true)
  const item = await shop.ok('item.save', {
    name: 'Trial',
    taxType: 'B',
    price: 100_00,
    itemClass: '5313160900',
    opening: 10_00,
  })
  await shop.sell([{ item, quantity: 300 }])
  const copy = await copyOf(shop)
  const real = await startAuthority()
  const id = await openAnother(shop, connectionTo(real, { name: 'Real', environment: 'production' }))
  await shop.ok('device.initialize')
  await expectRefused(shop, copy)
  await shop.settled(id)
  expect((await real.ledger()).sales).toEqual([])
})

it.each([
  ['branch', { branchId: '01' }],
  ['taxpayer', { taxpayerPin: 'P051000002L' }],
])('nor is one of another %s, though the device bears the same serial number', async (_, changes) => {
  const shop = await startShop()
  const copy = await copyOf(shop)
  await openAnother(shop, connectionTo(shop.authority, { name: 'Another', ...changes }))
  await expectRefused(shop, copy)
})

it('a profile takes its own copies of before its device was initialised, and of a device with another serial number than it was made with', async () => {
  const shop = await startShop({ initialised: false })
  const early = await copyOf(shop)
  await shop.ok('device.initialize', { deviceSerialNumber: 'KAU-CORRECTED' })
  const later = await copyOf(shop)
  for (const copy of [early, later])
    expect(await shop.ok('backup.describe', { copy })).toMatchObject({ complete: true })
})

it('another computer takes the copy of a shop whose PIN was corrected after it was made', async () => {
  const old = await startShop({ initialised: false })
  const mistyped = connectionTo(old.authority, { taxpayerPin: 'P051999999Z', branchId: '01' })
  const id = await openAnother(old, mistyped)
  const right = { ...mistyped, taxpayerPin: connectionTo(old.authority).taxpayerPin }
  const { environment, ...correction } = right
  await old.ok('profile.correct', { id, ...correction })
  await old.ok('device.initialize')
  const copy = await copyOf(old)
  const other = await startShop({ initialised: false })
  await openAnother(other, right)
  expect(await other.ok('backup.describe', { copy })).toMatchObject({ sales: 0 })
  await openAnother(other, { ...mistyped, branchId: '02' })
  await expectRefused(other, copy)
})

describe('two branches whose devices bear the same serial number, with one second place', () => {
  const setUp = async () => {
    const stick = temporaryFolder()
    onTestFinished(stick.remove)
    const shop = await startShop()
    await shop.ok('settings.save', { backupFolder: stick.path })
    const copy = await shop.ok('backup.make')
    await openAnother(shop, connectionTo(shop.authority, { name: 'Branch', branchId: '01' }))
    await shop.ok('device.initialize')
    await shop.ok('settings.save', { backupFolder: stick.path })
    return { shop, stick: stick.path, copy }
  }

  it('do not share their copies', async () => {
    const { shop } = await setUp()
    expect((await shop.ok('backup.list')).second).toEqual([])
  })

  it('each find their own among those of before, when the place had one name for both', async () => {
    const { shop, stick, copy } = await setUp()
    const before = join(stick, 'kaunta-sandbox-KAU-1')
    renameSync(join(stick, 'kaunta-sandbox-P051000001K-00-KAU-1'), before)
    // Copies of that time were not compressed.
    for (const name of readdirSync(before).filter((each) => each.endsWith('.zst'))) {
      writeFileSync(join(before, copy.name), zstdDecompressSync(readFileSync(join(before, name))))
      rmSync(join(before, name))
    }
    writeFileSync(join(before, '20261101000000-daily.db'), 'this is no copy')
    expect((await shop.ok('backup.list')).second).toEqual([])
    await shop.ok('profile.switch', { id: shop.appId })
    expect((await shop.ok('backup.list')).second).toEqual([copy])
    const chosen = { place: 'second', name: copy.name } as const
    expect(await shop.ok('backup.describe', { copy: chosen })).toMatchObject({
      file: join(before, copy.name),
    })
    // A file there belongs to somebody else, so Kaunta must not delete it.
    const later = await shop.ok('backup.make')
    // A copy that is compressed meanwhile keeps the name that is listed.
    const { second } = await shop.ok('backup.list')
    expect(second.map(({ name }) => name)).toEqual([later.name, copy.name])
  })
})
