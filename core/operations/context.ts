/** What a handler works with. */
import type { Db } from '../../db/engine/sqlite.ts'
import type { UserRow } from '../../db/workspace/queries.ts'
import type { RestControl } from '../access/restAccess.ts'
import type { Author } from '../authority/port.ts'
import type { Ports } from '../base/ports.ts'
import type { Role } from '../contract/fields.ts'
import type { App } from '../profile/profile.ts'
import type { Workspace } from '../workspace/workspace.ts'
import type { ClaimKey } from './shared/idempotency.ts'

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

export interface Context {
  workspace: Workspace
  ports: Ports
  version: string
  actor: Actor
  /** Serves other software. */
  rest: RestControl
  /** How long the caller waits for the authority's answer, milliseconds; 0: it looks later. */
  answerMs: number
  /** The same for what is looked up there and not kept: nobody hears of it later. */
  lookUpMs: number
  /** The caller's own name for this request (`Idempotency-Key`). */
  idempotencyKey?: string | undefined
  /** The caller looks up by itself what becomes of a document that is kept (`Prefer: respond-async`). */
  respondAsync?: boolean | undefined
  /** Has the caller hung up, so that nobody hears the answer? */
  isGone?: (() => boolean) | undefined
}

/** The context of an operation that needs an open app. */
export interface AppContext extends Context {
  app: App
  db: Db
  /** Call inside the transaction that keeps a row of the queue: what is thrown after it is answered `kept: true`. */
  keeps?: ((queueId: number) => void) | undefined
  /** Makes the caller's key stand for what it keeps; call inside the transaction that keeps it. */
  claimKey?: ClaimKey | undefined
}

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
