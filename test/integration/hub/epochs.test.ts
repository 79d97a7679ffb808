/** A computer that takes over is killed at each step, and a hub that was put back from a backup does not sign for nobody. */
import { createPrivateKey, createPublicKey, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Secrets } from '../../../core/base/ports.ts'
import { type TakeOver, takeOverSecret } from '../../../core/contract/hub/escrow.ts'
import { hubKey } from '../../../core/hub/certificate.ts'
import { keepSecrets } from '../../../core/hub/copies/recoveryCode.ts'
import { restoreBackup } from '../../../core/hub/copies/restore.ts'
import { takeOverIfAsked } from '../../../core/hub/takeOver.ts'
import { pinOf } from '../../../core/link/identity.ts'
import { systemClock } from '../../../core/platform/nodePorts.ts'
import { beginEpoch } from '../../../db/hub/epochs.ts'
import { openHubDb } from '../../../db/hub/postgres.ts'
import { bothPrograms, freshDatabase, openFolder } from '../../support/postgres.ts'
import { openShop } from '../../support/shop.ts'
import { quickLink } from './branch.ts'
import { memoryLog, memorySecrets, startHub } from './openDoor.ts'

const programs = bothPrograms().at(-1)!
const waitFor = <T>(look: () => T | Promise<T>) => vi.waitFor(look, { timeout: 60_000, interval: 30 })

const askedOf = async (): Promise<TakeOver> => {
  const made = memorySecrets()
  await hubKey(made)
  const till = (name: string) => ({
    ...{
      uid: randomUUID(),
      name,
      app: randomUUID(),
      publicKey: name.padEnd(43, 'x'),
      pairedAt: 1,
      confirmedAt: 1,
    },
    ...{ revokedAt: null, parent: null, startSeq: 0, startHash: '0'.repeat(64) },
  })
  const [first, second] = [till('T1'), till('T2')]
  return {
    escrow: {
      ...{ hub: randomUUID(), environment: 'sandbox', epoch: 1, recoveryCode: 'CANARY-RECOVERY-CODE' },
      doorKey: made.kept.get('hub.tls') ?? '',
      branch: { pin: 'P051000001K', code: '00' },
      tills: [first, { ...second, parent: first.uid, startSeq: 4, startHash: '1'.repeat(64) }],
      peppers: ['newer', 'older'].map((secret) => ({ id: randomUUID(), secret: `canary-pepper-${secret}` })),
      device: {
        connection: {
          ...{ name: 'Mfano', environment: 'sandbox', authorityUrl: 'http://127.0.0.1:1', dialect: 'legacy' },
          ...{
            taxpayerPin: 'P051000001K',
            branchId: '00',
            serial: 'KAU-1',
            tokenUrl: null,
            apigeeAppId: null,
          },
        },
        unit: {
          ...{ serial: 'KAU-1', sdc_id: 'S', mrc_no: 'M', taxpayer_name: null, branch_name: null },
          ...{ place: null, initialised_at: 1 },
        },
        keys: { cmcKey: 'canary-cmc-key', deviceId: null, gateway: null },
      },
    },
    ...{ epoch: 7, computer: 'Back office', till: second.uid, backups: null },
  }
}

test('a hub that is killed at any step of a take-over finishes it with a later start', async () => {
  const asked = await askedOf()
  const kept = memorySecrets()
  kept.kept.set(takeOverSecret, JSON.stringify(asked))
  const { url, drop } = await freshDatabase(programs)
  const db = openHubDb(url, () => undefined, 2)
  onTestFinished(async () => {
    await db.destroy()
    await drop()
  })
  const log = memoryLog()
  /** Dies before the write of that number. */
  const dyingAt = (last: number): Secrets => {
    let writes = 0
    const orDie = async (write: () => Promise<void>) => {
      writes += 1
      if (writes > last) throw new Error('killed')
      await write()
    }
    return {
      get: kept.get,
      set: (name, value) => orDie(() => kept.set(name, value)),
      remove: (name) => orDie(() => kept.remove(name)),
    }
  }
  let kills = 0
  for (; ; kills += 1)
    try {
      await takeOverIfAsked(db, { clock: systemClock, log, secrets: dyingAt(kills) })
      break
    } catch (error) {
      expect(error).toMatchObject({ message: 'killed' })
    }
  expect(kills).toBe(6)
  expect(kept.kept.has(takeOverSecret)).toBe(false)
  const key = createPrivateKey({
    ...{ key: Buffer.from(kept.kept.get('hub.tls') ?? '', 'base64'), format: 'der', type: 'pkcs8' },
  })
  expect(pinOf(createPublicKey(key))).toMatch(/^\w{64}$/)
  const rows = async (query: string) => (await sql.raw<Record<string, unknown>>(query).execute(db)).rows
  expect(await rows('select id, epoch, computer, replaced_at from hub')).toEqual([
    { id: asked.escrow.hub, epoch: 7, computer: 'Back office', replaced_at: null },
  ])
  const [first, second] = await rows('select id, name, acked_seq, parent from origin order by id')
  expect([first, second]).toMatchObject([
    { name: 'T1', acked_seq: 0, parent: null },
    { name: 'T2', acked_seq: 4, parent: first?.['id'] },
  ])
  expect((await rows('select id from pepper order by ord desc')).map(({ id }) => id)).toEqual(
    asked.escrow.peppers.map(({ id }) => id),
  )
  const [device] = await rows('select app, waits_for from device')
  expect(device).toMatchObject({ waits_for: second?.['id'] })
  expect(kept.kept.get(`app.${device?.['app']}.identity`)).toContain('canary-cmc-key')
  const tables = ['hub', 'origin', 'device', 'pepper', 'branch']
  const said = [...(await Promise.all(tables.map((table) => rows(`select * from ${table}`)))), log.lines]
  for (const canary of ['canary-', 'CANARY-', asked.escrow.doorKey])
    expect(JSON.stringify(said)).not.toContain(canary)

  // Once it is done, nothing is asked any more. A lower epoch changes nothing.
  await takeOverIfAsked(db, { clock: systemClock, log, secrets: dyingAt(0) })
  await beginEpoch(db, { epoch: 3, computer: 'Nobody' })
  expect(await rows('select epoch from hub')).toEqual([{ epoch: 7 }])
  // The folder of another hub stays as it is.
  const other = await askedOf()
  kept.kept.set(takeOverSecret, JSON.stringify(other))
  await expect(takeOverIfAsked(db, { clock: systemClock, log, secrets: kept })).rejects.toThrow(
    'is of another hub',
  )
})

test('a hub that was put back from before its device left does not sign beside the till that has it', async () => {
  const hub = await startHub(programs, { environment: 'sandbox' })
  const shop = await openShop({ timing: { link: quickLink } })
  const soap = await shop.goods({ name: 'Soap', stock: 100 })
  await shop.settled()
  await shop.call('hub.pair', { address: hub.address, code: hub.code() })
  await waitFor(async () => expect((await shop.call('hub.state')).link).toMatchObject({ signs: true }))
  await shop.sell(soap)
  await waitFor(() => expect(shop.rows("state <> 'accepted'")).toEqual([]))
  const folder = openFolder()
  onTestFinished(folder.remove)
  // The hub has a sale that it could not send.
  await shop.authority.offline(true)
  await shop.sell(soap)
  await waitFor(async () => expect((await shop.call('hub.state')).link).toMatchObject({ waiting: 0 }))
  const file = await hub.hub.copies.make('manual', join(folder.path, 'copies'))
  await shop.authority.offline(false)
  await shop.call('hub.leave')
  await waitFor(async () => expect(await shop.call('hub.state')).toMatchObject({ role: 'alone' }))
  await shop.sell(soap, 2)
  await shop.settled()
  const { secrets } = hub
  await hub.close()

  const { url, drop } = await freshDatabase(programs)
  onTestFinished(drop)
  const db = openHubDb(url, () => undefined, 2)
  const { head } = await restoreBackup({ db, file, code: secrets.kept.get('hub.recovery') ?? '' })
  await keepSecrets(secrets, head.secrets)
  await beginEpoch(db, { epoch: Date.now(), computer: 'Back office' })
  await db.destroy()
  const back = await startHub(programs, { environment: 'sandbox', url, secrets })
  await back.hub.signers.look()
  expect(back.hub.signers.signer(1)).toBeUndefined()

  // The till is linked again, and hands over what it has now.
  await shop.call('hub.pair', { address: back.address, code: back.code() })
  await waitFor(async () => expect((await shop.call('hub.state')).link).toMatchObject({ signs: true }))
  await shop.sell(soap, 3)
  await waitFor(() => expect(shop.rows("state <> 'accepted'")).toEqual([]))
  const { sales, stockRecords, stock } = await shop.authority.ledger()
  expect(sales.map(({ number }) => number)).toEqual([1, 2, 3, 4])
  expect(stockRecords).toHaveLength(5)
  expect(stock.map(({ onHand }) => onHand)).toEqual([100 - 7])
})
