/** Backups of the hub: whole, sealed, restored on another server, and checked. */
import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readBackup } from '../../../core/hub/copies/backup.ts'
import { checkHub } from '../../../core/hub/copies/check.ts'
import { createCopies } from '../../../core/hub/copies/copies.ts'
import { knownCode } from '../../../core/hub/copies/recoveryCode.ts'
import { restoreBackup } from '../../../core/hub/copies/restore.ts'
import { ingest } from '../../../core/hub/ingest.ts'
import { systemVolume } from '../../../core/platform/nodePorts.ts'
import { stampHub } from '../../../db/hub/door.ts'
import { beginIncarnation } from '../../../db/hub/incarnations.ts'
import { type HubDb, openHubDb } from '../../../db/hub/postgres.ts'
import type { Programs } from '../../../db/hub/programs.ts'
import { openTestHubDb } from '../../support/hubDatabase.ts'
import { passingClock } from '../../support/passingClock.ts'
import { bothPrograms, freshDatabase, openFolder } from '../../support/postgres.ts'
import { makeGoods, makeTrail } from '../../support/trail.ts'
import { memoryLog, memorySecrets } from './openDoor.ts'
import { readerOf } from './reading.ts'

const [oldest, newest] = bothPrograms() as [Programs, Programs]
const doorKey = 'canary-door-key'

const openHubWith = async (programs: Programs, tills = 2) => {
  const hub = await openTestHubDb(programs)
  await stampHub(hub.db, { id: randomUUID(), environment: 'sandbox', made_at: 1 })
  await beginIncarnation(hub.db, randomUUID())
  const branch = await hub.addBranch()
  const goods = makeGoods(3)
  const at = await Promise.all(Array.from({ length: tills }, () => hub.addOrigin(branch)))
  const trails = at.map((_, index) => makeTrail(`T${index + 1}`))
  const send = async (till: number, db = hub.db) => {
    const { facts } = trails[till]!
    return ingest({ db, woken: () => undefined }, at[till]!, { protocol: 1, facts: facts.slice(-100) })
  }
  for (const [till, trail] of trails.entries()) {
    trail.move(goods, 100_00)
    for (let n = 0; n < 5; n += 1) trail.sell(goods)
    trail.add({ kind: 'ofLater', v: 3, content: 'tab\tnew\nline \\ "quoted" ☕' })
    await send(till)
  }
  return { ...hub, branch, goods, at, trails, send }
}

const copiesOf = (db: HubDb, clock = passingClock(0, async () => undefined)) => {
  const folder = openFolder()
  const secrets = memorySecrets()
  secrets.kept.set('hub.tls', doorKey).set('hub.database', 'canary-password')
  const log = memoryLog()
  const ports = { clock: clock.clock, log, secrets, volume: { ...systemVolume } }
  const copies = createCopies({ db, folder: folder.path, ports })
  onTestFinished(async () => {
    await copies.stop()
    folder.remove()
  })
  const code = async () => (await knownCode(secrets)) ?? ''
  return { copies, folder: folder.path, secrets, log, ports, code, ...clock }
}

const emptyDb = async (programs: Programs): Promise<HubDb> => {
  const { url, drop } = await freshDatabase(programs)
  const db = openHubDb(url, () => undefined)
  onTestFinished(async () => {
    await db.destroy()
    await drop()
  })
  return db
}

describe.each([
  { from: oldest, to: newest },
  { from: newest, to: oldest },
])('from PostgreSQL $from.version to $to.version', ({ from, to }) => {
  test('a backup is the same on another server, and the hub continues there', async () => {
    const hub = await openHubWith(from)
    const { copies, code } = copiesOf(hub.db)
    const told = readerOf(() => now, hub.at[0]!)
    let now = hub.db
    await told.read()
    const file = await copies.make('manual')
    hub.trails[0]!.sell(hub.goods)
    await hub.send(0)
    const db = await emptyDb(to)
    const { tables, head } = await restoreBackup({ db, file, code: await code() })
    expect(tables.find(({ name }) => name === 'fact')?.rows).toBe(24)
    expect(head.secrets).toEqual({ 'hub.tls': doorKey })
    expect((await checkHub(db)).wrong).toEqual([])
    await beginIncarnation(db, randomUUID())
    now = db
    expect((await told.read()).fromStart).toBe(true)
    // What the hub acknowledged after the backup is sent again, once.
    expect(await hub.send(0, db)).toMatchObject({ status: 200, body: { seq: 14 } })
    hub.trails[1]!.sell(hub.goods)
    expect(await hub.send(1, db)).toMatchObject({ status: 200, body: { seq: 14 } })
    await told.read()
    expect(Object.values(told.known)).toEqual([188_00, 188_00, 188_00])
    const made = { uid: randomUUID(), kind: 'till', name: 'new', branch: hub.branch, made_at: 1 } as const
    const { id } = await db.insertInto('origin').values(made).returning('id').executeTakeFirstOrThrow()
    expect(hub.at.map((each) => each.id)).not.toContain(id)
    expect(await checkHub(db)).toMatchObject({ wrong: [], tills: 3, facts: 28, documents: 12, marked: 2 })
    await expect(restoreBackup({ db, file, code: await code() })).rejects.toThrow('Name an empty database')
  })
})

test('a backup has one moment, whatever comes in meanwhile', async () => {
  const hub = await openHubWith(newest)
  const { copies, code } = copiesOf(hub.db)
  let done = false
  const sells = hub.trails.map(async (trail, till) => {
    while (!done) {
      trail.sell(hub.goods)
      await hub.send(till)
    }
  })
  const file = await copies.make('manual')
  done = true
  await Promise.all(sells)
  const db = await emptyDb(newest)
  await restoreBackup({ db, file, code: await code() })
  const report = await checkHub(db)
  expect(report.wrong).toEqual([])
  expect(report.facts).toBeGreaterThanOrEqual(24)
})

describe('a backup file', () => {
  test('that was changed is refused, and nothing is restored', async () => {
    const hub = await openHubWith(newest, 1)
    const { copies, code } = copiesOf(hub.db)
    const file = await copies.make('manual')
    const whole = readFileSync(file)
    const db = await emptyDb(newest)
    const changes: [Buffer, RegExp][] = [
      [whole.subarray(0, -40), /damaged or incomplete/],
      [whole.subarray(0, 600), /damaged or incomplete/],
      [Buffer.from(whole).fill(7, 900, 901), /is damaged/],
      [Buffer.concat([whole, Buffer.of(1)]), /damaged or incomplete/],
      [Buffer.from('{"no":"backup"}'), /no backup of a hub/],
    ]
    for (const [changed, words] of changes) {
      writeFileSync(file, changed)
      await expect(restoreBackup({ db, file, code: await code() })).rejects.toThrow(words)
    }
    expect(await db.selectFrom('fact').selectAll().execute()).toEqual([])
  })

  test('opens with its recovery code only, and shows nothing to who has none', async () => {
    const hub = await openHubWith(newest, 1)
    const { copies, folder } = copiesOf(hub.db)
    const file = await copies.make('manual', join(folder, 'elsewhere'))
    const wrong = readBackup({ file, code: '0'.repeat(24) })
    await expect(wrong).rejects.toThrow(/does not open/)
    const text = readFileSync(file, 'latin1')
    for (const word of [doorKey, 'canary-password', 'Chai', 'P051000001K']) expect(text).not.toContain(word)
  })
})

test('a check names everything that was changed', async () => {
  const hub = await openHubWith(newest, 1)
  expect((await checkHub(hub.db)).wrong).toEqual([])
  const changes: [string, RegExp][] = [
    [`update fact set subject = 'x' where seq = 3`, /T1: fact 3 was changed/],
    [
      `update fact set rows = replace(rows, '11600', '11601') where seq = 5`,
      /T1: the document of fact 5 was changed/,
    ],
    ['delete from fact where seq = 8', /T1: facts 8 to 8 are missing/],
    ['delete from fact where seq = 12', /up to 12, and has them up to 11/],
    ['update day_till set total = total + 1', /the sum of 2026-01-31 sale cash has total/],
    [
      'update stock_level set on_hand = on_hand + 1',
      /has 9501 hundredths on hand, and its movements give 9600/,
    ],
    ['update invoice set total = 5', /T1: there are 5 documents of 25 cents/],
    [
      `update invoice set taxes = '{"B":[1,1,0]}' where id = 2`,
      /T1: 2 documents have other sums by tax letter/,
    ],
    ['delete from invoice_line where position = 1 and invoice_id = 1', /T1: there are 14 lines/],
    ['update tender set amount = 1', /T1: there are 5 payments of 5 cents/],
  ]
  for (const [statement] of changes) await sql.raw(statement).execute(hub.db)
  const { wrong } = await checkHub(hub.db)
  for (const [, words] of changes) expect(wrong).toContainEqual(expect.stringMatching(words))
})

describe('a running hub', () => {
  test('makes a backup every night, tries one a week, and shows what failed until it succeeds', async () => {
    const hub = await openHubWith(newest, 1)
    // From noon in UTC: what follows passes midnight once a day, and never while a backup is made.
    const untilNoon = (36 * 3_600_000 - (Date.now() % 86_400_000)) % 86_400_000
    const from = passingClock(untilNoon, async () => undefined)
    const { copies, pass, ports, log, folder } = copiesOf(hub.db, from)
    const hours = (count: number) => pass(count * 3_600_000)
    const free = ports.volume.freeBytes
    ports.volume.freeBytes = () => 2 ** 20
    copies.start()
    await hours(1)
    await expect.poll(() => copies.state().failure?.text).toMatch(/no room/)
    expect(log.lines.join('\n')).toMatch(/A backup of the hub could not be made/)
    ports.volume.freeBytes = free
    await hours(2)
    await expect
      .poll(() => copies.state(), { timeout: 30_000 })
      .toMatchObject({
        failure: null,
        files: [{ kind: 'daily', bytes: expect.any(Number) }],
        proof: { rows: expect.any(Number) },
      })
    const proved = copies.state().proof
    for (let night = 2; night < 10; night += 1) {
      await expect.poll(() => copies.state().running, { timeout: 30_000 }).toBe(false)
      await hours(23)
      await hours(1)
      await expect.poll(() => copies.state().files, { timeout: 30_000 }).toHaveLength(night)
    }
    await expect.poll(() => copies.state().proof, { timeout: 30_000 }).not.toEqual(proved)
    await expect.poll(() => existsSync(join(folder, 'proof')), { timeout: 30_000 }).toBe(false)
  }, 60_000)

  test('notices a folder that does not keep what is written', async () => {
    const hub = await openHubWith(newest, 1)
    const { copies, folder } = copiesOf(hub.db)
    await expect(copies.make('manual', join(folder, 'missing', 'stick'))).rejects.toThrow('ENOENT')
    expect(copies.state()).toMatchObject({ files: [], failure: { text: expect.stringContaining('ENOENT') } })
    await copies.make('manual')
    expect(copies.state()).toMatchObject({ files: [{ kind: 'manual' }], failure: null })
    expect(readdirSync(join(folder, 'backups'))).toHaveLength(1)
  })
})

test('a backup takes the keys that a hub needs elsewhere, and none of this computer', async () => {
  const hub = await openHubWith(newest, 1)
  const { copies, code, secrets } = copiesOf(hub.db)
  const [app, pepper] = [randomUUID(), randomUUID()]
  await hub.db
    .insertInto('device')
    .values({
      ...{ branch: hub.branch, app, origin: hub.at[0]?.id ?? 0, connection: '{}', handed_at: 1 },
      ...{ active_at: null, returned_at: null },
    })
    .execute()
  await hub.db.insertInto('pepper').values({ branch: hub.branch, id: pepper }).execute()
  const needed = ['hub.tls', `hub.pepper.${pepper}`, `app.${app}.identity`, `app.${app}.consumerKey`]
  for (const name of [...needed, 'hub.database', 'hub.admin', 'app.of-a-till.cmcKey'])
    secrets.kept.set(name, name)
  const { head } = await readBackup({ file: await copies.make('manual'), code: await code() })
  expect(head.secrets).toEqual(Object.fromEntries(needed.map((name) => [name, name])))
})

// Each table of the hub is in a backup by itself.
test.each(bothPrograms())('every table of PostgreSQL $version can be copied', async (programs) => {
  const { copies, code } = copiesOf((await openHubWith(programs, 1)).db)
  const { tables } = await readBackup({ file: await copies.make('manual'), code: await code() })
  expect(tables.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['fact', 'hub', 'shared', 'incarnation']),
  )
})
