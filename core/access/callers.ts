/** Who calls over REST, once the credential has been verified. */
import type { Role } from '../contract/fields.ts'

/** A call with a key, after it has been verified: the key alone decides the app (`spec 5.4`). */
export interface KeyCaller {
  appId: string
  keyId: string
  /** The end of the key, by which people tell keys apart. */
  lastFour: string
}

/** A call in a person's session over REST (`spec 5.3`). */
export interface SessionCaller {
  sessionId: string
  user: { id: string; name: string; role: Role; demo: boolean }
  /** What `X-Service-App-Id` names; the app need not exist. */
  appId: string | undefined
}

export type SoftwareCaller = KeyCaller | SessionCaller
