/** Opens a hub: its server, its database in the present form, and this start's incarnation. */
import { join } from 'node:path'
import { lockFolder } from '../../db/engine/lock.ts'
import { stampHub } from '../../db/hub/door.ts'
import { makeEnterable, startServer } from '../../db/hub/engine.ts'
import { beginIncarnation } from '../../db/hub/incarnations.ts'
import { migrateHub } from '../../db/hub/migrate.ts'
import { demandServer, type HubDb, makeDatabase, openHubDb } from '../../db/hub/postgres.ts'
import { createEmitter, type Emitter } from '../base/emitter.ts'
import type { Ports } from '../base/ports.ts'
import type { Environment } from '../contract/fields.ts'
import { keptSecret } from '../platform/keptSecret.ts'
import { startUpkeep } from './upkeep.ts'
import type { Change } from './waits.ts'

export interface Hub {
  db: HubDb
  /** Major version of PostgreSQL. */
  version: number
  incarnation: string
  /** Its uid, for ever. */
  id: string
  environment: Environment
  ports: HubPorts
  /** What tills of a branch may read changed. */
  changed: Emitter<Change>
  /** Call it after a commit that tills shall hear of. `branch` 0: tills of all branches. */
  woken(branch: number): void
  /** Ends what this hub started. */
  close(): Promise<void>
}

type HubPorts = Pick<Ports, 'log' | 'ids' | 'secrets' | 'clock'>

export interface HubOptions {
  dataDir: string
  /** Absent: a server of its own, below the data folder. */
  database?: string
  /** What the database is for; an earlier start may have said otherwise, which is refused. */
  environment?: Environment
  ports: HubPorts
}

const ownDatabase = 'hub'

/** Adds where the server was looked for, without the password. */
const reached = (url: string, error: unknown): unknown => {
  const { code } = error as { code?: string }
  if (code === undefined) return error
  const reason = (error as Error).message || code
  return new Error(`The hub cannot use PostgreSQL at ${new URL(url).host}: ${reason}`, { cause: error })
}

const demandEnvironment = async (db: HubDb, environment: Environment, { ids, clock }: HubPorts) => {
  const stamped = await stampHub(db, { id: ids.uuid(), environment, made_at: clock.now() })
  if (stamped.environment !== environment)
    throw new Error(
      `This hub's database is for ${stamped.environment}. Start it with --environment ${stamped.environment}, or name another database`,
    )
  return stamped
}

const openDatabase = async (
  url: string,
  { ports, environment = 'production' }: HubOptions,
): Promise<Omit<Hub, 'close'>> => {
  const { log, ids } = ports
  const db = openHubDb(url, (err) => log.warn({ err }, 'A connection to PostgreSQL was lost'))
  try {
    const version = await demandServer(db).catch((error: unknown) => {
      throw reached(url, error)
    })
    await migrateHub(db)
    const { id } = await demandEnvironment(db, environment, ports)
    const incarnation = await beginIncarnation(db, ids.uuid())
    const changed = createEmitter<Change>((err) => log.error({ err }, 'A listener failed'))
    return {
      db,
      version,
      incarnation: incarnation.id,
      id,
      environment,
      ports,
      changed,
      woken: (branch) => changed.emit({ branch }),
    }
  } catch (error) {
    await db.destroy()
    throw error
  }
}

/** Rejects with a readable message, and leaves nothing running. */
export const openHub = async (options: HubOptions): Promise<Hub> => {
  const { dataDir, database, ports } = options
  const begun = new AsyncDisposableStack()
  try {
    const folder = join(dataDir, 'hub')
    makeEnterable(folder)
    begun.defer(lockFolder(folder))
    let url = database
    if (url === undefined) {
      const password = await keptSecret(ports, 'hub.database')()
      const server = await startServer({ folder: join(folder, 'server'), password })
      begun.defer(server.stop)
      await makeDatabase(server.url('postgres'), ownDatabase)
      url = server.url(ownDatabase)
    }
    const hub = await openDatabase(url, options)
    begun.defer(() => hub.db.destroy())
    begun.defer(startUpkeep(hub.db, ports))
    return { ...hub, close: () => begun.disposeAsync() }
  } catch (error) {
    await begun.disposeAsync()
    throw error
  }
}
