/** Who calls, and the names that go with what they do. */
import type { UserRow } from '../../db/workspace/queries.ts'
import type { Author } from '../authority/port.ts'
import type { Role } from '../contract/fields.ts'

interface Person {
  id: string
  name: string
  role: Role
  /** Belongs to the demo shop. */
  demo: boolean
}

export const personOf = ({ id, name, role, demo }: UserRow): Person => ({ id, name, role, demo: demo === 1 })

/** Who calls: a person at a window or in a session over REST, other software with a key, or nobody yet. */
export type Actor =
  | { kind: 'person'; client: string; user: Person }
  | { kind: 'session'; sessionId: string; user: Person }
  | { kind: 'software'; keyId: string; lastFour: string }
  | { kind: 'nobody'; client: string }

/** The name that goes on documents (`authority §1.4`: at most 20 and 60 characters). */
export const authorOf = (actor: Actor): Author =>
  'user' in actor
    ? { id: actor.user.id.slice(0, 20), name: actor.user.name.slice(0, 60) }
    : { id: 'USR01', name: 'System' }

/**
 * The author of what a caller sends, where the body may name one (`regrId`, `regrNm`). In a session it is the person,
 * whatever the body says: else a cashier could sign as the owner. A key may name anyone (`spec 2.4`).
 */
export const authorBound = (actor: Actor, named: Author): Author =>
  actor.kind === 'session' ? authorOf(actor) : named

/** The actor's name in the audit trail: a person, or the key by its last four characters. */
export const whoOf = (actor: Actor): string => {
  if (actor.kind === 'software') return `API key …${actor.lastFour}`
  return authorOf(actor).name
}

/** Returns whether the shop's limits for cashiers bind the actor. A key is bound by none (`spec 5`). */
export const isCashier = (actor: Actor): boolean => 'user' in actor && actor.user.role === 'cashier'

/** Who is written down as having done it: a person's id, or the key's. */
export const callerId = (actor: Actor): string => {
  if ('user' in actor) return actor.user.id
  return actor.kind === 'software' ? actor.keyId : 'nobody'
}
