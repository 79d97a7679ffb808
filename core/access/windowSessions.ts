/** Who has unlocked which window, and when it locks by itself. Nothing of it outlives the process. */
import type { Db } from '../../db/engine/sqlite.ts'
import { note } from '../../db/workspace/audit.ts'
import type { UserRow } from '../../db/workspace/queries.ts'
import type { Clock, Log } from '../base/ports.ts'

/** Why a window was locked: by hand, or what locked it. */
export type LockReason = 'person' | 'idle' | 'pinSet' | 'dismissed' | 'role'

export interface WindowSessions {
  /** Call in a transaction that shows who it is. */
  admit(client: string, user: UserRow): void
  lock(client: string, because: LockReason): void
  /** Locks all windows of a person. */
  lockOf(userId: string, because: LockReason): void
  /** What the person is called and may do has changed. */
  renew(user: UserRow): void
  /** Somebody has touched the window. */
  touched(client: string): void
  person(client: string): UserRow | undefined
  /** After how long without a touch windows lock has changed. */
  rearm(): void
  stop(): void
}

export interface WindowSessionsOptions {
  db: Db
  clock: Clock
  log: Log
  /** A window that nobody has touched for so long locks, milliseconds; 0 = never. */
  idleMs(): number
  /** Somebody has unlocked a window, or it was locked. */
  changed(): void
}

export const createWindowSessions = (by: WindowSessionsOptions): WindowSessions => {
  const { db, clock, log, idleMs, changed } = by
  const unlocked = new Map<string, { user: UserRow; touchedAt: number }>()
  let cancel: (() => void) | undefined

  const lock = (client: string, because: LockReason): void => {
    const session = unlocked.get(client)
    if (!session) return
    unlocked.delete(client)
    const { id, name } = session.user
    try {
      const who = because === 'person' ? id : 'Kaunta'
      db.transaction(() =>
        note(db, { at: clock.now(), kind: 'locked', subject: name, who, content: { id, because } }),
      )
    } catch (error) {
      // A disk that fails keeps no window open.
      log.error({ err: error, userId: id }, 'a window was locked, which could not be written down')
    }
    changed()
  }
  const lockIdle = (): void => {
    const limit = idleMs()
    if (limit === 0) return
    for (const [client, { touchedAt }] of unlocked)
      if (clock.monotonic() - touchedAt >= limit) lock(client, 'idle')
  }
  const arm = (): void => {
    cancel?.()
    const limit = idleMs()
    if (limit === 0 || unlocked.size === 0) return
    const oldest = Math.min(...[...unlocked.values()].map(({ touchedAt }) => touchedAt))
    cancel = clock.after(Math.max(0, oldest + limit - clock.monotonic()), () => {
      lockIdle()
      arm()
    })
  }

  return {
    admit: (client, user) => {
      note(db, {
        at: clock.now(),
        kind: 'signedIn',
        subject: user.name,
        who: user.id,
        content: { id: user.id, door: 'window' },
      })
      unlocked.set(client, { user, touchedAt: clock.monotonic() })
      arm()
      changed()
    },
    lock,
    lockOf: (userId, because) => {
      for (const [client, { user }] of unlocked) if (user.id === userId) lock(client, because)
    },
    renew: (user) => {
      for (const session of unlocked.values()) if (session.user.id === user.id) session.user = user
    },
    touched: (client) => {
      lockIdle()
      const session = unlocked.get(client)
      if (session) session.touchedAt = clock.monotonic()
    },
    person: (client) => {
      // A timer may come late: the computer slept.
      lockIdle()
      return unlocked.get(client)?.user
    },
    rearm: arm,
    stop: () => cancel?.(),
  }
}
