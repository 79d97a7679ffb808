/** People of the workspace: creates and changes them, and checks their PINs. Each change has an audit row. */
import type { Db } from '../../db/engine/sqlite.ts'
import { note } from '../../db/workspace/audit.ts'
import { insertUser, type UserRow, updateUser, userById, users } from '../../db/workspace/queries.ts'
import type { Door } from '../../db/workspace/schema.ts'
import type { Clock, Ids, Log } from '../base/ports.ts'
import { type Role, rankOf } from '../contract/fields.ts'
import { pinProblem } from '../contract/pinRules.ts'
import type { PinGuard, TriesLeft } from './pinAttempts.ts'
import { hashPin, verifyPin } from './pinHash.ts'
import type { Sessions } from './sessions.ts'
import type { LockReason, WindowSessions } from './windowSessions.ts'

interface NewPerson {
  name: string
  role: Role
  pin: string
  demo?: boolean
}

interface PersonChange {
  name: string
  role: Role
  active: boolean
  pin?: string | undefined
}

type PinResult =
  | { kind: 'right'; user: UserRow }
  | { kind: 'wrong'; left: TriesLeft | null }
  | { kind: 'locked'; until: number }
  | { kind: 'unknown' }

export interface People {
  people(): UserRow[]
  /** `by`: who does it, as {@link callerId} returns it. */
  addPerson(person: NewPerson, by: string): Promise<UserRow>
  /** A new PIN, a lower role or a dismissal locks the person's windows. undefined: no such person. */
  changePerson(id: string, change: PersonChange, by: string): Promise<UserRow | undefined>
  /** Checks the person's PIN. A wrong PIN delays that person at that door (windows or REST). */
  checkPin(userId: string, pin: string, door?: Door): Promise<PinResult>
  /**
   * Until when this person's PIN is rejected at a window, in epoch milliseconds of the present clock; null = not
   * delayed.
   */
  lockedUntil(userId: string): number | null
  /** Attempts before the next wait at a window; null: no wrong PIN since the last right one. */
  triesLeft(userId: string): TriesLeft | null
}

export interface PeopleOptions {
  db: Db
  clock: Clock
  ids: Ids
  log: Log
  guard: PinGuard
  sessions: Sessions
  windows: WindowSessions
  /** Mixed into the hashes of PINs. */
  pepper(): Promise<string>
  changed(): void
}

const lockReason = (before: UserRow, { role, active, pin }: PersonChange): LockReason | null => {
  if (!active) return 'dismissed'
  if (pin !== undefined) return 'pinSet'
  return rankOf[role] < rankOf[before.role] ? 'role' : null
}

export const createPeople = (by: PeopleOptions): People => {
  const { db, clock, ids, log, guard, sessions, windows, pepper, changed } = by

  const pinColumns = async (pin: string) => ({
    pin_hash: await hashPin(pin, await pepper()),
    pin_strong: pinProblem(pin, 'owner') === null ? (1 as const) : (0 as const),
  })
  /** One audit row per changed field. */
  const noteChange = (before: UserRow, { name, role, active, pin }: PersonChange, who: string): void => {
    const write = (kind: 'personChanged' | 'personDismissed' | 'personBack' | 'pinSet', content = {}) =>
      note(db, { at: clock.now(), kind, subject: before.name, who, content: { id: before.id, ...content } })
    const changes = {
      ...(name === before.name ? {} : { name: [before.name, name] }),
      ...(role === before.role ? {} : { role: [before.role, role] }),
    }
    if (Object.keys(changes).length > 0) write('personChanged', changes)
    if (active !== (before.active === 1)) write(active ? 'personBack' : 'personDismissed')
    if (pin !== undefined) write('pinSet')
  }

  return {
    people: () => users(db),
    addPerson: async ({ name, role, pin, demo }, who) => {
      const id = ids.uuid()
      const columns = await pinColumns(pin)
      const at = clock.now()
      db.transaction(() => {
        insertUser(db, { id, name, role, ...columns, demo: demo ? 1 : 0, active: 1, created_at: at })
        note(db, { at, kind: 'personMade', subject: name, who, content: { id, role, demo: demo === true } })
      })
      changed()
      return userById(db, id) as UserRow
    },
    changePerson: async (id, change, who) => {
      const { name, role, active, pin } = change
      const columns = pin === undefined ? {} : { ...(await pinColumns(pin)), demo: 0 as const }
      const before = userById(db, id)
      if (!before) return undefined
      const because = lockReason(before, change)
      const user = db.transaction(() => {
        updateUser(db, id, { name, role, active: active ? 1 : 0, ...columns })
        noteChange(before, change, who)
        if (pin !== undefined) guard.renew(id)
        if (pin !== undefined || !active) sessions.endOf(id, who)
        return userById(db, id) as UserRow
      })
      if (because) windows.lockOf(id, because)
      else windows.renew(user)
      changed()
      return user
    },
    checkPin: async (userId, pin, door = 'window') => {
      const waitMs = guard.waitMs(userId, door)
      if (waitMs > 0) return { kind: 'locked', until: clock.now() + waitMs }
      const user = userById(db, userId)
      guard.count(userId, door)
      // An unknown name takes as long as a wrong PIN, so that response times do not reveal names.
      const isRight = user?.active
        ? await verifyPin(pin, user.pin_hash, await pepper())
        : await hashPin(pin, await pepper()).then(() => false)
      // The check is slow. The person may have changed meanwhile.
      const checked = userById(db, userId)
      if (checked && !checked.active) return { kind: 'unknown' }
      if (isRight && checked && checked.pin_hash === user?.pin_hash) {
        db.unanchored.transaction(() => {
          guard.right(userId, door)
          if (!checked.pin_strong && pinProblem(pin, 'owner') === null)
            updateUser(db, userId, { pin_strong: 1 })
        })
        return { kind: 'right', user: checked }
      }
      if (user) log.warn({ userId, door }, 'wrong PIN')
      if (user && door === 'window') changed()
      const lockMs = guard.waitMs(userId, door)
      if (lockMs > 0) return { kind: 'locked', until: clock.now() + lockMs }
      return user ? { kind: 'wrong', left: guard.triesLeft(userId, door) } : { kind: 'unknown' }
    },
    lockedUntil: (userId) => {
      const waitMs = guard.waitMs(userId, 'window')
      return waitMs > 0 ? clock.now() + waitMs : null
    },
    triesLeft: (userId) => guard.triesLeft(userId, 'window'),
  }
}
