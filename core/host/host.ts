/** The core as windows, other software and the process see it. */

import type { KeyCaller, SessionCaller, SoftwareCaller } from '../access/callers.ts'
import type { RestControl, RestSwitch } from '../access/restAccess.ts'
import type { Reply, RestReply } from '../contract/errors.ts'
import type { ProfileEvent } from '../contract/events.ts'
import type { Environment } from '../contract/fields.ts'
import type { Connection } from '../contract/workspace.ts'

/** Selects the profile of a session (`spec 5.3`). */
export const appHeader = 'X-Service-App-Id'

/** A REST caller's wishes beside the operation itself. */
export interface RestWishes {
  /** Maximum wait for the authority, milliseconds; absent = the default. */
  waitMs?: number
  /** The caller's own key for this request. The first success with it answers all repetitions. */
  idempotencyKey?: string
  /** Tokens of approvals (`contract/approval.ts`). */
  approvals?: readonly string[]
  /** The caller checks the outcome itself. */
  respondAsync?: boolean
  /** True if the caller has disconnected and cannot receive the response. */
  isGone?(): boolean
  /** No text of the input contains NUL or a lone surrogate: the reader has checked that. */
  plainText?: boolean
}

export interface Host {
  version: string
  /**
   * A window's call. `client` identifies the window during its life; its unlocked session belongs to it. `appId`: the
   * profile that the window shows; an operation on another profile is rejected. `userId`: the person that it shows;
   * the call is rejected for anybody else. `approval`: a token of `approval.give`. Never throws: an unexpected error
   * is a 905 with an id.
   */
  call(
    client: string,
    name: string,
    input: unknown,
    appId?: string,
    userId?: string,
    approval?: string,
  ): Promise<Reply<unknown>>
  /** A REST call of an operation with a route. `caller` is null on public routes. Never throws. */
  callRest(
    caller: SoftwareCaller | null,
    name: string,
    input: unknown,
    wishes?: RestWishes,
  ): Promise<RestReply>
  /** The longest wait for the authority's response, milliseconds. */
  longestWaitMs: number
  /** Returns the caller of an `x-api-key`; null for a missing, unknown or revoked one. */
  verifyApiKey(key: string | undefined): KeyCaller | null
  /** Returns the session's caller; null if the access token is invalid or expired. */
  verifySession(accessToken: string, appId: string | undefined): Promise<SessionCaller | null>
  /** Checks that a session names an existing profile: 002 if it names none, 003 if it is unknown. */
  checkAppName(appId: string | undefined): Reply<null>
  /** Events of every open profile. */
  subscribe(listener: (event: ProfileEvent) => void): () => void
  /** Returns the number of an invoice; null if it or its profile is unknown here. */
  invoiceNumber(appId: string, invoiceId: number): string | null
  /** Creates a profile and its first API key, which is returned only here. */
  createProfile(options: CreateProfile): Promise<{ id: string; apiKey: string }>
  profiles(): ProfileSummary[]
  /** People can work at a window: an update that was installed before this start has succeeded. */
  ready(): Promise<void>
  /** Stops sending, waits for running calls, and closes the databases. */
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

/** Creates the REST control of an opened host. */
export type OpenRest = (host: Host, kept: RestSwitch) => Promise<RestControl>
