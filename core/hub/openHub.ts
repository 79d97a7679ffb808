/** Opens a hub: its server, its database in the present form, and this start's incarnation. */
import { join } from 'node:path'
import { lockFolder } from '../../db/engine/lock.ts'
import { makeEnterable, type Server, startServer } from '../../db/hub/engine.ts'
import { beginIncarnation } from '../../db/hub/incarnations.ts'
import { migrateHub } from '../../db/hub/migrate.ts'
import { demandServer, type HubDb, makeDatabase, openHubDb } from '../../db/hub/postgres.ts'
import type { Ports } from '../base/ports.ts'
import { keptSecret } from '../platform/keptSecret.ts'

export interface Hub {
  db: HubDb
  /** Major version of PostgreSQL. */
  version: number
  incarnation: string
  /** Ends what this hub started. */
  close(): Promise<void>
}

export interface HubOptions {
  dataDir: string
  /** Absent: a server of its own, below the data folder. */
  database?: string
  ports: Pick<Ports, 'log' | 'ids' | 'secrets'>
}

const ownDatabase = 'hub'

/** Adds where the server was looked for, without the password. */
const reached = (url: string, error: unknown): unknown => {
  const { code } = error as { code?: string }
  if (code === undefined) return error
  const reason = (error as Error).message || code
  return new Error(`The hub cannot use PostgreSQL at ${new URL(url).host}: ${reason}`, { cause: error })
}

const openDatabase = async (url: string, { log, ids }: HubOptions['ports']): Promise<Omit<Hub, 'close'>> => {
  const db = openHubDb(url, (err) => log.warn({ err }, 'A connection to PostgreSQL was lost'))
  try {
    const version = await demandServer(db).catch((error: unknown) => {
      throw reached(url, error)
    })
    await migrateHub(db)
    const { id } = await beginIncarnation(db, ids.uuid())
    return { db, version, incarnation: id }
  } catch (error) {
    await db.destroy()
    throw error
  }
}

const startOwn = async ({ dataDir, ports }: HubOptions): Promise<{ server: Server; unlock: () => void }> => {
  const folder = join(dataDir, 'hub')
  makeEnterable(folder)
  const unlock = lockFolder(folder)
  try {
    const server = await startServer({
      folder: join(folder, 'server'),
      password: await keptSecret(ports, 'hub.database')(),
    })
    return { server, unlock }
  } catch (error) {
    unlock()
    throw error
  }
}

/** Rejects with a readable message, and leaves nothing running. */
export const openHub = async (options: HubOptions): Promise<Hub> => {
  const { database, ports } = options
  if (database !== undefined) {
    const { db, ...rest } = await openDatabase(database, ports)
    return { db, ...rest, close: () => db.destroy() }
  }
  const { server, unlock } = await startOwn(options)
  const end = async () => {
    try {
      await server.stop()
    } finally {
      unlock()
    }
  }
  try {
    await makeDatabase(server.url('postgres'), ownDatabase)
    const { db, ...rest } = await openDatabase(server.url(ownDatabase), ports)
    const close = async () => {
      await db.destroy()
      await end()
    }
    return { db, ...rest, close }
  } catch (error) {
    await end()
    throw error
  }
}
