/** The installation's database of a production shop is damaged: the gateway opens that shop or none, never another one. */
import { cpSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { startGateway } from '../../../core/cli/startGateway.ts'
import { FolderTroubleError } from '../../../core/disk/dataFolderErrors.ts'
import type { CreateProfile } from '../../../core/host/host.ts'
import { backupsIn } from '../../../core/recovery/backupFiles.ts'
import { workspacePlaces } from '../../../core/workspace/recoverWorkspaceDb.ts'
import { reachIn } from '../../../db/workspace/revision.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { ask, memoryLog } from '../../support/server.ts'
import { startAuthority } from '../../support/shop.ts'
import { openSmallTill } from '../../torture/smallTill.ts'
import { overwrite } from '../recovery/spoil.ts'

const live = (authorityUrl: string) =>
  ({
    kind: 'device',
    connection: {
      name: 'Production',
      environment: 'production',
      authorityUrl,
      dialect: 'legacy',
      taxpayerPin: 'P051000001K',
      branchId: '00',
      deviceSerial: 'KAU-1',
    },
  }) as const

/** A shop with a key in use, a revoked one and two sales that wait; `kept` is its folder as a kill leaves it. */
const makeShop = async () => {
  const authority = await startAuthority({ dialect: 'legacy', checks: 'strict' })
  const folder = temporaryFolder()
  onTestFinished(folder.remove)
  const [data, kept] = [join(folder.path, 'data'), join(folder.path, 'kept')]
  const firstProfile = live(authority.url)
  const till = await openSmallTill(data, authority.url, {}, firstProfile.connection)
  await till.unlock()
  await vi.waitFor(async () => expect(await till.waiting()).toBe(0), { timeout: 20_000, interval: 20 })
  await authority.offline(true)
  for (let count = 0; count < 2; count += 1) expect(await till.sell()).toMatchObject({ ok: true })
  const mint = async () => {
    const reply = await till.ask('apiKey.mint', {})
    return (reply as unknown as { data: { key: string; apiKey: { id: string } } }).data
  }
  const [inUse, revoked] = [await mint(), await mint()]
  await till.ask('apiKey.revoke', { id: revoked.apiKey.id })
  const { backups, file } = workspacePlaces(data)
  await vi.waitFor(
    () =>
      expect(reachIn(join(backups, backupsIn(backups)[0]?.name ?? '')).revision).toEqual(
        reachIn(file).revision,
      ),
    { timeout: 20_000, interval: 50 },
  )
  cpSync(data, kept, { recursive: true })
  const [{ id } = { id: '' }] = till.host.profiles()
  await till.close()
  return { authority, data, kept, id, firstProfile, inUse: inUse.key, revoked: revoked.key }
}

const sandbox: CreateProfile = { kind: 'practice', name: 'Sandbox' }

it('opens the shop, or says what is where, with and without the flags of its device', async () => {
  const shop = await makeShop()
  const { authority, data, kept, id } = shop
  const bytes = statSync(join(kept, 'workspace.db')).size
  const places = [0, 18, 100, ...[1, 2, 3].map((part) => Math.floor((part * bytes) / 4))]
  const outcomes = new Set<string>()
  const rows = [true, false].flatMap((hasCopies) =>
    places.flatMap((at) =>
      [sandbox, shop.firstProfile].map((firstProfile) => ({ hasCopies, at, firstProfile })),
    ),
  )
  for (const { hasCopies, at, firstProfile } of rows) {
    const row = `byte ${at} of ${bytes}, ${hasCopies ? 'with' : 'without'} copies, ${firstProfile.kind}`
    rmSync(data, { recursive: true })
    cpSync(kept, data, { recursive: true })
    const file = join(data, 'workspace.db')
    overwrite(file, at, 1, (readFileSync(file)[at] ?? 0) ^ 0xff)
    if (!hasCopies) rmSync(join(data, 'backups'), { recursive: true })
    try {
      const gateway = await startGateway({ dataDir: data, port: 0, log: memoryLog(), firstProfile })
      const statusFor = async (key: string) =>
        (await ask(`${gateway.url}/api/v1/items`, { headers: { 'x-api-key': key } })).status
      const found = [await statusFor(shop.inUse), await statusFor(shop.revoked)]
      await gateway.close()
      expect({ row, apps: gateway.apps, found }).toEqual({
        row,
        apps: [expect.objectContaining({ id, environment: 'production' })],
        found: [200, 401],
      })
      outcomes.add(hasCopies ? 'opened from a copy' : 'opened')
    } catch (error) {
      // Only where nothing is left that it could be made anew from.
      expect({ row, error }).toEqual({ row, error: expect.any(FolderTroubleError) })
      expect(hasCopies, row).toBe(false)
      outcomes.add('refused')
    }
    expect(readdirSync(join(data, 'apps')), row).toEqual([id])
  }
  expect([...outcomes].toSorted()).toEqual(['opened', 'opened from a copy', 'refused'])
  // The shop that came back sends the documents that wait.
  rmSync(data, { recursive: true })
  cpSync(kept, data, { recursive: true })
  overwrite(join(data, 'workspace.db'), 0, 1)
  await authority.offline(false)
  const gateway = await startGateway({ dataDir: data, port: 0, log: memoryLog(), firstProfile: sandbox })
  await vi.waitFor(async () => expect((await authority.ledger()).sales).toHaveLength(2), {
    timeout: 30_000,
    interval: 50,
  })
  await gateway.close()
}, 180_000)
