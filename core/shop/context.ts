/** What the business functions need to know about the call. */
import type { Db } from '../../db/engine/sqlite.ts'
import type { Actor } from '../access/actor.ts'
import type { Ports } from '../base/ports.ts'
import type { Profile } from '../profile/profile.ts'

export interface CallContext {
  ports: Ports
  actor: Actor
  /** Milliseconds that the caller waits for the authority's response; 0: the caller checks later. */
  answerMs: number
  /** The same for data that is looked up at the authority and not stored. */
  lookUpMs: number
  /** The caller's own key for this request (`Idempotency-Key`). */
  idempotencyKey?: string | undefined
  /** The caller checks the outcome itself (`Prefer: respond-async`). */
  respondAsync?: boolean | undefined
  /** Tokens of approvals that the call carries. */
  approvals?: readonly string[] | undefined
  /** True if the caller has disconnected and cannot receive the response. */
  isGone?: (() => boolean) | undefined
}

/** Binds the caller's idempotency key to what is stored. Call it inside the transaction that stores it. */
export type ClaimKey = (queueId: number) => void

export interface ShopContext extends CallContext {
  profile: Profile
  db: Db
  /** Call it inside the transaction that stores a queue row. An error after it is answered with `kept: true`. */
  keeps?: ((queueId: number) => void) | undefined
  claimKey?: ClaimKey | undefined
}
