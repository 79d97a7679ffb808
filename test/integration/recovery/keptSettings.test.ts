/** A kept value that a disk has damaged keeps no till from opening, is found in the copies, and people hear of it. */
import { expect, it } from 'vitest'
import { openShop } from '../../support/shop.ts'

const damages: [string, string][] = [
  ['a setting that is no JSON', `update setting set value = '"T' where name = 'tillName'`],
  ['a setting of another kind', `update setting set value = '"T"' where name = 'blockBelowStock'`],
  ['the last known time', `update setting set value = '{"auth' where name = 'lastKnownTime'`],
]

it('of a profile', async () => {
  const shop = await openShop()
  await shop.call('settings.save', { tillName: 'T7' })
  const soap = await shop.goods()
  await shop.sell(soap)
  await shop.settled()
  await shop.call('backup.make')
  // The authority's clock would replace the last known time before anybody saw the damage.
  await shop.authority.offline(true)
  for (const [what, sql] of damages) {
    await shop.close()
    const before = shop.read('select * from setting order by name')
    shop.tamper(sql)
    expect(shop.read('select * from setting order by name'), what).not.toEqual(before)
    await shop.open()
    await expect
      .poll(async () => (await shop.call('backup.list')).findings, { timeout: 60_000 })
      .toMatchObject([{ cause: 'changed', text: expect.stringContaining('setting') }])
    expect(await shop.call('settings.get'), what).toMatchObject({ tillName: 'T7', blockBelowStock: false })
    expect((await shop.sell(soap)).number).toMatch(/^T7-/)
    const [finding] = (await shop.call('backup.list')).findings
    await shop.call('backup.dismiss', { id: finding!.id })
  }
}, 240_000)
