/** What the shop's work needs of the call that asks for it. */
import type { Db } from '../../db/engine/sqlite.ts'
import type { Actor } from '../access/actor.ts'
import type { Ports } from '../base/ports.ts'
import type { Profile } from '../profile/profile.ts'

export interface CallContext {
  ports: Ports
  actor: Actor
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

/** Makes the caller's key stand for what it keeps; call inside the transaction that keeps it. */
export type ClaimKey = (queueId: number) => void

export interface ShopContext extends CallContext {
  profile: Profile
  db: Db
  /** Call inside the transaction that keeps a row of the queue: what is thrown after it is answered `kept: true`. */
  keeps?: ((queueId: number) => void) | undefined
  claimKey?: ClaimKey | undefined
}
