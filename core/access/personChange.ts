/** What a change of a person means besides: rows of the installation's trail, locked windows, ended sessions. */
import type { Db } from '../../db/engine/sqlite.ts'
import { note } from '../../db/workspace/audit.ts'
import { type UserRow, updateUser, userById } from '../../db/workspace/queries.ts'
import type { Clock } from '../base/ports.ts'
import { type Role, rankOf } from '../contract/fields.ts'
import type { PinGuard } from './pinAttempts.ts'
import type { Sessions } from './sessions.ts'
import type { LockReason, WindowSessions } from './windowSessions.ts'

export interface PersonChange {
  name: string
  role: Role
  active: boolean
  /** The person has another PIN. */
  pin: boolean
}

export interface Changing {
  db: Db
  clock: Pick<Clock, 'now'>
  guard: PinGuard
  sessions: Sessions
  windows: WindowSessions
}

const lockReason = (before: UserRow, { role, active, pin }: PersonChange): LockReason | null => {
  if (!active) return 'dismissed'
  if (pin) return 'pinSet'
  return rankOf[role] < rankOf[before.role] ? 'role' : null
}

/** One audit row per changed field. */
const noteChange = ({ db, clock }: Changing, before: UserRow, change: PersonChange, who: string): void => {
  const { name, role, active, pin } = change
  const write = (kind: 'personChanged' | 'personDismissed' | 'personBack' | 'pinSet', content = {}) =>
    note(db, { at: clock.now(), kind, subject: before.name, who, content: { id: before.id, ...content } })
  const changes = {
    ...(name === before.name ? {} : { name: [before.name, name] }),
    ...(role === before.role ? {} : { role: [before.role, role] }),
  }
  if (Object.keys(changes).length > 0) write('personChanged', changes)
  if (active !== (before.active === 1)) write(active ? 'personBack' : 'personDismissed')
  if (pin) write('pinSet')
}

/**
 * Changes a person. A new PIN, a lower role or a dismissal locks the person's windows. `columns`: of a new PIN and its like.
 */
export const applyChange = (
  by: Changing,
  before: UserRow,
  change: PersonChange,
  { columns = {}, who }: { columns?: Parameters<typeof updateUser>[2]; who: string },
): UserRow => {
  const { db, guard, sessions, windows } = by
  const { name, role, active, pin } = change
  const because = lockReason(before, change)
  const user = db.transaction(() => {
    updateUser(db, before.id, { name, role, active: active ? 1 : 0, ...columns })
    noteChange(by, before, change, who)
    if (pin) guard.renew(before.id)
    if (pin || !active) sessions.endOf(before.id, who)
    return userById(db, before.id) as UserRow
  })
  if (because) windows.lockOf(before.id, because)
  else windows.renew(user)
  return user
}
