/**
 * Damage to the files of the installation's database after its process was killed: a shop is there, or Kaunta says what is
 * where. Never a first run, another shop, or a key that was revoked.
 */
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { fingerprint } from '../../../core/base/sha256.ts'
import { startGateway } from '../../../core/cli/startGateway.ts'
import { FolderTroubleError } from '../../../core/disk/dataFolderErrors.ts'
import { backupsIn } from '../../../core/recovery/backupFiles.ts'
import { workspacePlaces } from '../../../core/workspace/recoverWorkspaceDb.ts'
import { migrate } from '../../../db/engine/migrate.ts'
import { openDb } from '../../../db/engine/sqlite.ts'
import { workspaceMigrations } from '../../../db/workspace/migrations/index.ts'
import { reachIn } from '../../../db/workspace/revision.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { memoryLog } from '../../support/server.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { overwrite } from './spoil.ts'

interface Killed {
  shop: Shop
  revoked: string
  /** As the folder was when the process was killed. */
  folder: string
}

/** A shop with two people, a key in use and a revoked one, and documents that wait; the folder as a kill leaves it. */
const killedShop = async ({ copied = true } = {}): Promise<Killed> => {
  const shop = await openShop()
  await shop.call('user.save', { name: 'Otieno', role: 'cashier', active: true, pin: '8472' })
  const soap = await shop.goods()
  await shop.settled()
  await shop.authority.offline(true)
  for (let count = 0; count < 3; count += 1) await shop.sell(soap)
  const { key: revoked, apiKey } = await shop.call('apiKey.mint')
  await shop.restart()
  await shop.call('apiKey.revoke', { id: apiKey.id })
  const { backups, file } = workspacePlaces(shop.dataDir)
  const isCopied = () =>
    expect(reachIn(join(backups, backupsIn(backups)[0]?.name ?? '')).revision).toEqual(reachIn(file).revision)
  if (copied) await vi.waitFor(isCopied, { timeout: 30_000, interval: 50 })
  const kept = temporaryFolder()
  onTestFinished(kept.remove)
  const folder = join(kept.path, 'data')
  cpSync(shop.dataDir, folder, { recursive: true })
  return { shop, revoked, folder }
}

/** Opens the shop on the killed folder after `spoil`. */
const openSpoilt = async ({ shop, folder }: Killed, spoil: (file: string) => void): Promise<void> => {
  await shop.close()
  rmSync(shop.dataDir, { recursive: true })
  cpSync(folder, shop.dataDir, { recursive: true })
  spoil(join(shop.dataDir, 'workspace.db'))
  await shop.open()
}

/** Nothing but its shape: what a file is whose log was lost before anything came into it. */
const makeEmpty = async (file: string): Promise<void> => {
  const db = openDb(file)
  await migrate(db, workspaceMigrations)
  db.close()
}

const flip = (file: string, at: number): void => overwrite(file, at, 1, (readFileSync(file)[at] ?? 0) ^ 0xff)
/** Changes one bit where this text stands last, or so many bytes behind: within a row SQLite sees nothing of it. */
const flipIn = (file: string, text: string, behind = 0): void => {
  const bytes = readFileSync(file)
  const found = bytes.lastIndexOf(text)
  expect(found).toBeGreaterThan(0)
  const at = found + behind
  overwrite(file, at, 1, (bytes[at] ?? 0) ^ 1)
}
/** The beginning of a person's own row, which no audit row about them has. */
const otieno = 'Otienocashierscrypt$'
const logOf = (file: string): string => `${file}-wal`

describe('after a kill the shop is there, with its revoked key and its documents,', () => {
  it('whatever became of the files', async () => {
    const killed = await killedShop()
    const { shop, revoked, folder } = killed
    // An acknowledged change is in the file itself, and noted beside it: the log holds nothing.
    expect(statSync(join(folder, 'workspace.db-wal')).size).toBe(0)
    expect(JSON.parse(readFileSync(join(folder, 'workspace.db.state'), 'utf8'))).toEqual({
      number: expect.any(Number),
      mark: expect.stringMatching(/^[0-9a-f]{32}$/),
      revoked: [expect.any(String)],
      inactive: [],
      content: expect.stringMatching(/^\d{4}_\w+ [0-9a-f]{64}$/),
      check: expect.any(String),
    })
    const bytes = statSync(join(folder, 'workspace.db')).size
    const older = join(folder, '..', 'older.db')
    const spoilings: [string, boolean | null, (file: string) => void][] = [
      ['nothing', false, () => undefined],
      ['its log deleted', false, (file) => rmSync(logOf(file))],
      ['the file deleted', true, (file) => rmSync(file)],
      [
        'the file and its note deleted',
        true,
        (file) => {
          rmSync(file)
          rmSync(`${file}.state`)
        },
      ],
      ['the file cut in half', true, (file) => truncateSync(file, Math.floor(bytes / 8192) * 4096)],
      ['an older file in its place', true, (file) => cpSync(older, file)],
      [
        'an older file in its place, and no note',
        true,
        (file) => {
          cpSync(older, file)
          rmSync(`${file}.state`)
        },
      ],
      ['a byte of a key', true, (file) => flipIn(file, fingerprint(shop.apiKey))],
      ['a byte of a name', true, (file) => flipIn(file, otieno)],
      ['a damaged note', false, (file) => overwrite(`${file}.state`, 0, 5)],
      [
        'the file deleted, and a byte of its note',
        true,
        (file) => {
          rmSync(file)
          flipIn(`${file}.state`, '"mark":"', 8)
        },
      ],
      // SQLite does not use some of them: then there is nothing to report.
      ...Array.from({ length: 6 }, (_, at): [string, null, (file: string) => void] => [
        `byte ${18 + Math.floor((at * bytes) / 6)}`,
        null,
        (file) => flip(file, 18 + Math.floor((at * bytes) / 6)),
      ]),
    ]
    await shop.close()
    await makeEmpty(older)
    for (const [name, isReported, spoil] of spoilings) {
      await openSpoilt(killed, spoil)
      const { phase, people } = await shop.call('workspace.state')
      expect({ name, phase, people: people.length }).toEqual({ name, phase: 'ready', people: 2 })
      expect(shop.host().verifyApiKey(revoked), name).toBeNull()
      expect(shop.host().verifyApiKey(shop.apiKey)?.appId, name).toBe(shop.appId)
      expect((await shop.call('status.get')).waiting, name).toBeGreaterThanOrEqual(3)
      const { findings } = await shop.call('backup.list')
      const reported = findings.filter(({ cause }) => cause === 'workspace')
      if (isReported !== null)
        expect({ name, reported: reported.length }).toEqual({ name, reported: isReported ? 1 : 0 })
    }
    await shop.authority.offline(false)
    await shop.settled()
    expect((await shop.authority.ledger()).sales).toHaveLength(3)
  }, 120_000)

  it('also before there is a copy with its end', async () => {
    const killed = await killedShop({ copied: false })
    await openSpoilt(killed, (file) => rmSync(file))
    expect(killed.shop.host().verifyApiKey(killed.revoked)).toBeNull()
    expect(killed.shop.host().verifyApiKey(killed.shop.apiKey)).not.toBeNull()
  })

  it('or what was changed last is nowhere any more, and people hear of it', async () => {
    const killed = await killedShop()
    const { shop, folder } = killed
    const older = join(folder, 'workspace.db.before')
    cpSync(join(folder, 'workspace.db'), older)
    const note = join(folder, 'workspace.db.state')
    // As a version before wrote it.
    const { content: _, check: __, ...last } = JSON.parse(readFileSync(note, 'utf8'))
    writeFileSync(note, JSON.stringify({ ...last, number: last.number + 1 }))
    rmSync(join(folder, 'backups'), { recursive: true })
    await openSpoilt(killed, () => undefined)
    const reported = (await shop.call('backup.list')).findings
    expect(reported).toEqual([
      expect.objectContaining({
        cause: 'workspace',
        text: expect.stringContaining('older'),
        complete: false,
      }),
    ])
    await shop.restart()
    expect((await shop.call('backup.list')).findings).toHaveLength(1)
  })
})

it('a byte that changed within a row is as it was in the copy, or people hear of it', async () => {
  const { shop, revoked } = await killedShop()
  const { file, backups } = workspacePlaces(shop.dataDir)
  const reported = async () => {
    const [finding, ...more] = (await shop.call('backup.list')).findings
    expect(more).toEqual([])
    return finding!
  }
  const signIns = async () =>
    (await shop.call('audit.list')).entries.filter(({ kind }) => kind === 'signedIn').length
  // No copy is made of who signs in.
  await shop.restart()
  const before = await signIns()
  await shop.close()
  flipIn(file, otieno)
  await shop.open()
  const { people } = await shop.call('workspace.state')
  expect(people.map(({ name }) => name)).toEqual(['Wanjiru', 'Otieno'])
  const exact = await reported()
  expect(exact).toMatchObject({ cause: 'workspace', source: { kind: 'backup' }, complete: true })
  expect(await signIns()).toBe(before + 1)
  await shop.call('audit.check')
  await expect
    .poll(async () => (await shop.call('audit.status')).installation.last)
    .toMatchObject({ broken: null })
  await shop.call('backup.dismiss', { id: exact.id })
  // Without a copy the file stays in use.
  await shop.close()
  rmSync(backups, { recursive: true })
  flipIn(file, otieno)
  await shop.open()
  expect(await reported()).toMatchObject({ cause: 'workspace', source: null, complete: false })
  expect(shop.host().verifyApiKey(revoked)).toBeNull()
  await shop.restart()
  await reported()
})

describe('where a shop has left a trace nothing begins anew:', () => {
  const traces: [string, string[]][] = [
    ['its profile', ['apps']],
    ['its journal', ['journal']],
    ['its copies', ['backups']],
    ['its secrets', ['secrets.json']],
    ['the note of its database', ['workspace.db.state']],
  ]
  const device = {
    kind: 'device',
    connection: {
      name: 'Another',
      environment: 'sandbox',
      authorityUrl: 'http://127.0.0.1:9',
      dialect: 'legacy',
      taxpayerPin: 'P051000001K',
      branchId: '01',
      deviceSerial: 'KAU-01',
    },
  } as const
  const firstProfiles = [undefined, { kind: 'practice', name: 'Sandbox' } as const, device]

  it('neither a window’s first run nor the gateway’s first shop', async () => {
    const { shop, folder } = await killedShop()
    await shop.close()
    writeFileSync(join(folder, 'secrets.json'), '{}')
    rmSync(join(folder, 'backups', 'workspace'), { recursive: true })
    for (const [what, kept] of traces) {
      for (const firstProfile of firstProfiles) {
        const dataDir = join(folder, '..', 'traces')
        rmSync(dataDir, { recursive: true, force: true })
        mkdirSync(dataDir)
        for (const name of kept) cpSync(join(folder, name), join(dataDir, name), { recursive: true })
        if (what === 'its copies') {
          mkdirSync(join(dataDir, 'backups', 'gone'), { recursive: true })
          writeFileSync(join(dataDir, 'backups', 'gone', '20260101000000-daily.db'), '')
        }
        const starting = startGateway({
          dataDir,
          port: 0,
          log: memoryLog(),
          ...(firstProfile ? { firstProfile } : {}),
        })
        await expect(starting, what).rejects.toThrow(FolderTroubleError)
        await expect(starting, what).rejects.toThrow(
          new RegExp(`workspace.db is missing.*${kept[0]}.*--data`),
        )
        expect(existsSync(workspacePlaces(dataDir).file), what).toBe(false)
      }
    }
    // Nor beside a whole database that lists no shop.
    const empty = join(folder, '..', 'empty.db')
    await makeEmpty(empty)
    renameSync(empty, join(folder, 'workspace.db'))
    rmSync(join(folder, 'workspace.db.state'))
    const starting = startGateway({
      dataDir: folder,
      port: 0,
      log: memoryLog(),
      firstProfile: { kind: 'practice', name: 'Sandbox' },
    })
    await expect(starting).rejects.toThrow(/lists no shop, but shops exist here.*Nothing was changed.*apps/)
  })
})
