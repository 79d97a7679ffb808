/** The installation's own database: people, apps, keys. */
import type { Generated } from 'kysely'
import { builder } from '../sqlite.ts'

/** Zero or one: SQLite has no booleans. */
export type Flag = 0 | 1

export interface WorkspaceSchema {
  user: {
    id: string
    name: string
    role: 'cashier' | 'manager' | 'owner'
    /** `scrypt$N$r$p$salt$hash`. */
    pin_hash: string
    demo: Flag
    active: Flag
    /** Wrong PINs since the last right one. */
    failed_attempts: Generated<number>
    created_at: number
  }
  app: {
    id: string
    name: string
    environment: 'sandbox' | 'production'
    practice: Flag
    authority_url: string
    dialect: 'legacy' | 'gateway'
    taxpayer_pin: string
    branch_id: string
    device_serial: string
    token_url: string | null
    apigee_app_id: string | null
    created_at: number
  }
  api_key: {
    id: string
    app_id: string
    /** SHA-256 of the key, hexadecimal. */
    hash: string
    last_four: string
    created_at: number
    /** Id of the person at the window, `command` for the command line, `start` for the first key of a new app. */
    created_by: string
    /** Day in Nairobi, `YYYYMMDD`. */
    last_used_on: string | null
    revoked_at: number | null
    revoked_by: string | null
  }
  /** A person's session over REST (spec 5.3); its refresh tokens are one family. */
  session: {
    id: string
    user_id: string
    created_at: number
    /** Moves on with each refresh. */
    expires_at: number
    ended_at: number | null
    ended_because: 'signedOut' | 'tokenReused' | 'personChanged' | null
  }
  refresh_token: {
    /** SHA-256 of the token, hexadecimal. */
    hash: string
    session_id: string
    used_at: number | null
  }
  /** A wrong PIN that counts still. */
  pin_try: {
    id: Generated<number>
    /** `user.id`, or empty for a name that nobody has. */
    who: string
    /** Milliseconds of waiting, while the till runs, until it counts no more. */
    left_ms: number
  }
  setting: { name: string; value: string }
}

export const workspace = builder<WorkspaceSchema>()
