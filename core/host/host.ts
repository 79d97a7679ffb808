/** The core as its surroundings see it: windows, other software, and the process that holds it. */

import type { KeyCaller, SessionCaller, SoftwareCaller } from '../access/callers.ts'
import type { RestControl, RestSwitch } from '../access/restAccess.ts'
import type { Reply, RestReply } from '../contract/errors.ts'
import type { ProfileEvent } from '../contract/events.ts'
import type { Environment } from '../contract/fields.ts'
import type { Connection } from '../contract/workspace.ts'

/** Names the app that a session works in (`spec 5.3`). */
export const appHeader = 'X-Service-App-Id'

/** What a caller of the REST interface wants beside the operation itself. */
export interface RestWishes {
  /** How long it waits for the authority's answer at most, milliseconds; absent = the ordinary time. */
  waitMs?: number
  /** The caller's own name for this request; the first success under that name is the answer to all. */
  idempotencyKey?: string
  /** It looks up by itself what becomes of a document that is kept. */
  respondAsync?: boolean
  /** Has it hung up, so that nobody hears the answer? */
  isGone?(): boolean
  /** No text of the input holds a NUL or half a character: who read it has seen to that. */
  plainText?: boolean
}

export interface Host {
  version: string
  /**
   * A window's call. `client` names the window for as long as it lives: its unlocked session hangs on it. `appId` is
   * the profile that the window shows; only in that one is done what needs a profile. `userId` is the person that it
   * shows: what that one may is done for nobody else.
   * Never throws: the unexpected is a 905 with an id.
   */
  call(client: string, name: string, input: unknown, appId?: string, userId?: string): Promise<Reply<unknown>>
  /** A REST call of an operation that has a route; `caller` is null on public ones. Never throws. */
  callRest(
    caller: SoftwareCaller | null,
    name: string,
    input: unknown,
    wishes?: RestWishes,
  ): Promise<RestReply>
  /** The longest that a call waits for the authority's answer, milliseconds. */
  longestWaitMs: number
  /** Who owns this `x-api-key`; null for a missing, unknown or revoked one. */
  verifyApiKey(key: string | undefined): KeyCaller | null
  /** Whose access token this is; null when it is not good (any more). */
  verifySession(accessToken: string, appId: string | undefined): Promise<SessionCaller | null>
  /** Does a session name an app that is here? 002 where it names none, 003 another. */
  checkAppName(appId: string | undefined): Reply<null>
  /** Events of every open app. */
  subscribe(listener: (event: ProfileEvent) => void): () => void
  /** Under which number an invoice was made; null when it or its app is not here. */
  invoiceNumber(appId: string, invoiceId: number): string | null
  /** Makes an app and, for software, its first key, shown this once. */
  createProfile(options: CreateProfile): Promise<{ id: string; apiKey: string }>
  profiles(): ProfileSummary[]
  /** Stops sending, lets the running calls finish, closes the databases. */
  close(): Promise<void>
}

export type CreateProfile = (
  | { kind: 'practice'; name: string }
  | { kind: 'device'; connection: Connection }
) & {
  demoShop?: boolean
}

export interface ProfileSummary {
  id: string
  name: string
  environment: Environment
}

/** Makes the control of a host that has been opened. */
export type OpenRest = (host: Host, kept: RestSwitch) => Promise<RestControl>
