/** A computer that takes over is killed at each step, and a hub that was put back from a backup does not sign for nobody. */
import { createPrivateKey, createPublicKey, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Log, Secrets } from '../../../core/base/ports.ts'
import { type TakeOver, takeOverSecret } from '../../../core/contract/hub/escrow.ts'
import { hubKey } from '../../../core/hub/certificate.ts'
import { createCopies } from '../../../core/hub/copies/copies.ts'
import { keepSecrets } from '../../../core/hub/copies/recoveryCode.ts'
import { restoreBackup } from '../../../core/hub/copies/restore.ts'
import { ingest } from '../../../core/hub/ingest.ts'
import { screenPepper } from '../../../core/hub/peppers.ts'
import { takeOverIfAsked } from '../../../core/hub/takeOver.ts'
import { pinOf } from '../../../core/link/identity.ts'
import { systemClock, systemVolume } from '../../../core/platform/nodePorts.ts'
import { deviceOf } from '../../../db/hub/devices.ts'
import { hubRow, stampHub, tillByUid } from '../../../db/hub/door.ts'
import { beginEpoch } from '../../../db/hub/epochs.ts'
import { makeDatabase, openHubDb, usingDatabase } from '../../../db/hub/postgres.ts'
import { bothPrograms, freshDatabase, openFolder, sharedServer } from '../../support/postgres.ts'
import { openShop } from '../../support/shop.ts'
import { makeGoods, makeTrail } from '../../support/trail.ts'
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

/** Dies before the write of that number. */
const dyingAt = (kept: Secrets, last: number): Secrets => {
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

/** Starts the take-over until it finishes. Each start is killed one write later. Returns the number of kills. */
const killedAtEach = async (url: string, { log, kept }: { log: Log; kept: Secrets }): Promise<number> => {
  for (let kills = 0; ; kills += 1)
    try {
      await takeOverIfAsked(url, { clock: systemClock, log, secrets: dyingAt(kept, kills) })
      return kills
    } catch (error) {
      expect(error).toMatchObject({ message: 'killed' })
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
  expect(await killedAtEach(url, { log, kept })).toBe(6)
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
  await takeOverIfAsked(url, { clock: systemClock, log, secrets: dyingAt(kept, 0) })
  await beginEpoch(db, { epoch: 3, computer: 'Nobody' })
  expect(await rows('select epoch from hub')).toEqual([{ epoch: 7 }])
  // The folder of another hub stays as it is.
  const other = await askedOf()
  kept.kept.set(takeOverSecret, JSON.stringify(other))
  await expect(takeOverIfAsked(url, { clock: systemClock, log, secrets: kept })).rejects.toThrow(
    'is of another hub',
  )
})

test('the chosen backup counts where this computer was the hub before, whenever the hub is killed', async () => {
  const asked = await askedOf()
  const folder = openFolder()
  const server = await sharedServer(programs)
  const log = memoryLog()
  const computer = async () => {
    const { url } = await freshDatabase(programs)
    const name = new URL(url).pathname.slice(1)
    const kept = memorySecrets()
    return {
      ...{ url, kept, name },
      before: (epoch: number) => server.url(`${name}_before_${epoch}`),
      ask: (epoch: number, backups: string | null) =>
        kept.kept.set(takeOverSecret, JSON.stringify({ ...asked, epoch, backups })),
      finish: () => takeOverIfAsked(url, { clock: systemClock, log, secrets: kept }),
    }
  }
  const [first, second] = [await computer(), await computer()]
  onTestFinished(async () => {
    folder.remove()
    await usingDatabase(server.url('postgres'), async (db) => {
      const { rows } = await sql<{ name: string }>`select datname as name from pg_database`.execute(db)
      const made = rows.filter(({ name }) => [first, second].some((each) => name.startsWith(each.name)))
      for (const { name } of made) await sql`drop database ${sql.id(name)} with (force)`.execute(db)
    })
  })
  const namesAt = (url: string) =>
    usingDatabase(url, async (db) => {
      const rows = await db.selectFrom('origin').select('name').orderBy('id').execute()
      return rows.map(({ name }) => name)
    })
  const backUp = ({ url, kept }: typeof first) =>
    usingDatabase(url, (db) => {
      const ports = { clock: systemClock, log, secrets: kept, volume: systemVolume }
      return createCopies({ db, folder: folder.path, ports }).make('manual', folder.path)
    })
  first.ask(7, null)
  await first.finish()
  first.kept.kept.set(screenPepper, 'of the first')
  await backUp(first)
  // Another computer takes over, and gets a till that no later hub can ask.
  second.ask(8, null)
  await second.finish()
  second.kept.kept.set(screenPepper, 'of the second')
  await usingDatabase(second.url, async (db) => {
    const till = { uid: randomUUID(), kind: 'till', name: 'T3', branch: 1, made_at: 1 } as const
    const { id } = await db.insertInto('origin').values(till).returning('id').executeTakeFirstOrThrow()
    const [trail, goods] = [makeTrail('T3'), makeGoods(1)]
    trail.move(goods, 100_00)
    trail.sell(goods)
    const at = { id, branch: 1, uid: till.uid }
    await ingest({ db, woken: () => undefined }, at, { protocol: 1, facts: trail.facts })
  })

  // The database here is newer than this backup: only tills that sell could send again what the backup lacks.
  first.ask(9, folder.path)
  await expect(first.finish()).rejects.toThrow(/is older than the database.*Take over without a folder/)
  expect(await namesAt(first.url)).toEqual(['T1', 'T2'])

  await backUp(second)
  // A hub that was killed while it restored left a part of the work.
  await makeDatabase(server.url('postgres'), `${first.name}_restored_10`, first.name)
  first.ask(10, folder.path)
  // Four writes of the escrow, five of the backup, and one of the device. The last start restores no second time.
  expect(await killedAtEach(first.url, { log, kept: first.kept })).toBe(10)
  expect(log.lines.filter((line) => line.startsWith('The hub was restored'))).toHaveLength(1)
  expect(await namesAt(first.url)).toEqual(['T1', 'T2', 'T3'])
  const [invoices, hub] = await usingDatabase(
    first.url,
    async (db) => [await db.selectFrom('invoice').select('number').execute(), await hubRow(db)] as const,
  )
  expect(invoices).toHaveLength(1)
  expect(hub).toMatchObject({ epoch: 10, replaced_at: null })
  expect(first.kept.kept.get(screenPepper)).toBe('of the second')
  // Nothing is deleted.
  expect(await namesAt(first.before(10))).toEqual(['T1', 'T2'])
})

test.each([
  { of: 'a till had taken back', was: { active_at: 2, returned_at: 5 } },
  { of: 'did not sign yet', was: { active_at: null, returned_at: null } },
  { of: 'was another one', was: { active_at: 2, returned_at: null }, serial: 'KAU-0' },
])('a hub signs with the device of the escrow, although that of the backup $of', async ({ was, serial }) => {
  const asked = await askedOf()
  const { hub, environment, branch, tills, device: handed } = asked.escrow
  const kept = memorySecrets()
  const { url, drop } = await freshDatabase(programs)
  onTestFinished(drop)
  const before = await usingDatabase(url, async (db) => {
    await stampHub(db, { id: hub, environment, made_at: 1 })
    await db.insertInto('branch').values(branch).execute()
    const { uid, name } = tills[0]!
    const till = { uid, name, kind: 'till', branch: 1, made_at: 1 } as const
    const { id } = await db.insertInto('origin').values(till).returning('id').executeTakeFirstOrThrow()
    const connection = JSON.stringify({ ...handed?.connection, ...(serial && { serial }) })
    const device = { branch: 1, app: randomUUID(), origin: id, connection, handed_at: 1, waits_for: null }
    const row = { ...device, ...was }
    return db.insertInto('device').values(row).returningAll().executeTakeFirstOrThrow()
  })
  const takeOver = async () => {
    kept.kept.set(takeOverSecret, JSON.stringify(asked))
    await takeOverIfAsked(url, { clock: systemClock, log: memoryLog(), secrets: kept })
    return usingDatabase(url, async (db) => ({
      device: await deviceOf(db, 1),
      deputy: (await tillByUid(db, asked.till))?.id,
    }))
  }
  const { device, deputy } = await takeOver()
  expect(device).toMatchObject({ origin: deputy, waits_for: deputy, active_at: expect.any(Number) })
  expect(JSON.parse(device?.connection ?? '')).toEqual(handed?.connection)
  expect(device?.app).not.toBe(before.app)
  expect(kept.kept.get(`app.${device?.app}.identity`)).toContain('canary-cmc-key')
  expect(kept.kept.has(`app.${before.app}.identity`)).toBe(false)
  // The same again changes nothing.
  expect(await takeOver()).toEqual({ device, deputy })
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
