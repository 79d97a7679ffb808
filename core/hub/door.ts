/** What the hub's routes know of the hub and of who calls. */
import type { Gate } from './gate.ts'
import type { Hub } from './openHub.ts'
import type { PairingCodes } from './pairing.ts'
import type { ScreenAccounts } from './screens/accounts.ts'
import type { Tokens } from './tokens.ts'
import type { Waits } from './waits.ts'

/** Who calls, by the token alone. */
export interface Caller {
  id: number
  uid: string
  name: string
  /** The branch's id. */
  branch: number
  /** The authority's `bhfId`. */
  branchCode: string
  ackedSeq: number
  ackedHash: string
}

/**
 * till: with a token. stranger: anybody, for little. admin: the hub's own computer, with the hub's secret. page: the files of
 * the screens. browser: what these ask; each route looks who is signed in.
 */
type Access = 'till' | 'stranger' | 'admin' | 'page' | 'browser'

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
  }
  interface FastifyRequest {
    till: Caller | null
    /** What the request is counted in. */
    gate: Gate | null
  }
}

export interface Door {
  hub: Hub
  /** SHA-256 of the hub's public key. */
  pin: string
  /** SHA-256 of its certificate, as browsers show it. */
  fingerprint: string
  codes: PairingCodes
  /** Who may open the screens in a browser. */
  screens: ScreenAccounts
  /** False: they were not built. */
  hasScreens: boolean
  tokens: Tokens
  waits: Waits
  /** Rejects with a refusal if the till was ended since. */
  demand(till: Caller): Promise<void>
  /** Requests of tills. A till that waits for news is not counted. */
  gate: Gate
  /** True: a manager at the hub compares the words before a till may begin. */
  wantsConfirmation: boolean
  /** Where tills of the network reach the hub. */
  addresses(): string[]
  /** Ends requests that wait when the hub closes. */
  closing: AbortSignal
}
