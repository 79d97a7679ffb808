/** Opens a hub: its server, its database in the present form, and this start's incarnation. */
import { join } from 'node:path'
import { lockFolder } from '../../db/engine/lock.ts'
import { deputyOf } from '../../db/hub/deputies.ts'
import { type HubRow, stampHub } from '../../db/hub/door.ts'
import { makeEnterable, type Server, startServer } from '../../db/hub/engine.ts'
import type { Replaced } from '../../db/hub/epochs.ts'
import { beginIncarnation } from '../../db/hub/incarnations.ts'
import { migrateHub } from '../../db/hub/migrate.ts'
import { demandServer, type HubDb, makeDatabase, openHubDb } from '../../db/hub/postgres.ts'
import { createEmitter, type Emitter } from '../base/emitter.ts'
import type { Ports } from '../base/ports.ts'
import type { Environment } from '../contract/fields.ts'
import { keptSecret } from '../platform/keptSecret.ts'
import { type Copies, createCopies } from './copies/copies.ts'
import { createHubEpoch, type KnownOfHub } from './hubEpoch.ts'
import { makeLate } from './makeLate.ts'
import { createReadPlaces } from './places.ts'
import { createSigners, type HubSigners, type SignersOptions } from './signers.ts'
import { takeOverIfAsked } from './takeOver.ts'
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
  /** Grows each time a computer takes over as this hub, or its database is put back from a copy. */
  readonly epoch: number
  /** The computer that took over; null: none did. */
  computer: string | null
  /** Another computer that took over since; null: this is the hub. */
  replaced(): Replaced | null
  /** A till says what it knows of the hub, which may be replaced, or begin a new epoch. A replaced one takes no till. */
  heardOf(known: KnownOfHub): Promise<void>
  ports: Ports
  /** Its backups. */
  copies: Copies
  /** What tills of a branch may read changed. */
  changed: Emitter<Change>
  /** Call it after a commit that tills shall hear of. `branch` 0: tills of all branches. */
  woken(branch: number): void
  /** Who talks to the authority for the tills of each branch. */
  signers: HubSigners
  /** A till has read up to that place of the feed. `seq`: its newest fact then. */
  heardPlace(till: { uid: string; branch: number }, place: string | null, seq: number): void
  /** Ends what this hub started. */
  close(): Promise<void>
}

export interface HubOptions {
  dataDir: string
  /** Absent: a server of its own, below the data folder. */
  database?: string
  /** What the database is for; an earlier start may have said otherwise, which is refused. */
  environment?: Environment
  /** Where backups go; absent: below the data folder. */
  backups?: string
  ports: Ports
  /** Absent: the usual durations. */
  signing?: Pick<SignersOptions, 'timing' | 'seatTiming' | 'timeouts'>
}

/** The hub's database in its own server. */
export const ownDatabase = 'hub'

/** Adds where the server was looked for, without the password. */
const reached = (url: string, error: unknown): unknown => {
  const { code } = error as { code?: string }
  if (code === undefined) return error
  const reason = (error as Error).message || code
  return new Error(`The hub cannot use PostgreSQL at ${new URL(url).host}: ${reason}`, { cause: error })
}

const demandEnvironment = async (db: HubDb, environment: Environment, { ids, clock }: Ports) => {
  const stamped = await stampHub(db, { id: ids.uuid(), environment, made_at: clock.now() })
  if (stamped.environment !== environment)
    throw new Error(
      `This hub's database is for ${stamped.environment}. Start it with --environment ${stamped.environment}, or name another database`,
    )
  return stamped
}

/** Starts the hub's own server again after it was killed, once at a time. */
const reviving = ({ revive }: Server, log: Ports['log']): (() => void) => {
  let isBusy = false
  return () => {
    if (isBusy) return
    isBusy = true
    revive()
      .then(
        (isRevived) => isRevived && log.warn({}, 'PostgreSQL had ended, and was started again'),
        (err: unknown) => log.error({ err }, 'PostgreSQL had ended, and does not start'),
      )
      .finally(() => {
        isBusy = false
      })
  }
}

const openDatabase = async (
  url: string,
  { ports, environment = 'production' }: HubOptions,
  lost: () => void,
): Promise<
  Omit<Hub, 'close' | 'copies' | 'signers' | 'epoch' | 'replaced' | 'heardOf' | 'heardPlace'> & {
    row: HubRow
  }
> => {
  const { log, ids } = ports
  await takeOverIfAsked(url, ports)
  const db = openHubDb(url, (err) => {
    log.warn({ err }, 'A connection to PostgreSQL was lost')
    lost()
  })
  try {
    const version = await demandServer(db).catch((error: unknown) => {
      throw reached(url, error)
    })
    await migrateHub(db)
    const row = await demandEnvironment(db, environment, ports)
    const { id, computer } = row
    const incarnation = await beginIncarnation(db, ids.uuid())
    const changed = createEmitter<Change>((err) => log.error({ err }, 'A listener failed'))
    return {
      db,
      version,
      incarnation: incarnation.id,
      ...{ id, computer, row },
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
    let lost = (): void => undefined
    if (url === undefined) {
      const password = await keptSecret(ports, 'hub.database')()
      const server = await startServer({ folder: join(folder, 'server'), password })
      begun.defer(server.stop)
      lost = reviving(server, ports.log)
      await makeDatabase(server.url('postgres'), ownDatabase)
      url = server.url(ownDatabase)
    }
    const hub = await openDatabase(url, options, lost)
    begun.defer(() => hub.db.destroy())
    begun.defer(startUpkeep(hub.db, ports, lost))
    const { db, changed } = hub
    const copies = createCopies({
      db,
      folder,
      ...(options.backups !== undefined && { backups: options.backups }),
      ports,
    })
    begun.defer(() => copies.stop())
    copies.start()
    const { row, ...opened } = hub
    const asksFirst = (await deputyOf(db))?.held != null
    const places = createReadPlaces()
    const signers = createSigners({
      ...{ folder, db, ports, asksFirst, epoch: () => epochs.epoch(), placeOf: places.of },
      told: (branch) => changed.emit({ branch, bySigner: true }),
      ...options.signing,
    })
    // A signer knows its own news.
    begun.defer(changed.subscribe(({ branch, bySigner }) => bySigner || signers.wake(branch)))
    begun.defer(signers.close)
    const epochs = createHubEpoch({
      ...{ db, ports, began: row, look: signers.look, end: signers.close },
      replaced: row.replaced_at === null ? null : { by: row.replaced_by ?? '', at: row.replaced_at },
    })
    // Tills send and read meanwhile.
    if (epochs.replaced()) await signers.close()
    else
      signers.look().catch((error: unknown) => ports.log.error({ err: error }, 'No signer could be opened'))
    const closing = new AbortController()
    const late = makeLate(hub, ports.log, closing.signal)
    begun.defer(() => {
      closing.abort()
      return late
    })
    return {
      ...opened,
      copies,
      signers,
      get epoch() {
        return epochs.epoch()
      },
      replaced: epochs.replaced,
      heardOf: epochs.heardOf,
      heardPlace: ({ uid, branch }, place, seq) => {
        places.note(uid, place, seq)
        if (signers.signer(branch)?.letters().length) signers.wake(branch)
      },
      close: () => begun.disposeAsync(),
    }
  } catch (error) {
    await begun.disposeAsync()
    throw error
  }
}
