/** Actors: who calls, and the names on what they do. */
import type { UserRow } from '../../db/workspace/queries.ts'
import type { Author } from '../authority/port.ts'
import type { Role } from '../contract/fields.ts'

interface Person {
  id: string
  name: string
  role: Role
  /** The profile is a demo shop. */
  demo: boolean
  /** A hub of Sandbox told of this person (`demoPeople.ts`). */
  sandbox: boolean
}

export const personOf = ({ id, name, role, demo, sandbox }: UserRow): Person => ({
  id,
  name,
  role,
  demo: demo === 1,
  sandbox: sandbox === 1,
})

/** The caller: a person in a window or REST session, other software with a key, or nobody signed in. */
export type Actor =
  /** `training`: the session is in training (`contract/training.ts`). */
  | { kind: 'person'; client: string; user: Person; training?: boolean }
  | { kind: 'session'; sessionId: string; user: Person }
  | { kind: 'software'; keyId: string; lastFour: string; keyName: string | null }
  | { kind: 'nobody'; client: string }

/** Returns the person who calls. Throws if it is none, or nobody signed in. */
export const personIn = (actor: Actor): Person => {
  if ('user' in actor) return actor.user
  throw new Error('Only a person may do this')
}

/** Returns the author for documents (`authority §1.4`: at most 20 and 60 characters). */
export const authorOf = (actor: Actor): Author =>
  'user' in actor
    ? { id: actor.user.id.slice(0, 20), name: actor.user.name.slice(0, 60) }
    : { id: 'USR01', name: 'System' }

/**
 * Returns the author of a request whose body may name one (`regrId`, `regrNm`). In a session it is always the
 * signed-in person; otherwise a cashier could sign as the owner. A key may name anyone (`spec 2.4`).
 */
export const authorBound = (actor: Actor, named: Author): Author =>
  actor.kind === 'session' ? authorOf(actor) : named

/** The actor's name in the audit trail: a person, or the key by its name and last four characters. */
export const whoOf = (actor: Actor): string => {
  if (actor.kind === 'software')
    return ['API key', actor.keyName, `…${actor.lastFour}`].filter(Boolean).join(' ')
  return authorOf(actor).name
}

/** Returns whether the shop's limits for cashiers bind the actor. A key is bound by none (`spec 5`). */
export const isCashier = (actor: Actor): boolean => 'user' in actor && actor.user.role === 'cashier'

/** Returns the id for audit rows: the person's, or the key's. */
export const callerId = (actor: Actor): string => {
  if ('user' in actor) return actor.user.id
  return actor.kind === 'software' ? actor.keyId : 'nobody'
}
