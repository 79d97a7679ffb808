/** Copies of the database: whole, counted, kept in number, in a second place, and honest about failing. */

import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, it, onTestFinished } from 'vitest'
import type { OffThread } from '../../../core/base/offThread.ts'
import { toWireDateTime } from '../../../core/fiscal/dates.ts'
import { systemClock, systemVolume } from '../../../core/platform/nodePorts.ts'
import { offThread } from '../../../core/platform/offThread.ts'
import { type BackupFile, backupsIn, packedName } from '../../../core/recovery/backupFiles.ts'
import { type BackupOptions, createBackups, secondPlaceOf } from '../../../core/recovery/backups.ts'
import { migrate } from '../../../db/engine/migrate.ts'
import { openDb } from '../../../db/engine/sqlite.ts'
import { packCopy, takeCopy } from '../../../db/integrity/copies.ts'
import { problemsIn } from '../../../db/integrity/inspect.ts'
import { startJournal } from '../../../db/journal/journal.ts'
import { positionIn } from '../../../db/journal/position.ts'
import { lookAhead } from '../../../db/journal/rollForward.ts'
import { profileMigrations } from '../../../db/profile/migrations/index.ts'
import { writeSetting } from '../../../db/profile/settings.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { memoryLog } from '../../support/server.ts'
import { openShop } from '../../support/shop.ts'

const hourMs = 3_600_000

/** A database, and a clock that is put on by hand. */
const setUp = async () => {
  const folder = temporaryFolder()
  const db = openDb(join(folder.path, 'till.db'))
  await migrate(db, profileMigrations)
  let now = Date.UTC(2026, 10, 20, 6)
  const journal = join(folder.path, 'journal')
  db.keepJournal((raw) =>
    startJournal(raw, { folder: journal, schema: '', now: () => now, broken: expect.fail }),
  )
  let due: { ms: number; happen: () => void } | undefined
  let changes = 0
  let secondFolder = ''
  let room = Number.POSITIVE_INFINITY
  let roomElsewhere = Number.POSITIVE_INFINITY
  const options: BackupOptions = {
    db,
    folder: join(folder.path, 'backups'),
    counted: 'till',
    secondFolder: () => secondFolder,
    disk: { roomForCopies: () => room },
    offThread,
    volume: { ...systemVolume, freeBytesElsewhere: async () => roomElsewhere },
    clock: {
      ...systemClock,
      now: () => now,
      monotonic: () => now,
      after: (ms, happen) => {
        due = { ms, happen }
        return () => {
          due = undefined
        }
      },
    },
    log: memoryLog(),
    changed: () => {
      changes += 1
    },
  }
  const backups = createBackups(options)
  onTestFinished(async () => {
    await backups.stop()
    db.close()
    folder.remove()
  })
  return {
    backups,
    options,
    folder: folder.path,
    journal,
    /** Something happens in the shop. */
    change: () => writeSetting(db, 'test', now),
    setClock: (by: number) => {
      now += by
    },
    leaveRoom: (bytes: number) => {
      room = bytes
    },
    leaveRoomElsewhere: (bytes: number) => {
      roomElsewhere = bytes
    },
    useSecond: (path: string) => {
      secondFolder = path
    },
    /** Until the next copy that is due has been made, or has failed. */
    async next() {
      const before = changes
      now += due?.ms ?? 0
      due?.happen()
      await expect.poll(() => changes).toBe(before + 1)
    },
  }
}

it('copies the till while it works, with everything that was sold', async () => {
  const shop = await openShop()
  const soap = await shop.goods()
  await shop.sell(soap)
  const made = await shop.call('backup.make')
  const { folder, files, failure } = await shop.call('backup.list')
  expect(failure).toBeNull()
  expect(files).toEqual([made])
  const copy = new Sqlite(join(folder, made.name), { readonly: true })
  expect(copy.prepare('select count(*) from invoice').pluck().get()).toBe(1)
  expect(copy.pragma('integrity_check', { simple: true })).toBe('ok')
  copy.close()
  // The newest is there plain, and compressed with the number of its last transaction.
  expect(readdirSync(folder).sort()).toEqual(
    [made.name, packedName(made.name, positionIn(join(folder, made.name)).sequence)].sort(),
  )
})

it('keeps two copies of one second apart', async () => {
  const { backups, folder } = await setUp()
  const [first, second] = [await backups.make('manual'), await backups.make('manual')]
  expect(second.name).not.toBe(first.name)
  expect(backups.state().files.map(({ name }) => name)).toEqual([second.name, first.name])
  for (const { name } of [first, second]) expect(backups.fileOf('own', name), name).not.toBeNull()
  // A process that died at once had begun a third.
  const third = `${toWireDateTime(second.madeAt + 1000)}-manual.db`
  writeFileSync(join(folder, 'backups', `.${third}.unchecked`), 'half')
  expect((await backups.make('manual')).madeAt).toBe(second.madeAt + 2000)
})

it('keeps copies apart that the till and a command beside it make in one second', async () => {
  const { backups, options } = await setUp()
  const made: Promise<BackupFile>[] = []
  const begun: Promise<unknown>[] = []
  const bothBegan = Promise.withResolvers<void>()
  /** Both begin before one continues. The one whose name is in use hears of it when the other copy has that name. */
  const late: OffThread = (name, ...args) => {
    const { result, stop } = offThread(name, ...args)
    if (name !== 'copyDatabase' || begun.push(result) > 2) return { result, stop }
    if (begun.length === 2) bothBegan.resolve()
    const isFirst = bothBegan.promise.then(() => Promise.allSettled(begun)).then(() => result)
    return { result: isFirst.catch((error) => Promise.race(made).then(() => Promise.reject(error))), stop }
  }
  for (const _ of ['till', 'command'])
    made.push(createBackups({ ...options, offThread: late }).make('manual'))
  const names = (await Promise.all(made)).map(({ name }) => name)
  expect(new Set(names).size).toBe(2)
  expect(begun).toHaveLength(3)
  expect(backups.state().files).toHaveLength(2)
})

it('deletes no file of a copy while copies are read, and does so with the next copy', async () => {
  const { backups, folder, next } = await setUp()
  const plain = () => readdirSync(join(folder, 'backups')).filter((name) => !name.endsWith('.zst'))
  backups.start()
  await next()
  const read = backups.fileOf('own', backups.state().files[0]!.name)!
  await backups.reading(async () => {
    for (let hour = 0; hour < 8; hour += 1) await next()
    expect(existsSync(read)).toBe(true)
    expect(plain()).toHaveLength(9)
  })
  await next()
  expect(plain()).toEqual([backups.state().files[0]!.name])
  expect(backups.state().files.filter(({ kind }) => kind === 'hourly')).toHaveLength(6)
})

it('says that a copy which is to be compressed is gone', async () => {
  const { folder } = await setUp()
  await expect(packCopy(join(folder, 'gone.db'), join(folder, 'packed'))).rejects.toMatchObject({
    code: 'ENOENT',
  })
})

it('keeps six hours by the hour and compresses all copies but the newest', async () => {
  const { backups, folder, next } = await setUp()
  backups.start()
  for (let hour = 0; hour < 18; hour += 1) await next()
  const { files } = backups.state()
  expect(files.filter(({ kind }) => kind === 'daily')).toHaveLength(2)
  expect(files.filter(({ kind }) => kind === 'hourly')).toHaveLength(6)
  const hourly = files.filter(({ kind }) => kind === 'hourly').map(({ madeAt }) => madeAt)
  expect(hourly[0]! - hourly[1]!).toBe(hourMs)
  const plain = readdirSync(join(folder, 'backups')).filter((name) => !name.endsWith('.zst'))
  expect(plain).toEqual([files[0]!.name])
})

it('compresses copies of earlier versions and keeps the last two from before an upgrade', async () => {
  const { backups, folder } = await setUp()
  const { name } = await backups.make('hourly')
  const place = join(folder, 'backups')
  const earlier = '20261101060000-daily.db'
  copyFileSync(join(place, name), join(place, earlier))
  for (const moment of [1, 20, 3]) copyFileSync(join(place, name), join(place, `before-upgrade-${moment}.db`))
  await backups.make('manual')
  expect(
    readdirSync(place)
      .filter((each) => each.includes('upgrade'))
      .sort(),
  ).toEqual(['before-upgrade-20.db.zst', 'before-upgrade-3.db.zst'])
  const listed = backups.state().files.find((each) => each.name === earlier)
  expect(listed).toMatchObject({ kind: 'daily' })
  const file = backups.fileOf('own', earlier)!
  expect(file).toMatch(/20261101060000-daily\.\d+\.db\.zst$/)
  const taken = join(folder, 'taken.db')
  await takeCopy(file, taken)
  expect(problemsIn(taken, { depth: 'full' })).toBeNull()
  await expect(takeCopy(file, taken, 10_000)).rejects.toMatchObject({ code: 'ENOSPC' })
  expect(existsSync(taken)).toBe(false)
})

it('clears away what a process that died had begun', async () => {
  const { backups, folder } = await setUp()
  const { name } = await backups.make('hourly')
  const left = join(folder, 'backups', `.${name}.unchecked`)
  writeFileSync(left, 'half')
  utimesSync(left, 0, 0)
  await backups.make('manual')
  expect(existsSync(left)).toBe(false)
})

it('compresses a copy again that a process was compressing when it died', async () => {
  const { backups, folder } = await setUp()
  const { name } = await backups.make('hourly')
  const place = join(folder, 'backups')
  const packed = readdirSync(place).find((each) => each.endsWith('.zst'))!
  renameSync(join(place, packed), join(place, `.${packed}.part`))
  await backups.make('manual')
  expect(backups.state().failure).toBeNull()
  expect(readdirSync(place)).toContain(packed)
  expect(readdirSync(place)).not.toContain(name)
  expect(readdirSync(place)).not.toContain(`.${packed}.part`)
})

it('keeps the copies that are made while the clock is set back, and what leads on from all of them', async () => {
  const { backups, folder, journal, change, next, setClock } = await setUp()
  const wrongMs = 400 * 24 * hourMs
  const hours = async (count: number) => {
    for (let hour = 0; hour < count; hour += 1) {
      change()
      await next()
    }
  }
  const names = () => backups.state().files.map(({ name }) => name)
  backups.start()
  await hours(10)
  setClock(-wrongMs)
  const before = names()
  await hours(3)
  expect(names().filter((name) => !before.includes(name))).toHaveLength(3)
  setClock(wrongMs)
  await hours(2)
  for (const name of names()) {
    await takeCopy(backups.fileOf('own', name)!, join(folder, 'taken.db'))
    const position = positionIn(join(folder, 'taken.db'))
    expect(lookAhead(journal, position), name).toMatchObject({ reason: null, behind: false })
  }
})

it('puts each copy in the second place, and says so when that is not there', async () => {
  const { backups, folder, useSecond } = await setUp()
  const second = join(folder, 'stick')
  mkdirSync(second)
  useSecond(second)
  const { name } = await backups.make('manual')
  expect(backupsIn(second)).toMatchObject([{ name, file: expect.stringMatching(/\.db\.zst$/) }])
  const file = join(folder, 'no-folder')
  writeFileSync(file, '')
  useSecond(join(file, 'below'))
  await backups.make('manual')
  expect(backups.state().failure).toMatchObject({ place: 'second' })
  useSecond('')
  await backups.make('manual')
  expect(backups.state().failure).toBeNull()
})

it('leaves nothing half-made behind when a copy fails', async () => {
  const { backups, folder } = await setUp()
  writeFileSync(join(folder, 'backups'), 'not a folder')
  await expect(backups.make('manual')).rejects.toThrow()
  expect(backups.state()).toMatchObject({ files: [], failure: { place: 'own' } })
  expect(existsSync(join(folder, 'till.db'))).toBe(true)
})

it('deletes old copies for a new one, and makes none that would stop selling', async () => {
  const { backups, next, leaveRoom } = await setUp()
  backups.start()
  for (let hour = 0; hour < 5; hour += 1) await next()
  const before = backups.state().files
  leaveRoom(0)
  await next()
  const { files, failure } = backups.state()
  expect(failure).toMatchObject({ place: 'own', text: expect.stringContaining('There is no room') })
  expect(backups.trouble()).toBe('own')
  // The newest of the hour and that of the day are spared, whatever happens.
  expect(files).toEqual([before[0], before.at(-1)])
  leaveRoom(Number.POSITIVE_INFINITY)
  await next()
  expect(backups.trouble()).toBeNull()
})

it('deletes no more in the second place than the new copy needs, copies with a future date first', async () => {
  const { backups, folder, next, setClock, useSecond, leaveRoomElsewhere } = await setUp()
  const second = join(folder, 'stick')
  mkdirSync(second)
  useSecond(second)
  const day = 24 * hourMs
  setClock(day)
  backups.start()
  await next()
  await next()
  setClock(-day)
  for (let hour = 0; hour < 3; hour += 1) await next()
  const before = readdirSync(second).filter((name) => name.includes('hourly'))
  leaveRoomElsewhere(0)
  await next()
  const after = readdirSync(second)
  expect(backups.state().failure).toBeNull()
  expect(before.filter((name) => !after.includes(name))).toEqual([before.at(-1)])
})

it('puts copies of each device, and of the installation, in folders of their own in the second place', async () => {
  const shop = await openShop()
  const second = temporaryFolder()
  onTestFinished(second.remove)
  await shop.call('settings.save', { backupFolder: join(second.path, 'not-there') })
  await shop.call('backup.make')
  expect(readdirSync(second.path)).toEqual([])
  expect((await shop.call('backup.list')).failure).toMatchObject({ place: 'second' })
  await shop.call('settings.save', { backupFolder: second.path })
  const { name } = await shop.call('backup.make')
  const device = 'kaunta-sandbox-P051000001K-00-KAU-00'
  expect(backupsIn(join(second.path, device)).map((copy) => copy.name)).toEqual([name])
  const [{ file } = { file: '' }] = backupsIn(join(second.path, device))
  expect((await shop.call('backup.list')).second.map((file) => file.name)).toEqual([name])
  const settings = { backupFolder: second.path }
  const practice = {
    ...({ environment: 'sandbox', practice: 1, device_serial: 'PRACTICE-1' } as const),
    ...{ taxpayer_pin: 'P051000001K', branch_id: '00' },
  }
  expect(secondPlaceOf({ ...practice, id: 'a' }, settings)).not.toBe(
    secondPlaceOf({ ...practice, id: 'b' }, settings),
  )
  const described = await shop.call('backup.describe', { copy: { place: 'second', name } })
  expect(described).toMatchObject({ file, complete: true })
  await shop.call('user.save', { name: 'Achieng', role: 'cashier', pin: '826415' })
  const installation = join(second.path, `${device}-installation`)
  const copies = () => (existsSync(installation) ? readdirSync(installation) : [])
  await expect.poll(copies).toHaveLength(1)
})
