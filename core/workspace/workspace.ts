/** The workspace: people, open profiles, keys, and which person unlocked which window. */

import { createAnchor } from '../../db/engine/anchor.ts'
import type { Db } from '../../db/engine/sqlite.ts'
import type { problemsIn } from '../../db/integrity/inspect.ts'
import { note } from '../../db/workspace/audit.ts'
import {
  insertProfile,
  keptIn,
  type ProfileRow,
  profileById,
  profiles as profileRows,
  setWorkspaceSetting,
  type UserRow,
  updateProfile,
  workspaceSetting,
} from '../../db/workspace/queries.ts'
import { createKeys, type Keys } from '../access/apiKeys.ts'
import { isLetInto } from '../access/demoPeople.ts'
import { createPeople, type People } from '../access/people.ts'
import { createPeppers } from '../access/peppers.ts'
import { createPinGuard } from '../access/pinAttempts.ts'
import type { RestSwitch } from '../access/restAccess.ts'
import { createSessions, type Sessions } from '../access/sessions.ts'
import { createSharedPeople } from '../access/sharedPeople.ts'
import { createWindowSessions } from '../access/windowSessions.ts'
import { type Audit, createAudit, installationTrail } from '../audit/dailyCheck.ts'
import type { OscuOptions } from '../authority/oscu/client.ts'
import { createEmitter } from '../base/emitter.ts'
import { createLimit, type Limit } from '../base/limit.ts'
import type { Ports } from '../base/ports.ts'
import type { ProfileEvent } from '../contract/events.ts'
import type { Connection, Correction } from '../contract/workspace.ts'
import { finishInstallation, installationEnded } from '../controlUnit/install.ts'
import { createDisk, type Disk, type DiskLimits, diskLimits } from '../disk/diskMonitor.ts'
import { resilientClock } from '../disk/resilientClock.ts'
import { createPrinters } from '../printing/direct/printers.ts'
import { openProfile } from '../profile/openProfile.ts'
import type { Profile } from '../profile/profile.ts'
import { secretName } from '../profile/secretNames.ts'
import type { Timing } from '../queue/timing.ts'
import { secondPlaceOf } from '../recovery/backups.ts'
import { numbersOf } from '../recovery/numbers.ts'
import { demoShop } from './demo/shop.ts'
import { createFollowUps } from './followUps.ts'
import { createProfiles, type Profiles, type Unopened } from './openProfiles.ts'
import { openWorkspaceDb } from './openWorkspaceDb.ts'
import { createPurchaseFetches } from './purchaseFetches.ts'
import { createSharingProfile } from './sharingProfile.ts'
import { createWorkspaceCopies } from './workspaceBackups.ts'

/** The data that a person sees after signing in. */
interface Admission {
  /** Wrong PINs entered for them since the last time; null: none. `lastAt`: epoch milliseconds. */
  wrongPins: { count: number; lastAt: number } | null
}

export interface Workspace extends People {
  readonly dataDir: string
  readonly db: Db
  /** The data folder's disk. */
  readonly disk: Disk
  profiles(): Profile[]
  profile(id: string): Profile | undefined
  readonly unopened: Profiles['unopened']
  readonly isReopening: Profiles['isReopening']
  readonly reopen: Profiles['reopen']
  /** The windows' profile; undefined if it is not open or there is none. */
  current(): Profile | undefined
  /** A profile that could not be opened, by id, or without an id the windows' profile. */
  unopenedOne(id?: string): Unopened | undefined
  /** `by`, here and below: the author, as `callerId` returns it. */
  switchTo(id: string, by: string): boolean
  createDeviceProfile(connection: Connection, by: string): Promise<Profile>
  /** Corrects a connection and reopens the profile with it. Returns the changed fields; for keys only their names. */
  correctDevice(
    profile: Profile,
    correction: Correction,
  ): Promise<{ profile: Profile; changed: Record<string, unknown> }>
  createPracticeProfile(name: string, by: string): Promise<Profile>
  language(): 'en' | 'sw'
  setLanguage(language: 'en' | 'sw'): void
  /** Minutes without a touch after which windows lock; 0 = never. */
  lockAfterMinutes(): number
  setLockAfterMinutes(minutes: number, by: string): void
  /** The switch of the REST interface. The audit trail names who changes it. */
  readonly restSwitch: RestSwitch
  /** Unlocks a window for a person who entered a right PIN or just created the workspace. */
  admit(client: string, user: UserRow): Admission
  lock(client: string): void
  /** Somebody touched a window. */
  touched(client: string): void
  /** Returns who unlocked a window, unless its profile does not admit that person. */
  person(client: string): UserRow | undefined
  startTraining(client: string, appId: string): void
  endTraining(client: string): void
  /** Returns whether a window is in training in the profile that windows show. */
  isTraining(client: string): boolean
  /** The name of this till at the hub that owns its people; null: none does. */
  sharedAs(): string | null
  /** The workspace's own audit trail. */
  readonly audit: Audit
  /** API keys. */
  readonly keys: Keys
  /** REST sessions of people. */
  readonly sessions: Sessions
  /**
   * Runs work that reads first and writes later, one after another: two parallel first owners would both be created.
   */
  inTurn: Limit
  subscribe(listener: (event: ProfileEvent) => void): () => void
  emit(event: ProfileEvent): void
  /** Stops sending, waits for running calls, and closes the databases. */
  close(calls: () => Promise<unknown>): Promise<void>
}

export interface OpenWorkspaceOptions {
  dataDir: string
  ports: Ports
  timing: Timing
  timeouts?: OscuOptions['timeouts']
  diskLimits?: Partial<DiskLimits>
  /** The date, `YYYYMMDD`, for a computer whose own date is uncertain. */
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
/** The device of every practice shop. */
export const practiceSerial = 'PRACTICE-1'
/** The default if a shop has not set it. */
const usualLockAfter = 10

export const openWorkspace = async ({
  dataDir,
  ports,
  timing,
  timeouts,
  diskLimits: limits,
  today,
}: OpenWorkspaceOptions): Promise<Workspace> => {
  const { ids, log, secrets } = ports
  const anchor = createAnchor()
  const db = await openWorkspaceDb({ ...ports, dataDir, anchor, alone: () => () => undefined })
  const events = createEmitter<ProfileEvent>((error) => log.error({ err: error }, 'a listener failed'))
  // Every call needs the current profile, so it is cached. Only the code below changes it.
  let currentId = workspaceSetting(db, 'currentApp')

  const disk = createDisk({
    folder: dataDir,
    limits: { ...diskLimits, ...limits },
    volume: ports.volume,
    clock: ports.clock,
    log,
    anchor,
    check: async () => {
      for (const { file } of [db, ...[...open.values()].map((profile) => profile.db)]) {
        const problems = await ports.offThread<typeof problemsIn>('problemsIn', file, { depth: 'quick' })
          .result
        if (problems !== null) return `${file}: ${problems}`
      }
      return null
    },
    changed: (resumes) => {
      for (const profile of open.values()) {
        profile.emit({ type: 'status.changed' })
        if (resumes) profile.submitter.wake()
      }
    },
  })
  const clock = resilientClock(ports.clock, (error) => {
    log.error({ err: error }, 'a timer met a disk error')
    disk.failed(error)
  })
  const printers = createPrinters({
    ...ports,
    db: db.unanchored,
    clock,
    timing: timing.direct,
    changed: (how) => {
      events.emit({ type: 'printer.changed' })
      if (how === 'told') return
      if (how === 'saved') changed()
      for (const profile of open.values()) profile.spooler.wake(true)
    },
  })
  const changed = () => events.emit({ type: 'workspace.changed' })
  // People can unlock a till whose folder is gone, to save the open data.
  const guard = createPinGuard({ db: db.unanchored, clock, released: changed })
  const sessions = createSessions(db, ports)
  const lockAfterMinutes = () => Number(workspaceSetting(db, 'lockAfterMinutes') ?? usualLockAfter)
  const windows = createWindowSessions({
    db: db.unanchored,
    clock,
    log,
    idleMs: () => lockAfterMinutes() * 60_000,
    changed: () => events.emit({ type: 'session.changed' }),
  })
  const peppers = createPeppers(ports, () => sharing.link() !== undefined)
  const parts = { db, clock, ids, log, guard, sessions, windows, peppers, changed }
  const people = createPeople(parts)
  const sharedPeople = createSharedPeople(parts, () => sharing.profile()?.row.environment !== 'production')

  const openOne = async (row: ProfileRow, known: boolean): Promise<Profile> => {
    const profile = await openProfile({
      dataDir,
      row,
      known,
      numbers: keptIn(db, numbersOf(row.id)),
      ports: { ...ports, clock },
      timing,
      printers,
      disk,
      anchor,
      ...(timeouts ? { timeouts } : {}),
      today,
      people: () => (sharing.profile()?.id === row.id ? sharedPeople : null),
      emit: (event) => events.emit({ ...event, appId: row.id } as ProfileEvent),
    })
    try {
      await finishInstallation(profile)
      followUps.opened(profile)
      purchaseFetches.opened(profile)
      return profile
    } catch (error) {
      await profile.stop()
      await profile.close()
      throw error
    }
  }
  const profiles = createProfiles({ rowOf: (id) => profileById(db, id) as ProfileRow, openOne, log, changed })
  const { open } = profiles
  const sharing = createSharingProfile(db, open)
  const followUps = createFollowUps({ profileOf: (id) => open.get(id), log })
  events.subscribe(followUps.heard)
  const purchaseFetches = createPurchaseFetches({
    isOpen: (profile) => open.get(profile.id) === profile,
    clock,
  })
  await profiles.startAll(profileRows(db)).catch((error: unknown) => {
    db.close()
    throw error
  })
  disk.start()
  printers.start()
  const copies = createWorkspaceCopies({
    ...ports,
    clock,
    dataDir,
    db,
    disk,
    // Beside the copies of a profile.
    secondFolder: () => {
      const profile = [...open.values()].find((each) => each.settings().backupFolder !== '')
      return profile ? `${secondPlaceOf(profile.row, profile.settings())}-installation` : ''
    },
  })
  copies.start()
  events.subscribe(({ type }) => {
    if (type !== 'workspace.changed') return
    copies.changed()
    sharing.profile()?.link.wake()
  })

  const makeCurrent = (id: string): void => {
    setWorkspaceSetting(db, 'currentApp', id)
    currentId = id
  }
  // A call for a profile that is closed or could not be opened must not reach another one.
  const current = (): Profile | undefined => (currentId ? open.get(currentId) : [...open.values()][0])
  const create = async (row: ProfileRow, by: string): Promise<Profile> => {
    const profile = await profiles.start(row, false)
    const { id, name, environment, practice } = row
    try {
      db.transaction(() => {
        insertProfile(db, row)
        const content = { id, environment, practice: practice === 1 }
        note(db, { at: clock.now(), kind: 'profileMade', subject: name, who: by, content })
      })
    } catch (error) {
      // Otherwise the next start would not know of it.
      await profiles.close(row.id)
      throw error
    }
    if (!currentId) makeCurrent(row.id)
    events.emit({ type: 'workspace.changed' })
    return profile
  }

  /** Stores the given keys of the gateway and returns their names. */
  const keepKeys = async (id: string, { gateway }: Pick<Correction, 'gateway'>): Promise<string[]> => {
    const given = (['consumerKey', 'consumerSecret'] as const).filter((name) => gateway?.[name])
    for (const name of given) await secrets.set(secretName[name](id), gateway?.[name] ?? '')
    return given
  }

  /** For closing: a failure of one, on a failing disk, does not stop the others. */
  const each = async <T>(all: T[], end: (one: T) => unknown): Promise<void> => {
    for (const ended of await Promise.allSettled(all.map(async (one) => end(one)))) {
      if (ended.status === 'rejected') log.error({ err: ended.reason }, 'a part could not be stopped')
    }
  }
  const audit = createAudit({ db, trail: installationTrail(db), clock, log, changed })
  audit.start()

  return {
    ...people,
    sharedAs: () => sharing.link()?.name ?? null,
    audit,
    dataDir,
    db,
    disk,
    keys: createKeys({ db, clock, ids, log }),
    sessions,
    profiles: () => [...open.values()].toSorted((a, b) => a.row.created_at - b.row.created_at),
    profile: (id) => open.get(id),
    current,
    unopenedOne: (id = currentId) => profiles.unopened().find((each) => each.id === id),
    unopened: profiles.unopened,
    isReopening: profiles.isReopening,
    reopen: profiles.reopen,
    switchTo: (id, by) => {
      const profile = open.get(id)
      if (!profile) return false
      const content = { id, from: currentId ?? null, environment: profile.row.environment }
      db.transaction(() => {
        if (id !== currentId)
          note(db, { at: clock.now(), kind: 'profileSwitched', subject: profile.row.name, who: by, content })
        makeCurrent(id)
      })
      windows.endTrainings()
      events.emit({ type: 'workspace.changed' })
      return true
    },
    createDeviceProfile: async (connection, by) => {
      const id = ids.uuid()
      try {
        await keepKeys(id, connection)
        const { environment } = connection
        const row = {
          id,
          environment,
          practice: 0 as const,
          created_at: clock.now(),
          ...columnsOf(connection),
        }
        return await create(row, by)
      } catch (error) {
        for (const name of [secretName.consumerKey(id), secretName.consumerSecret(id)])
          await secrets.remove(name)
        throw error
      }
    },
    correctDevice: async ({ id, row }, correction) => {
      const columns = columnsOf(correction)
      const names = (Object.keys(columns) as (keyof typeof columns)[]).filter(
        (name) => columns[name] !== row[name],
      )
      const keys = await profiles.reopen(id, async () => {
        const given = await keepKeys(id, correction)
        updateProfile(db, id, columns)
        return given
      })
      const profile = open.get(id)
      if (!profile) throw new Error(`The profile ${id} cannot be opened with its new connection`)
      const changed = Object.fromEntries(names.map((name) => [name, [row[name], columns[name]]]))
      log.info({ profile: id, changed: names, keys }, 'the connection of a profile was corrected')
      return { profile, changed: { ...changed, ...(keys.length > 0 ? { keys } : {}) } }
    },
    createPracticeProfile: (name, by) =>
      create(
        {
          id: ids.uuid(),
          name,
          environment: 'sandbox',
          practice: 1,
          authority_url: practiceUrl,
          dialect: 'legacy',
          taxpayer_pin: demoShop.pin,
          branch_id: '00',
          device_serial: practiceSerial,
          token_url: null,
          apigee_app_id: null,
          created_at: clock.now(),
        },
        by,
      ),
    language: () => (workspaceSetting(db, 'language') === 'sw' ? 'sw' : 'en'),
    setLanguage: (language) => {
      setWorkspaceSetting(db, 'language', language)
      events.emit({ type: 'workspace.changed' })
    },
    lockAfterMinutes,
    setLockAfterMinutes: (minutes, by) => {
      db.transaction(() => {
        const content = { before: lockAfterMinutes(), after: minutes }
        setWorkspaceSetting(db, 'lockAfterMinutes', String(minutes))
        note(db, { at: clock.now(), kind: 'lockAfter', subject: String(minutes), who: by, content })
      })
      windows.rearm()
      changed()
    },
    restSwitch: {
      get: () => workspaceSetting(db, 'rest'),
      set: (value, { on, port, by }) =>
        db.transaction(() => {
          setWorkspaceSetting(db, 'rest', value)
          note(db, {
            at: clock.now(),
            kind: 'restSwitched',
            subject: String(port),
            who: by,
            content: { on, port },
          })
        }),
    },
    admit: (client, user) =>
      db.unanchored.transaction(() => {
        windows.admit(client, user)
        return { wrongPins: guard.takeUnseen(user.id) }
      }),
    lock: (client) => windows.lock(client, 'person'),
    touched: windows.touched,
    startTraining: windows.startTraining,
    endTraining: windows.endTraining,
    isTraining: (client) => {
      const appId = windows.trainingIn(client)
      return appId !== undefined && appId === current()?.id
    },
    person: (client) => {
      const user = windows.person(client)
      return user && isLetInto(current(), user) ? user : undefined
    },
    inTurn: createLimit(1),
    subscribe: events.subscribe,
    emit: events.emit,
    close: async (calls) => {
      disk.stop()
      const whole = [...open.values()]
      const fetched = purchaseFetches.stop()
      await followUps.stop()
      await each(whole, async (profile) => {
        await installationEnded(profile)
        await profile.stop()
      })
      await fetched
      await calls()
      // The last chance to store data that is only in memory.
      await each(whole, finishInstallation)
      await printers.stop()
      // The place of the copies comes from a profile, so the profile closes later.
      await each([copies, windows, audit], ({ stop }) => stop())
      await each(whole, (profile) => profile.close())
      await each([guard], ({ stop }) => stop())
      db.close()
    },
  }
}
