/** One profile of a till: the real operations, queue, client and database on a folder that outlives its processes. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type Sqlite from 'better-sqlite3'
import type { Actor } from '../../core/access/actor.ts'
import type { Ids, Log, Ports, Secrets } from '../../core/base/ports.ts'
import type { Reply } from '../../core/contract/errors.ts'
import type { InputOf, OperationName, OutputOf } from '../../core/contract/index.ts'
import { dispatch } from '../../core/host/dispatch.ts'
import type { ProfileContext } from '../../core/operations/context.ts'
import { handle } from '../../core/operations/index.ts'
import { directPrinters } from '../../core/printing/direct/directPrinters.ts'
import { printTiming } from '../../core/printing/direct/timing.ts'
import { type OpenProfileOptions, openProfile } from '../../core/profile/openProfile.ts'
import type { Profile } from '../../core/profile/profile.ts'
import { secretName } from '../../core/profile/secretNames.ts'
import { timing } from '../../core/queue/timing.ts'
import type { ShopContext } from '../../core/shop/context.ts'
import { runTask } from '../../core/worker/tasks.ts'
import type { Db } from '../../db/engine/sqlite.ts'
import { type Disk, isOfTheDisk } from './disk.ts'
import type { Network } from './network.ts'
import type { SimulatedProfile } from './profiles.ts'
import type { Random } from './random.ts'
import { type Computer, type Time, tillClock } from './time.ts'

const manager: Actor = {
  kind: 'person',
  client: 'w',
  user: { id: 'u', name: 'Amina', role: 'manager', demo: false, sandbox: false },
}
const owner: Actor = {
  kind: 'person',
  client: 'w',
  user: { id: 'o', name: 'Owner', role: 'owner', demo: false, sandbox: false },
}
const cashier: Actor = {
  kind: 'person',
  client: 'w',
  user: { id: 'c', name: 'Otieno', role: 'cashier', demo: false, sandbox: false },
}
const trainee: Actor = { ...cashier, training: true }
const software: Actor = { kind: 'software', keyId: 'k', lastFour: 'test', keyName: null }

/** What the operations of a run need of their context: it has no host and one installation for all. */
type Simulated = ShopContext & Pick<ProfileContext, 'version'> & { workspace: object }

/** The parts that the profiles of one till share. */
export interface Machine extends Computer {
  folder: string
  time: Time
  /** Ids, tokens, and the chance in pauses. */
  random: Random
  disk: Disk
  secrets: Map<string, string>
  /** The journal is durable only some milliseconds after it was asked to be. */
  slowSync: boolean
}

export interface TillOptions {
  machine: Machine
  profile: SimulatedProfile
  network: Network
  /** Something happened that never may. */
  broken(rule: string): void
  /** An error of the log that this run brings about. */
  foreseen?: string
  /** The way of a process to its hub; absent: HTTPS. */
  connectHub?: (alive: () => boolean) => OpenProfileOptions['connectHub']
}

export interface Till {
  readonly profile: SimulatedProfile
  running(): boolean
  /** Another number for each process. */
  life(): number
  open(): Promise<void>
  /** Ends the process where it stands: nothing of it runs on, nothing is finished. */
  kill(): void
  /** The database as it is now, in one piece. */
  copy(): Buffer
  /** While it is dead: a copy replaces the database; what lies beside it stays. */
  putBack(copy: Buffer): void
  /** Never answers when the process dies first. */
  ask<N extends OperationName>(
    who: 'cashier' | 'trainee' | 'manager' | 'owner' | 'software',
    name: N,
    input: InputOf<N>,
    approval?: string,
  ): Promise<Reply<OutputOf<N>>>
  /** How often the journal was made durable. */
  syncs(): number
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

const wordsOf = (fields: object): string => {
  const { err, error } = fields as { err?: { code?: string; message?: string }; error?: unknown }
  return `${err?.code ?? ''} ${err?.message ?? ''} ${String(error ?? '')}`
}

export const createTill = (options: TillOptions): Till => {
  const { machine, profile, network, broken, foreseen } = options
  const { time, random } = machine
  const kept = machine.secrets
  const secrets: Secrets = {
    get: async (name) => kept.get(name) ?? null,
    set: async (name, value) => void kept.set(name, value),
    remove: async (name) => void kept.delete(name),
  }
  if (profile.row.dialect === 'gateway') {
    kept.set(secretName.consumerKey(profile.row.id), 'key')
    kept.set(secretName.consumerSecret(profile.row.id), 'secret')
  }
  const ids = seededIds(random)
  const statements = new Map<string, Sqlite.Statement>()
  let open: Profile | null = null
  let life = 0

  const logOf = (own: number): Log => {
    const severe = (fields: object, message: string) => {
      const words = wordsOf(fields)
      if (own === life && open && message !== foreseen && !isOfTheDisk(words))
        broken(`the log says: ${message} ${words.trim()}`)
    }
    return { debug: () => undefined, info: () => undefined, warn: () => undefined, error: severe }
  }
  let syncs = 0
  const syncing = new Set<() => void>()
  const syncFile = (_fd: number, done: (error: null) => void): void => {
    const finish = () => {
      syncing.delete(finish)
      syncs += 1
      done(null)
    }
    syncing.add(finish)
    if (!machine.slowSync) finish()
    else
      time.after(machine.random.between(0, 6), () => {
        if (syncing.has(finish)) finish()
      })
  }
  const rawOf = (opened: Profile): Sqlite.Database => (opened.db as Db & { raw: Sqlite.Database }).raw
  const fileOf = () => join(machine.folder, 'apps', profile.row.id, 'till.db')

  const till: Till = {
    profile,
    running: () => open !== null,
    life: () => life,
    open: async () => {
      life += 1
      // The start makes its findings durable.
      syncs += 1
      const own = life
      const alive = () => own === life
      const log = logOf(own)
      const ports: Ports = {
        clock: tillClock(time, { computer: machine, alive }),
        secrets,
        ids,
        log,
        // As good as endless: the faults are put in below.
        volume: { freeBytes: () => 2 ** 40, freeBytesElsewhere: async () => 2 ** 40 },
        // A thread has a time of its own, so the work is done in this one. A dead till hears of no result.
        offThread: (name, ...args) => ({
          result: runTask(name, args).then((result) =>
            alive() ? (result as never) : new Promise<never>(() => undefined),
          ),
          stop: async () => undefined,
        }),
        serialPorts: async () => [],
        weigh: async () => ({ is: 'silent' }),
        pole: { show: () => undefined, clear: () => undefined },
        viewer: { open: async () => false, copy: async () => false },
        direct: directPrinters(printTiming),
        printer: {
          print: async () => ({ ok: false, reason: 'none' }),
          pdf: async () => ({ ok: false, reason: 'none' }),
          list: async () => ({ ok: false, reason: 'none' }),
        },
      }
      const opened = await openProfile({
        dataDir: machine.folder,
        row: profile.row,
        ports,
        timing,
        transport: network.connect(alive),
        connectHub: options.connectHub?.(alive),
        // A process dies here, never the power: what was written is there.
        syncFile,
        emit: () => undefined,
      })
      open = opened
      if (rawOf(opened).pragma('synchronous', { simple: true }) !== 2)
        broken('what is acknowledged would not survive a power cut')
    },
    kill: () => {
      const dying = open
      life += 1
      open = null
      statements.clear()
      network.forget()
      dying?.db.close()
      // Only so that the files of the dead are closed: it hears of nothing any more.
      for (const finish of [...syncing]) finish()
    },
    syncs: () => syncs,
    copy: () => {
      if (!open) throw new Error('The till is off')
      return rawOf(open).serialize()
    },
    putBack: (copy) => {
      for (const companion of ['-wal', '-shm']) rmSync(fileOf() + companion, { force: true })
      writeFileSync(fileOf(), copy)
    },
    ask: (who, name, input, approval) => {
      const asked = open
      if (!asked) return new Promise(() => undefined)
      const own = life
      const actor = { cashier, trainee, manager, owner, software }[who]
      const context = {
        ports: asked.ports,
        actor,
        version: '0',
        answerMs: timing.answerMs,
        lookUpMs: timing.answerMs,
        profile: asked,
        db: asked.db,
        approvals: approval === undefined ? [] : [approval],
        workspace: {
          disk: asked.disk,
          db: { durable: async () => undefined },
          // Each PIN is right: access has tests of its own.
          checkPin: async () => ({ kind: 'right', user: { ...manager.user, active: 1, demo: 0 } }),
        },
      } satisfies Simulated as unknown as ProfileContext
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
      if (!open) throw new Error('The till is off')
      return open.db
    },
    read: (sql, ...values) => {
      if (!open) throw new Error('The till is off')
      const statement = statements.get(sql) ?? rawOf(open).prepare(sql)
      statements.set(sql, statement)
      return statement.all(...values) as never
    },
  }
  return till
}

/** Timers of a killed process find their database closed, so they cannot continue. */
export const letTheDeadRest = (): void => {
  process.on('uncaughtException', (error) => {
    if (error instanceof TypeError && error.message === 'The database connection is not open') return
    console.error(error)
    process.exit(1)
  })
}

/** A database with every table and nothing in it, made once: where each run begins. */
export const emptyTill = async (folder: string): Promise<Buffer> => {
  const { profileMigrations } = await import('../../db/profile/migrations/index.ts')
  const { migrate } = await import('../../db/engine/migrate.ts')
  const { openDb } = await import('../../db/engine/sqlite.ts')
  const file = join(folder, 'template.db')
  const db = openDb(file)
  await migrate(db, profileMigrations)
  db.raw.pragma('journal_mode = DELETE')
  const content = db.raw.serialize()
  db.close()
  rmSync(file, { force: true })
  return content
}

/** Makes a data folder anew, with an empty till for each profile. */
export const layOut = (folder: string, profiles: SimulatedProfile[], empty: Buffer): void => {
  rmSync(folder, { recursive: true, force: true })
  for (const { row } of profiles) {
    const place = join(folder, 'apps', row.id)
    mkdirSync(place, { recursive: true })
    writeFileSync(join(place, 'till.db'), empty)
  }
}
