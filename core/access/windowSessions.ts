/** Which person unlocked which window, and when a window locks. Nothing of it survives the process. */
import type { Db } from '../../db/engine/sqlite.ts'
import { note } from '../../db/workspace/audit.ts'
import type { UserRow } from '../../db/workspace/queries.ts'
import type { Clock, Log } from '../base/ports.ts'

/** Why a window was locked: by hand, or by which event. */
export type LockReason = 'person' | 'idle' | 'pinSet' | 'dismissed' | 'role'

export interface WindowSessions {
  /** Unlocks a window. Call it in a transaction that verifies the person. */
  admit(client: string, user: UserRow): void
  lock(client: string, because: LockReason): void
  /** Locks all windows of a person. */
  lockOf(userId: string, because: LockReason): void
  /** The person's name or role changed. */
  renew(user: UserRow): void
  /** Somebody touched the window. */
  touched(client: string): void
  person(client: string): UserRow | undefined
  /** Starts training of a window's person in a profile. */
  startTraining(client: string, appId: string): void
  endTraining(client: string): void
  /** Ends training in all windows. */
  endTrainings(): void
  /** The profile in which a window is in training. */
  trainingIn(client: string): string | undefined
  /** The lock timeout changed. */
  rearm(): void
  stop(): void
}

export interface WindowSessionsOptions {
  db: Db
  clock: Clock
  log: Log
  /** Milliseconds without a touch after which a window locks; 0 = never. */
  idleMs(): number
  /** A window was unlocked or locked. */
  changed(): void
}

export const createWindowSessions = (by: WindowSessionsOptions): WindowSessions => {
  const { db, clock, log, idleMs, changed } = by
  const unlocked = new Map<string, { user: UserRow; touchedAt: number; training?: string }>()
  let cancel: (() => void) | undefined
  /** Milliseconds; 0 = never. Kept here, because each call of a window asks for its person. */
  let limit = 0

  const noteTraining = (kind: 'trainingStarted' | 'trainingEnded', { id, name }: UserRow): void =>
    db.transaction(() => note(db, { at: clock.now(), kind, subject: name, who: id, content: { id } }))
  const endTraining = (client: string): void => {
    const session = unlocked.get(client)
    if (session?.training === undefined) return
    delete session.training
    try {
      noteTraining('trainingEnded', session.user)
    } catch (error) {
      log.error({ err: error, userId: session.user.id }, 'the end of training could not be stored')
    }
    changed()
  }
  const lock = (client: string, because: LockReason): void => {
    endTraining(client)
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
      // A failing disk must not keep a window unlocked.
      log.error({ err: error, userId: id }, 'a window was locked, which could not be stored')
    }
    changed()
  }
  const lockIdle = (): void => {
    if (limit === 0) return
    for (const [client, { touchedAt }] of unlocked)
      if (clock.monotonic() - touchedAt >= limit) lock(client, 'idle')
  }
  const arm = (): void => {
    cancel?.()
    limit = idleMs()
    if (limit === 0 || unlocked.size === 0) return
    const oldest = Math.min(...[...unlocked.values()].map(({ touchedAt }) => touchedAt))
    cancel = clock.after(Math.max(0, oldest + limit - clock.monotonic()), () => {
      lockIdle()
      arm()
    })
  }

  return {
    admit: (client, user) => {
      endTraining(client)
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
      // A timer may be late because the computer slept.
      lockIdle()
      return unlocked.get(client)?.user
    },
    startTraining: (client, appId) => {
      const session = unlocked.get(client)
      if (!session) return
      noteTraining('trainingStarted', session.user)
      session.training = appId
      changed()
    },
    endTraining,
    endTrainings: () => {
      for (const client of unlocked.keys()) endTraining(client)
    },
    trainingIn: (client) => unlocked.get(client)?.training,
    rearm: arm,
    stop: () => cancel?.(),
  }
}
