/** People, PINs, profiles and keys survive what becomes of the installation's own database. */

import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { runKeysCommand } from '../../../core/cli/keysCommand.ts'
import { readKeyFlags } from '../../../core/cli/keysFlags.ts'
import { FolderTroubleError } from '../../../core/disk/dataFolderErrors.ts'
import { randomIds, systemClock, systemVolume } from '../../../core/platform/nodePorts.ts'
import { offThread } from '../../../core/platform/offThread.ts'
import { backupsIn } from '../../../core/recovery/backupFiles.ts'
import { beginSwap, placesOf } from '../../../core/recovery/files.ts'
import { repairWorkspace, workspacePlaces } from '../../../core/workspace/recoverWorkspaceDb.ts'
import { lockFolder } from '../../../db/engine/lock.ts'
import { reachIn } from '../../../db/workspace/revision.ts'
import { memoryLog } from '../../support/server.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { leavesOf, overwrite, pageSize, spoilPage, spoilText } from './spoil.ts'

const placesIn = (shop: Shop) => workspacePlaces(shop.dataDir)
const copiesIn = (shop: Shop) => backupsIn(placesIn(shop).backups)

/** A shop that has sold, with a manager and a copy of all that. */
const startShop = async (): Promise<Shop> => {
  const shop = await openShop()
  await shop.call('user.save', { name: 'Otieno', role: 'manager', active: true, pin: '746192' })
  const soap = await shop.goods()
  await shop.sell(soap)
  await shop.settled()
  await shop.close()
  expect(copiesIn(shop).length).toBeGreaterThan(0)
  return shop
}

const expectAllThere = async (shop: Shop, cause: object = {}): Promise<void> => {
  await shop.open()
  const { people } = await shop.call('workspace.state')
  expect(people.map(({ name }) => name)).toEqual(['Wanjiru', 'Otieno'])
  expect(shop.host().verifyApiKey(shop.apiKey)?.appId).toBe(shop.appId)
  const { findings } = await shop.call('backup.list')
  expect(findings).toEqual([
    expect.objectContaining({
      cause: 'workspace',
      source: expect.objectContaining({ kind: 'backup' }),
      ...cause,
    }),
  ])
  await shop.sell(await shop.goods())
}

const keys = (shop: Shop, words: string) =>
  runKeysCommand({
    dataDir: shop.dataDir,
    flags: readKeyFlags(words.split(' ')),
    clock: systemClock,
    ids: randomIds,
    log: memoryLog(),
    volume: systemVolume,
    offThread,
    readKey: async () => '',
  })

describe('a copy takes its place', () => {
  const spoilings: [string, (file: string) => void][] = [
    ['a page of people', (file) => spoilPage(file, leavesOf(file, 'user')[0]!)],
    ['the page of the schema', (file) => overwrite(file, 100, pageSize - 100)],
    ['the header', (file) => overwrite(file, 0, 100, 0)],
    ['no database at all', spoilText],
    ['an empty file', (file) => writeFileSync(file, '')],
    ['no file', (file) => rmSync(file)],
    [
      'a database of nothing',
      (file) => {
        rmSync(file)
        new Sqlite(file).exec('pragma user_version = 1').close()
      },
    ],
  ]
  it('whatever became of it', async () => {
    const shop = await startShop()
    const { file, damaged } = placesIn(shop)
    const known: string[] = []
    for (const [what, spoil] of spoilings) {
      spoil(file)
      const spoilt = existsSync(file) ? readFileSync(file) : null
      await expectAllThere(shop)
      const [moment = '', ...more] = readdirSync(damaged).filter((name) => !known.includes(name))
      expect(more, what).toEqual([])
      known.push(moment)
      const aside = join(damaged, moment, 'workspace.db')
      expect(existsSync(aside) ? readFileSync(aside) : null, what).toEqual(spoilt)
      if (process.platform !== 'win32') expect(statSync(file).mode & 0o777, what).toBe(0o600)
      const { findings } = await shop.call('backup.list')
      await shop.call('backup.dismiss', { id: findings[0]!.id })
      await shop.restart()
      expect((await shop.call('backup.list')).findings, what).toEqual([])
      await shop.close()
    }
  })

  it('an older one where the newest is damaged or of a newer Kaunta', async () => {
    const shop = await startShop()
    const { file, backups } = placesIn(shop)
    const [copy] = copiesIn(shop)
    const bytes = readFileSync(join(backups, copy!.name))
    writeFileSync(join(backups, '20990101000000-hourly.db'), bytes.fill(0, 0, 100))
    const newer = join(backups, '20990102000000-hourly.db')
    writeFileSync(newer, readFileSync(join(backups, copy!.name)))
    new Sqlite(newer)
      .exec("insert into kysely_migration (name, timestamp) values ('9999_later', '2099')")
      .close()
    rmSync(file)
    await expectAllThere(shop, { source: { kind: 'backup', name: copy!.name, madeAt: copy!.madeAt } })
  })

  it('nobody stays signed in from before, and no number is used twice', async () => {
    const shop = await startShop()
    await shop.open()
    const soap = await shop.goods()
    await shop.close()
    const { file, backups } = placesIn(shop)
    const [copy] = copiesIn(shop)
    new Sqlite(join(backups, copy!.name))
      .exec(
        "insert into session (id, user_id, created_at, expires_at) select 'old', id, 1, 9e15 from user limit 1",
      )
      .close()
    const sessions = () => {
      const db = new Sqlite(file, { readonly: true })
      const count = db.prepare('select count(*) from session').pluck().get()
      db.close()
      return count
    }
    const numbers = () => {
      const db = new Sqlite(file, { readonly: true })
      const value = db.prepare("select value from setting where name like 'numbers.%'").pluck().get()
      db.close()
      return JSON.parse(String(value)) as Record<string, number>
    }
    const before = numbers()
    rmSync(file)
    await shop.open()
    expect(sessions()).toBe(0)
    for (const [series, next] of Object.entries(before)) expect(numbers()[series]).toBeGreaterThan(next)
    // The profile's own database goes as well, with its journal and its copies.
    const last = (await shop.sell(soap)).number
    await shop.settled()
    await shop.close()
    for (const [folder, name] of [
      ['journal', ''],
      ['backups', shop.appId],
    ] as const)
      rmSync(join(shop.dataDir, folder, name), { recursive: true, force: true })
    rmSync(placesOf(shop.dataDir, shop.appId).file)
    rmSync(file)
    await shop.open()
    await shop.call('device.initialize', {}).catch(() => undefined)
    const { number } = await shop.sell(await shop.goods())
    expect(Number(number.split('-')[1])).toBeGreaterThan(Number(last.split('-')[1]))
  })

  it('a profile that the copy does not have is named', async () => {
    const shop = await startShop()
    const other = join(shop.dataDir, 'apps', 'another')
    const { file } = placesIn(shop)
    rmSync(file)
    const from = placesOf(shop.dataDir, shop.appId).file
    mkdirSync(other)
    copyFileSync(from, join(other, 'till.db'))
    await expectAllThere(shop, { text: 'apps/another: not in the copy' })
  })
})

describe('dying in the middle', () => {
  const aside = '20261120101112-abcd'
  const begun = async () => {
    const shop = await startShop()
    const places = placesIn(shop)
    const [copy] = copiesIn(shop)
    overwrite(places.file, 0, 100, 0)
    writeFileSync(places.incoming, readFileSync(join(places.backups, copy!.name)))
    return { shop, places }
  }
  const finding = (damaged: string) => ({
    id: aside,
    at: 1,
    cause: 'workspace',
    text: null,
    aside: join(damaged, aside),
    source: { kind: 'backup', name: 'x', madeAt: 1 },
    changes: 0,
    upTo: null,
    salvaged: 0,
    complete: false,
    numbers: null,
    authority: null,
    dismissed: false,
  })

  it('before anything was moved: it begins again', async () => {
    const { shop, places } = await begun()
    await expectAllThere(shop)
    expect(existsSync(places.incoming)).toBe(false)
  })

  it('once it was decided: it is ended', async () => {
    const { shop, places } = await begun()
    beginSwap(places, { aside, journalToo: false, finding: finding(places.damaged) })
    await expectAllThere(shop, { id: aside })
  })

  it('with the old file gone and the copy not in place yet', async () => {
    const { shop, places } = await begun()
    beginSwap(places, { aside, journalToo: false, finding: finding(places.damaged) })
    renameSync(places.file, `${places.file}.away`)
    await expectAllThere(shop, { id: aside })
  })

  it('before the profiles were notified', async () => {
    const shop = await startShop()
    rmSync(placesIn(shop).file)
    const by = { dataDir: shop.dataDir, clock: systemClock, ids: randomIds, log: memoryLog() }
    await repairWorkspace({ ...by, alone: () => () => undefined })
    await expectAllThere(shop)
  })
})

describe('without a copy', () => {
  it.each([
    [
      'gone',
      /workspace\.db is missing, and .*has no usable copy.*Nothing was changed/,
      (file: string) => rmSync(file),
    ],
    ['damaged', /workspace\.db is damaged \(.*has no usable copy.*Nothing was changed/, spoilText],
  ] as const)('%s: it says so and changes nothing', async (_, words, spoil) => {
    const shop = await startShop()
    const { file, backups, damaged } = placesIn(shop)
    rmSync(backups, { recursive: true })
    spoil(file)
    const spoilt = existsSync(file) ? readFileSync(file) : null
    const opening = shop.open()
    await expect(opening).rejects.toThrow(words)
    await expect(opening).rejects.toThrow(FolderTroubleError)
    await expect(keys(shop, 'list')).rejects.toThrow(words)
    expect(existsSync(file) ? readFileSync(file) : null).toEqual(spoilt)
    expect(existsSync(damaged)).toBe(false)
  })
})

describe('the command keys', () => {
  it('restores it where no other process runs, and the profiles are notified', async () => {
    const shop = await startShop()
    rmSync(placesIn(shop).file)
    expect(((await keys(shop, 'list')) as { keys: object[] }).keys).toHaveLength(1)
    await expectAllThere(shop)
  })

  it('leaves it to the Kaunta that runs', async () => {
    const shop = await startShop()
    spoilText(placesIn(shop).file)
    const leave = lockFolder(shop.dataDir)
    await expect(keys(shop, 'list')).rejects.toThrow(
      /workspace\.db is damaged .*End Kaunta and start it again/,
    )
    expect(existsSync(placesIn(shop).damaged)).toBe(false)
    leave()
  })

  it('a key that it made is in a copy at once', async () => {
    const shop = await startShop()
    const { apiKey } = (await keys(shop, 'mint')) as { apiKey: string }
    rmSync(placesIn(shop).file)
    await expectAllThere(shop)
    expect(shop.host().verifyApiKey(apiKey)?.appId).toBe(shop.appId)
  })
})

describe('copies', () => {
  it('follow each change of people in a moment, and a wrong PIN is none', async () => {
    const shop = await startShop()
    await shop.open()
    const newest = () => {
      const [copy] = copiesIn(shop)
      const db = new Sqlite(join(placesIn(shop).backups, copy!.name), { readonly: true })
      const names = db.prepare('select name from user order by created_at').pluck().all()
      db.close()
      return names
    }
    await shop.call('user.save', { name: 'Achieng', role: 'cashier', active: true, pin: '8472' })
    await expect.poll(newest).toContain('Achieng')
    // Each change has its copy: of two in a moment the last one comes later.
    const { file, backups } = placesIn(shop)
    const reachOfCopy = () => reachIn(join(backups, copiesIn(shop)[0]!.name)).revision
    await expect.poll(reachOfCopy).toEqual(reachIn(file).revision)
    const before = copiesIn(shop)
    const { people } = await shop.call('workspace.state')
    await shop.reply('session.unlock', { userId: people[0]!.id, pin: '9999' })
    await shop.close()
    expect(copiesIn(shop)).toEqual(before)
    if (process.platform !== 'win32')
      for (const { name } of before)
        expect(statSync(join(placesIn(shop).backups, name)).mode & 0o777).toBe(0o600)
  })
})
