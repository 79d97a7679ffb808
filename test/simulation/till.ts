/** One till: the real operations, queue, client and database on a folder that outlives its processes. */
import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import type { App } from '../../core/app.ts'
import type { Actor, AppContext } from '../../core/context.ts'
import type { Reply } from '../../core/contract/errors.ts'
import type { InputOf, OperationName, OutputOf } from '../../core/contract/index.ts'
import { dispatch } from '../../core/dispatch.ts'
import { openApp } from '../../core/openApp.ts'
import { handle } from '../../core/operations/index.ts'
import type { Ids, Log, Ports, Secrets } from '../../core/ports.ts'
import { timing } from '../../core/queue/timing.ts'
import type { Db } from '../../db/sqlite.ts'
import type { AppRow } from '../../db/workspace/queries.ts'
import type { Network } from './network.ts'
import type { Random } from './random.ts'
import { type Time, tillClock } from './time.ts'

const appRow: AppRow = {
  id: 'app',
  name: 'Mfano Traders',
  environment: 'sandbox',
  practice: 0,
  authority_url: 'http://127.0.0.1:1/authority',
  dialect: 'legacy',
  taxpayer_pin: 'P051000001K',
  branch_id: '00',
  device_serial: 'SIM-1',
  token_url: null,
  apigee_app_id: null,
  created_at: 0,
}

const manager: Actor = { kind: 'person', client: 'w', user: { id: 'u', name: 'Amina', role: 'manager' } }
const owner: Actor = { kind: 'person', client: 'w', user: { id: 'o', name: 'Owner', role: 'owner' } }
const software: Actor = { kind: 'software', keyId: 'k' }

export interface TillOptions {
  folder: string
  time: Time
  random: Random
  network: Network
  /** Something happened that never may. */
  broken(rule: string): void
}

export interface Till {
  /** Its clock minus the world's, milliseconds. */
  skewMs: number
  /** Chance that a transaction fails for the disk's sake. */
  diskFaults: number
  /** Transactions that failed so. */
  diskFailures: number
  running(): boolean
  open(): Promise<void>
  /** Ends the process where it stands: nothing of it runs on, nothing is finished. */
  kill(): void
  /** Never answers when the process dies first. */
  ask<N extends OperationName>(
    who: 'manager' | 'owner' | 'software',
    name: N,
    input: InputOf<N>,
  ): Promise<Reply<OutputOf<N>>>
  /** The database, for looking. */
  db(): Db
  read<R>(sql: string, ...values: unknown[]): R[]
}

const seededIds = (random: Random): Ids => {
  const hex = (digits: number) =>
    Array.from({ length: digits }, () => Math.floor(random.next() * 16).toString(16)).join('')
  return {
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`,
    token: (bytes) => hex(bytes * 2),
    random: random.next,
  }
}

/** Errors that the injected disk faults explain. */
const ofTheDisk = (fields: object): boolean =>
  /SQLITE_(FULL|BUSY)|database or disk is full|database is locked/.test(
    String((fields as { err?: { code?: string; message?: string } }).err?.code) +
      String((fields as { err?: { message?: string } }).err?.message),
  )

export const createTill = ({ folder, time, random, network, broken }: TillOptions): Till => {
  const kept = new Map<string, string>()
  const secrets: Secrets = {
    get: async (name) => kept.get(name) ?? null,
    set: async (name, value) => void kept.set(name, value),
    remove: async (name) => void kept.delete(name),
  }
  const ids = seededIds(random)
  let app: App | null = null
  let life = 0

  const logOf = (own: number): Log => {
    const severe = (fields: object, message: string) => {
      if (own === life && app && !ofTheDisk(fields))
        broken(
          `the log says: ${message} ${String((fields as { err?: unknown; error?: unknown }).err ?? (fields as { error?: unknown }).error)}`,
        )
    }
    return { debug: () => undefined, info: () => undefined, warn: () => undefined, error: severe }
  }

  /** The disk fails at the begin or at the commit of some transactions; SQLite then has rolled back. */
  const troubleDisk = (db: Db): void => {
    const { transaction, grouped } = db
    let depth = 0
    const diskError = () => {
      till.diskFailures += 1
      return random.chance(0.5)
        ? new Sqlite.SqliteError('database or disk is full', 'SQLITE_FULL')
        : new Sqlite.SqliteError('database is locked', 'SQLITE_BUSY')
    }
    const fails = () => till.diskFaults > 0 && random.chance(till.diskFaults)
    db.grouped = (body) =>
      grouped(() => {
        const result = body()
        if (fails()) throw diskError()
        return result
      })
    db.transaction = (body) => {
      if (depth > 0 || !fails()) {
        depth += 1
        try {
          return transaction(body)
        } finally {
          depth -= 1
        }
      }
      const error = diskError()
      if (random.chance(0.5)) throw error
      depth += 1
      try {
        return transaction(() => {
          body()
          throw error
        })
      } finally {
        depth -= 1
      }
    }
  }

  const till: Till = {
    skewMs: 0,
    diskFaults: 0,
    diskFailures: 0,
    running: () => app !== null,
    open: async () => {
      life += 1
      const own = life
      const alive = () => own === life
      const log = logOf(own)
      const ports: Ports = {
        clock: tillClock(time, { skewMs: () => till.skewMs, alive }),
        secrets,
        ids,
        log,
        // As good as endless: the faults are put in below.
        volume: { freeBytes: () => 2 ** 40, freeBytesElsewhere: async () => 2 ** 40 },
        printer: {
          print: async () => ({ ok: false, reason: 'none' }),
          pdf: async () => ({ ok: false, reason: 'none' }),
        },
      }
      const opened = await openApp({
        dataDir: folder,
        row: appRow,
        ports,
        timing,
        transport: network.connect(alive),
        // A process dies here, never the power: what was written is there.
        syncFile: (_, done) => done(null),
        emit: () => undefined,
      })
      app = opened
      if (
        opened.db.first<{ synchronous: number }>({ sql: 'pragma synchronous', parameters: [] } as never)
          ?.synchronous !== 2
      )
        broken('what is acknowledged would not survive a power cut')
      troubleDisk(opened.db)
    },
    kill: () => {
      const dying = app
      life += 1
      app = null
      network.forget()
      dying?.db.close()
    },
    ask: (who, name, input) => {
      const asked = app
      if (!asked) return new Promise(() => undefined)
      const own = life
      const actor = { manager, owner, software }[who]
      const context = {
        ports: asked.ports,
        actor,
        version: '0',
        answerMs: timing.answerMs,
        app: asked,
        db: asked.db,
      } as unknown as AppContext
      const reply = dispatch({
        name,
        input: structuredClone(input),
        actor,
        run: (operation, parsed) => handle(operation, parsed, context),
        log: asked.ports.log,
        newId: () => ids.token(6),
      })
      return new Promise((resolve) => {
        void reply.then((answer) => {
          if (own === life) resolve(answer as never)
        })
      })
    },
    db: () => {
      if (!app) throw new Error('The till is off')
      return app.db
    },
    read: (sql, ...values) => {
      const db = till.db() as Db & { raw: Sqlite.Database }
      return db.raw.prepare(sql).all(...values) as never
    },
  }
  return till
}

/** What a killed process had put off finds its database closed: that is how it is kept from running on. */
export const letTheDeadRest = (): void => {
  process.on('uncaughtException', (error) => {
    if (error instanceof TypeError && error.message === 'The database connection is not open') return
    console.error(error)
    process.exit(1)
  })
}

/** A database with every table and nothing in it, made once and copied for each run. */
export const templateOf = async (folder: string): Promise<(into: string) => void> => {
  const { appMigrations } = await import('../../db/app/migrations/index.ts')
  const { migrate } = await import('../../db/migrate.ts')
  const { openDb } = await import('../../db/sqlite.ts')
  const file = join(folder, 'template.db')
  rmSync(file, { force: true })
  const db = openDb(file)
  await migrate(db, appMigrations)
  db.raw.pragma('journal_mode = DELETE')
  db.close()
  return (into) => {
    const place = join(into, 'apps', appRow.id)
    rmSync(into, { recursive: true, force: true })
    mkdirSync(place, { recursive: true })
    if (existsSync(file)) copyFileSync(file, join(place, 'till.db'))
  }
}
