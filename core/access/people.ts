/** People of the workspace: creates and changes them, and checks their PINs. Each change has an audit row. */
import type { Db } from '../../db/engine/sqlite.ts'
import { note } from '../../db/workspace/audit.ts'
import { insertUser, type UserRow, updateUser, userById, users } from '../../db/workspace/queries.ts'
import type { Door } from '../../db/workspace/schema.ts'
import type { Clock, Ids, Log } from '../base/ports.ts'
import type { Role } from '../contract/fields.ts'
import { pinProblem } from '../contract/pinRules.ts'
import type { Peppers } from './peppers.ts'
import { applyChange } from './personChange.ts'
import type { PinGuard, TriesLeft } from './pinAttempts.ts'
import type { Sessions } from './sessions.ts'
import type { WindowSessions } from './windowSessions.ts'

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
  /** The PIN is right, and the person must choose a new one first ({@link People.renewPin}). */
  | { kind: 'renew'; user: UserRow }
  | { kind: 'wrong'; left: TriesLeft | null }
  | { kind: 'locked'; until: number }
  /** This till does not know the person's PIN yet. */
  | { kind: 'noPin' }
  | { kind: 'unknown' }

export interface People {
  people(): UserRow[]
  /** `by`: who does it, as {@link callerId} returns it. */
  addPerson(person: NewPerson, by: string): Promise<UserRow>
  /** A new PIN, a lower role or a dismissal locks the person's windows. undefined: no such person. */
  changePerson(id: string, change: PersonChange, by: string): Promise<UserRow | undefined>
  /** The person chose a new PIN after a right one. The row may say that the person was dismissed meanwhile. */
  renewPin(user: UserRow, pin: string): Promise<UserRow>
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
  peppers: Peppers
  changed(): void
}

export const createPeople = (by: PeopleOptions): People => {
  const { db, clock, ids, log, guard, peppers, changed } = by

  const pinColumns = async (pin: string) => ({
    pin_hash: await peppers.verifierOf(pin),
    pin_strong: pinProblem(pin, 'owner') === null ? (1 as const) : (0 as const),
    pin_renew: 0 as const,
  })
  /** The PIN is right: from now on it is checked under the present pepper. */
  const remake = async ({ id, demo, pin_hash }: UserRow, pin: string): Promise<void> => {
    try {
      if (demo === 1 || (await peppers.isCurrent(pin_hash))) return
      const verifier = await peppers.verifierOf(pin, pin_hash)
      // The person may have another PIN by now.
      if (userById(db, id)?.pin_hash !== pin_hash) return
      db.transaction(() => updateUser(db, id, { pin_hash: verifier }))
      changed()
    } catch (error) {
      // Nobody is kept out for it. The next sign-in tries again.
      log.warn({ err: error, userId: id }, 'a PIN could not be stored under the present pepper')
    }
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
      const { pin } = change
      const columns =
        pin === undefined ? {} : { ...(await pinColumns(pin)), demo: 0 as const, sandbox: 0 as const }
      const before = userById(db, id)
      if (!before) return undefined
      const user = applyChange(by, before, { ...change, pin: pin !== undefined }, { columns, who })
      changed()
      return user
    },
    renewPin: async ({ id }, pin) => {
      const columns = await pinColumns(pin)
      const before = userById(db, id) as UserRow
      const { name, role, active } = before
      const change = { name, role, active: active === 1, pin: true }
      const user = applyChange(by, before, change, { columns, who: id })
      changed()
      return user
    },
    checkPin: async (userId, pin, door = 'window') => {
      const waitMs = guard.waitMs(userId, door)
      if (waitMs > 0) return { kind: 'locked', until: clock.now() + waitMs }
      const user = userById(db, userId)
      const hasNone = user?.active === 1 && user.pin_hash === ''
      if (!hasNone) guard.count(userId, door)
      // An unknown name takes as long as a wrong PIN, so that response times do not reveal names.
      const isRight = await peppers.isRight(pin, user?.active ? user.pin_hash : '')
      // The check is slow. The person may have changed meanwhile.
      const checked = userById(db, userId)
      if (checked && !checked.active) return { kind: 'unknown' }
      if (isRight && checked && checked.pin_hash === user?.pin_hash) {
        db.unanchored.transaction(() => {
          guard.right(userId, door)
          if (!checked.pin_strong && pinProblem(pin, 'owner') === null)
            updateUser(db, userId, { pin_strong: 1 })
        })
        if (checked.pin_renew === 1) return { kind: 'renew', user: checked }
        await remake(checked, pin)
        // That is slow too.
        const present = userById(db, userId)
        return present?.active ? { kind: 'right', user: present } : { kind: 'unknown' }
      }
      if (user && isRight === null) return { kind: 'noPin' }
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
