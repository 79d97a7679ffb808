/** Callers over REST, after their credential was verified. */
import type { Role } from '../contract/fields.ts'

/** A call with a verified key. The key alone selects the profile (`spec 5.4`). */
export interface KeyCaller {
  appId: string
  keyId: string
  /** The last four characters, which identify the key to people. */
  lastFour: string
  /** As the owner called it; null: not at all. */
  keyName: string | null
}

/** A call in a person's session over REST (`spec 5.3`). */
export interface SessionCaller {
  sessionId: string
  user: { id: string; name: string; role: Role; demo: boolean; sandbox: boolean }
  /** The value of `X-Service-App-Id`. That profile need not exist. */
  appId: string | undefined
}

export type SoftwareCaller = KeyCaller | SessionCaller
