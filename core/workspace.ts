/** The installation: people, open apps, keys, and who has unlocked which window. */
import { quickCheck } from '../db/quickCheck.ts'
import type { Db } from '../db/sqlite.ts'
import {
  type AppRow,
  appById,
  apps,
  insertApp,
  insertUser,
  setWorkspaceSetting,
  type UserRow,
  updateApp,
  updateUser,
  userById,
  users,
  workspaceSetting,
} from '../db/workspace/queries.ts'
import type { App } from './app.ts'
import type { OscuOptions } from './authority/oscu/client.ts'
import { secondPlaceOf } from './backups.ts'
import type { AppEvent } from './contract/events.ts'
import type { Role } from './contract/fields.ts'
import type { Connection, Correction } from './contract/workspace.ts'
import { isLetInto } from './demo/people.ts'
import { demoShop } from './demo/shop.ts'
import { createDisk, type Disk, type DiskLimits, diskLimits } from './disk.ts'
import { createEmitter } from './events.ts'
import { keptSecret } from './keptSecret.ts'
import { createKeys, type Keys } from './keys.ts'
import { openApp, secretName } from './openApp.ts'
import { finishInstallation, installationEnded } from './operations/device/install.ts'
import { patientClock } from './patientClock.ts'
import { createPinGuard } from './pinGuard.ts'
import { hashPin, verifyPin } from './pins.ts'
import type { Ports } from './ports.ts'
import { createProfiles, type Profiles, type Unopened } from './profiles.ts'
import type { Timing } from './queue/timing.ts'
import { keptIn, numbersOf } from './recovery/numbers.ts'
import type { Kept } from './restControl.ts'
import { createSessions, type Sessions } from './sessions.ts'
import { createWorkspaceCopies } from './workspaceCopies.ts'
import { openWorkspaceDb } from './workspaceDb.ts'

export interface NewPerson {
  name: string
  role: Role
  pin: string
  demo?: boolean
}

export type PinResult =
  | { kind: 'right'; user: UserRow }
  | { kind: 'wrong'; triesLeft: number }
  | { kind: 'locked'; until: number }
  | { kind: 'unknown' }

export interface Workspace {
  readonly dataDir: string
  readonly db: Db
  /** That the data folder is on. */
  readonly disk: Disk
  apps(): App[]
  app(id: string): App | undefined
  readonly unopened: Profiles['unopened']
  readonly isReopening: Profiles['isReopening']
  readonly reopen: Profiles['reopen']
  /** The profile that the windows work in; undefined while it is not open, or where there is none. */
  current(): App | undefined
  /** A profile by its id, or without one that of the windows, where it could not be opened. */
  unopenedOne(id?: string): Unopened | undefined
  switchTo(id: string): boolean
  createDeviceApp(connection: Connection): Promise<App>
  /** Puts a connection right and opens the profile anew with it; answers what was changed, of keys only that they were. */
  correctDeviceApp(app: App, correction: Correction): Promise<{ app: App; changed: Record<string, unknown> }>
  createPracticeApp(name: string): Promise<App>
  language(): 'en' | 'sw'
  setLanguage(language: 'en' | 'sw'): void
  /** A setting of the installation by its name. */
  kept(name: string): Kept
  people(): UserRow[]
  addPerson(person: NewPerson): Promise<UserRow>
  changePerson(
    id: string,
    change: { name: string; role: Role; active: boolean; pin?: string | undefined },
  ): Promise<UserRow | undefined>
  /** Whether this is the person's PIN; wrong ones are counted and lock, wherever they were entered. */
  checkPin(userId: string, pin: string): Promise<PinResult>
  /** Until when no PIN of this person is taken, epoch milliseconds of the clock as it stands now; null = it may be tried. */
  lockedUntil(userId: string): number | null
  /** Unlocks a window, for whoever has shown their PIN or has just made the workspace. */
  admit(client: string, user: UserRow): void
  lock(client: string): void
  /** Who has unlocked a window, unless the profile that it works in does not let them in. */
  person(client: string): UserRow | undefined
  /** Of other software. */
  readonly keys: Keys
  /** Of people over REST. */
  readonly sessions: Sessions
  /** Runs what looks first and writes later, one after another: two first owners at once would be two owners. */
  inTurn<T>(work: () => Promise<T>): Promise<T>
  subscribe(listener: (event: AppEvent) => void): () => void
  emit(event: AppEvent): void
  /** Stops sending, waits for the calls that still run, closes the databases. */
  close(calls: () => Promise<unknown>): Promise<void>
}

export interface OpenWorkspaceOptions {
  dataDir: string
  ports: Ports
  timing: Timing
  timeouts?: OscuOptions['timeouts']
  diskLimits?: Partial<DiskLimits>
  /** The day it is, `YYYYMMDD`, for a computer whose own date is in doubt. */
  today?: string
}

const columnsOf = ({ gateway, ...connection }: Omit<Correction, 'id'>) => ({
  name: connection.name,
  authority_url: connection.authorityUrl,
  dialect: connection.dialect,
  taxpayer_pin: connection.taxpayerPin,
  branch_id: connection.branchId,
  device_serial: connection.deviceSerial,
  token_url: gateway?.tokenUrl ?? null,
  apigee_app_id: gateway?.apigeeAppId ?? null,
})

const practiceUrl = 'practice:'
/** Whose PIN it would be that was tried for a name that nobody has. */
const nobody = ''

export const openWorkspace = async ({
  dataDir,
  ports,
  timing,
  timeouts,
  diskLimits: limits,
  today,
}: OpenWorkspaceOptions): Promise<Workspace> => {
  const { ids, log, secrets } = ports
  const db = await openWorkspaceDb({ ...ports, dataDir, alone: () => () => undefined })
  const events = createEmitter<AppEvent>((error) => log.error({ err: error }, 'a listener failed'))
  // Every call asks who calls and for which app: both are kept here, and only what follows here changes them.
  const unlocked = new Map<string, UserRow>()
  let currentId = workspaceSetting(db, 'currentApp')
  let lastTurn: Promise<unknown> = Promise.resolve()

  const disk = createDisk({
    folder: dataDir,
    limits: { ...diskLimits, ...limits },
    volume: ports.volume,
    clock: ports.clock,
    log,
    check: () => quickCheck([db, ...[...open.values()].map((app) => app.db)]),
    changed: (goesOn) => {
      for (const app of open.values()) {
        app.emit({ type: 'status.changed' })
        if (goesOn) app.submitter.wake()
      }
    },
  })
  const clock = patientClock(ports.clock, (error) => {
    log.error({ err: error }, 'a timer met a disk that fails')
    disk.failed(error)
  })
  const openOne = async (row: AppRow, known: boolean): Promise<App> => {
    const app = await openApp({
      dataDir,
      row,
      known,
      numbers: keptIn(db, numbersOf(row.id)),
      ports: { ...ports, clock },
      timing,
      disk,
      ...(timeouts ? { timeouts } : {}),
      today,
      emit: (event) => events.emit({ ...event, appId: row.id } as AppEvent),
    })
    await finishInstallation(app)
    return app
  }
  const changed = () => events.emit({ type: 'workspace.changed' })
  const profiles = createProfiles({ rowOf: (id) => appById(db, id) as AppRow, openOne, log, changed })
  const { open } = profiles
  await profiles.startAll(apps(db)).catch((error: unknown) => {
    db.close()
    throw error
  })
  disk.start()
  const copies = createWorkspaceCopies({
    ...ports,
    clock,
    dataDir,
    db,
    disk,
    // With the copies of a profile.
    secondFolder: () => {
      const app = [...open.values()].find((each) => each.settings().backupFolder !== '')
      return app ? `${secondPlaceOf(app.row, app.settings())}-installation` : ''
    },
  })
  copies.start()
  events.subscribe(({ type }) => {
    if (type === 'workspace.changed') copies.changed()
  })

  const makeCurrent = (id: string): void => {
    setWorkspaceSetting(db, 'currentApp', id)
    currentId = id
  }
  // What is meant for a profile that is closed, or could not be opened, must not go to another one.
  const current = (): App | undefined => (currentId ? open.get(currentId) : [...open.values()][0])
  const create = async (row: AppRow): Promise<App> => {
    const app = await profiles.start(row, false)
    try {
      insertApp(db, row)
    } catch (error) {
      // At the next start nobody would know of it.
      await profiles.close(row.id)
      throw error
    }
    if (!currentId) makeCurrent(row.id)
    events.emit({ type: 'workspace.changed' })
    return app
  }

  /** Keeps those keys of the gateway that are given; answers which. */
  const keepKeys = async (id: string, { gateway }: Pick<Correction, 'gateway'>): Promise<string[]> => {
    const given = (['consumerKey', 'consumerSecret'] as const).filter((name) => gateway?.[name])
    for (const name of given) await secrets.set(secretName[name](id), gateway?.[name] ?? '')
    return given
  }

  const guard = createPinGuard({ db, clock, released: () => events.emit({ type: 'workspace.changed' }) })
  const pepper = keptSecret(ports, 'pin.pepper')
  const sessions = createSessions(db, ports)

  return {
    dataDir,
    db,
    disk,
    keys: createKeys({ db, clock, ids, log }),
    sessions,
    apps: () => [...open.values()].toSorted((a, b) => a.row.created_at - b.row.created_at),
    app: (id) => open.get(id),
    current,
    unopenedOne: (id = currentId) => profiles.unopened().find((each) => each.id === id),
    unopened: profiles.unopened,
    isReopening: profiles.isReopening,
    reopen: profiles.reopen,
    switchTo: (id) => {
      if (!open.has(id)) return false
      makeCurrent(id)
      events.emit({ type: 'workspace.changed' })
      return true
    },
    createDeviceApp: async (connection) => {
      const id = ids.uuid()
      try {
        await keepKeys(id, connection)
        const { environment } = connection
        return await create({
          id,
          environment,
          practice: 0,
          created_at: clock.now(),
          ...columnsOf(connection),
        })
      } catch (error) {
        for (const name of [secretName.consumerKey(id), secretName.consumerSecret(id)])
          await secrets.remove(name)
        throw error
      }
    },
    correctDeviceApp: async ({ id, row }, correction) => {
      const columns = columnsOf(correction)
      const names = (Object.keys(columns) as (keyof typeof columns)[]).filter(
        (name) => columns[name] !== row[name],
      )
      const keys = await profiles.reopen(id, async () => {
        const given = await keepKeys(id, correction)
        updateApp(db, id, columns)
        return given
      })
      const app = open.get(id)
      if (!app) throw new Error(`The profile ${id} cannot be opened with its new connection`)
      const changed = Object.fromEntries(names.map((name) => [name, [row[name], columns[name]]]))
      log.info({ app: id, changed: names, keys }, 'the connection of a profile was put right')
      return { app, changed: { ...changed, ...(keys.length > 0 ? { keys } : {}) } }
    },
    createPracticeApp: (name) =>
      create({
        id: ids.uuid(),
        name,
        environment: 'sandbox',
        practice: 1,
        authority_url: practiceUrl,
        dialect: 'legacy',
        taxpayer_pin: demoShop.pin,
        branch_id: '00',
        device_serial: 'PRACTICE-1',
        token_url: null,
        apigee_app_id: null,
        created_at: clock.now(),
      }),
    language: () => (workspaceSetting(db, 'language') === 'sw' ? 'sw' : 'en'),
    setLanguage: (language) => {
      setWorkspaceSetting(db, 'language', language)
      events.emit({ type: 'workspace.changed' })
    },
    kept: (name) => keptIn(db, name),
    people: () => users(db),
    addPerson: async ({ name, role, pin, demo }) => {
      const id = ids.uuid()
      const pin_hash = await hashPin(pin, await pepper())
      insertUser(db, {
        id,
        name,
        role,
        pin_hash,
        demo: demo ? 1 : 0,
        active: 1,
        created_at: clock.now(),
      })
      events.emit({ type: 'workspace.changed' })
      return userById(db, id) as UserRow
    },
    changePerson: async (id, { pin, active, ...change }) => {
      const pinChange =
        pin === undefined
          ? {}
          : {
              pin_hash: await hashPin(pin, await pepper()),
              demo: 0 as const,
            }
      if (pin !== undefined) guard.forgive(id)
      updateUser(db, id, { ...change, active: active ? 1 : 0, ...pinChange })
      const changed = userById(db, id)
      for (const [client, user] of unlocked) {
        if (user.id !== id) continue
        if (changed?.active) unlocked.set(client, changed)
        else unlocked.delete(client)
      }
      if (pin !== undefined || !active) sessions.endOf(id)
      events.emit({ type: 'workspace.changed' })
      return changed
    },
    checkPin: async (userId, pin) => {
      const waitMs = guard.waitMs(userId)
      if (waitMs > 0) return { kind: 'locked', until: clock.now() + waitMs }
      const user = userById(db, userId)
      guard.count(user ? userId : nobody)
      if (!user?.active) {
        // Takes as long as a wrong PIN, so that names cannot be told from time.
        await hashPin(pin, await pepper())
        return { kind: 'unknown' }
      }
      if (await verifyPin(pin, user.pin_hash, await pepper())) {
        guard.forgive(userId)
        // The check took its time; the person may have been changed meanwhile.
        const checked = userById(db, userId)
        if (!checked?.active) return { kind: 'unknown' }
        return { kind: 'right', user: checked }
      }
      log.warn({ userId, failures: userById(db, userId)?.failed_attempts }, 'wrong PIN')
      const lockMs = guard.waitMs(userId)
      if (lockMs === 0) return { kind: 'wrong', triesLeft: guard.triesLeft(userId) }
      events.emit({ type: 'workspace.changed' })
      return { kind: 'locked', until: clock.now() + lockMs }
    },
    lockedUntil: (userId) => {
      const waitMs = guard.waitMs(userId)
      return waitMs > 0 ? clock.now() + waitMs : null
    },
    admit: (client, user) => {
      unlocked.set(client, user)
      events.emit({ type: 'session.changed' })
    },
    lock: (client) => {
      unlocked.delete(client)
      events.emit({ type: 'session.changed' })
    },
    person: (client) => {
      const user = unlocked.get(client)
      return user && isLetInto(current(), user) ? user : undefined
    },
    inTurn: (work) => {
      const turn = lastTurn.then(work)
      lastTurn = turn.catch(() => undefined)
      return turn
    },
    subscribe: events.subscribe,
    emit: events.emit,
    close: async (calls) => {
      disk.stop()
      await Promise.all(
        [...open.values()].map(async (app) => {
          await installationEnded(app)
          await app.stop()
        }),
      )
      await calls()
      // The last moment for what is in memory only.
      await Promise.all([...open.values()].map(finishInstallation))
      // Where its copies go a profile says, as long as it is open.
      await copies.stop()
      await Promise.all([...open.values()].map((app) => app.close()))
      try {
        guard.stop()
      } catch (error) {
        // The files are closed whatever the disk does.
        log.error({ err: error }, 'what was waited after wrong PINs could not be kept')
      }
      db.close()
    },
  }
}
