/** The first run: how far a shop has come is kept, and what was said of it is in its profile. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fileSecrets } from '../../../core/platform/secrets.ts'
import { secretName } from '../../../core/profile/secretNames.ts'
import { shopKinds, starterGoods } from '../../../renderer/screens/firstRun/goods/starterGoods.ts'
import { connectionTo, newRequest, startAuthority, startShop, startTill } from './shop.ts'

const shop = {
  tradeName: 'Duka la Amina',
  address: 'Shop 4, Moi Avenue',
  city: 'Nairobi',
  phone: '0700 000 001',
  headerMessage: '',
  footerMessage: '',
}

test('a restart continues at the step, and the new profile has the details that were entered before it', async () => {
  const authority = await startAuthority()
  const till = await startTill()
  const at = async () => (await till.ok('workspace.state')).firstRun
  expect(await at()).toBeNull()
  expect(await till.fails('firstRun.save', { step: 'device', shop })).toMatchObject({
    reason: 'session.locked',
  })
  await till.ok('workspace.createOwner', { name: 'Amina', pin: '471362' })
  expect(await at()).toEqual({ step: 'shop', shop: null })
  const { html } = await till.ok('receipt.sample', { shop, paper: '80mm' })
  for (const text of ['Duka la Amina', 'Shop 4, Moi Avenue', 'SANDBOX - NOT A REAL RECEIPT'])
    expect(html).toContain(text)
  await till.ok('firstRun.save', { step: 'device', shop })
  await till.restart()
  expect(await at()).toEqual({ step: 'device', shop })
  const [owner] = (await till.ok('workspace.state')).people
  await till.ok('session.unlock', { userId: owner!.id, pin: '471362' })
  await till.ok('profile.create', { ...connectionTo(authority), name: shop.tradeName })
  expect((await till.ok('settings.get')).shop).toEqual(shop)
  await till.ok('firstRun.save', { step: 'goods' })
  expect(await at()).toEqual({ step: 'goods', shop })
  await till.ok('firstRun.save', { step: 'over' })
  expect(await at()).toBeNull()
})

test('the authority’s list has a category for each starter good, of its tax letter', async () => {
  const { ok } = await startShop()
  const goods = shopKinds.flatMap(starterGoods)
  expect(new Set(goods.map(({ name }) => name)).size).toBe(goods.length)
  const letters: Record<string, string | null | undefined> = {}
  for (const { name, words } of goods) {
    const { classes } = await ok('reference.itemClasses', { text: words, propose: true, limit: 1 })
    letters[name] = classes[0]?.taxType
  }
  // The practice list has milk as exempt, as the authority may; the law has it at 0 %.
  expect(letters).toEqual({
    ...Object.fromEntries(goods.map(({ name, taxType }) => [name, taxType])),
    'Milk, packet 500 ml': 'A',
  })
})

test('the checklist of a new shop is over with its first signed sale, or when a manager hides it', async () => {
  const shop = await startShop({ initialised: false })
  const done = async () =>
    (await shop.ok('status.checklist')).tasks.flatMap((task) => (task.done ? [task.name] : []))
  expect(await done()).toEqual([])
  await shop.ok('device.initialize')
  await shop.ok('settings.save', { printer: { kind: 'window', tested: true } })
  expect(await done()).toEqual(['device', 'printer'])
  const item = await shop.stocked({ onHand: 10_00 })
  expect(await done()).toEqual(['device', 'goods', 'stock', 'printer'])
  await shop.sell([{ item, quantity: 100 }])
  await shop.settled()
  expect((await shop.ok('status.checklist')).tasks).toEqual([])

  const other = await startShop()
  await other.ok('status.dismissChecklist')
  expect((await other.ok('status.checklist')).tasks).toEqual([])
})

test('a backup is verified and shown on a new computer, which restores it and then has everything but the key', async () => {
  const old = await startShop()
  const item = await old.stocked({ onHand: 10_00 })
  await old.sell([{ item, quantity: 100 }])
  await old.settled()
  await old.ok('backup.make')
  const { folder, files } = await old.ok('backup.list')
  const path = join(folder, files[0]!.name)

  const till = await startTill()
  await till.ok('workspace.createOwner', { name: 'Amina', pin: '471362', first: 'restore' })
  expect((await till.ok('workspace.state')).firstRun).toMatchObject({ step: 'restore' })
  expect(await till.fails('backup.look', { path: join(folder, 'none.db') })).toMatchObject({
    reason: 'backup.notThere',
  })
  const found = await till.ok('backup.look', { path })
  const { taxpayerPin, branchId, deviceSerial } = connectionTo(old.authority)
  expect(found).toMatchObject({ environment: 'sandbox', taxpayerPin, branchId, deviceSerial, sales: 1 })
  await till.ok('profile.create', { ...connectionTo(old.authority), name: 'Duka' })
  await till.ok('backup.restore', { copy: { place: 'file', path }, pin: '471362' })
  expect((await till.ok('invoice.list', {})).invoices).toHaveLength(1)
  expect(await till.ok('device.status')).toMatchObject({ ready: true, hasKey: false })

  const key = await fileSecrets(old.dataDir).get(secretName.cmcKey(old.appId))
  const { sdcId, mrcNo } = await till.ok('device.status')
  await till.ok('device.restore', { cmcKey: key!, sdcId: sdcId!, mrcNo: mrcNo! })
  expect(await till.ok('device.status')).toMatchObject({ hasKey: true })
  const { invoiceId } = await till.ok('sale.complete', {
    lines: [{ itemId: item.id, quantity: 100 }],
    tenders: [{ method: '01', amount: item.price }],
    requestId: newRequest(),
  })
  await expect.poll(async () => (await till.ok('invoice.get', { id: invoiceId })).state).toBe('signed')
  expect(await old.ok('device.status')).toMatchObject({ ready: true, hasKey: true })
})

test('a backup of a practice shop is not restored as a real one', async () => {
  const practice = await startTill()
  await practice.ok('workspace.tryItNow', { language: 'en' })
  await practice.ok('backup.make')
  const { folder, files } = await practice.ok('backup.list')
  const till = await startTill()
  await till.ok('workspace.createOwner', { name: 'Amina', pin: '471362' })
  expect(await till.fails('backup.look', { path: join(folder, files[0]!.name) })).toMatchObject({
    reason: 'backup.practice',
  })
})
