/** The workspace's own database: people, profiles, keys. */
import type { Generated } from 'kysely'
import { builder } from '../engine/sqlite.ts'

/** Zero or one: SQLite has no booleans. */
type Flag = 0 | 1

/** Where a PIN is entered. */
export type Door = 'window' | 'rest'

export interface WorkspaceSchema {
  user: {
    id: string
    name: string
    role: 'cashier' | 'manager' | 'owner'
    /** `scrypt$N$salt$hash`; under a pepper of the branch, as tills share it. Empty: no PIN is known here. */
    pin_hash: string
    demo: Flag
    active: Flag
    /** 1: the PIN is one that an owner may choose. 0: it is not, or nobody entered it since the check exists. */
    pin_strong: Generated<Flag>
    /** 1: the person chooses a new PIN at the next sign-in. */
    pin_renew: Generated<Flag>
    /** 1: a hub of Sandbox told of this person. Production lets them in once somebody here gave them a PIN. */
    sandbox: Generated<Flag>
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
    /** Id of the person at the window, `command` for the command line, `start` for a new profile's first key. */
    created_by: string
    /** Day in Nairobi, `YYYYMMDD`. */
    last_used_on: string | null
    revoked_at: number | null
    revoked_by: string | null
    /** null: made before keys had names, or without one. */
    name: string | null
  }
  /** A person's session over REST (spec 5.3); its refresh tokens are one family. */
  session: {
    id: string
    user_id: string
    created_at: number
    /** Extended by each refresh. */
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
  /** Wrong PINs of one person at one door. */
  pin_series: {
    user_id: string
    door: Door
    /** Since the last right one. */
    failures: number
    /** Milliseconds during which PINs are rejected. A restart begins the wait again. */
    wait_ms: number
    /** Not in the audit trail yet. */
    untold: number
    /** Not shown to the person yet. */
    unseen: number
    first_at: number
    last_at: number
  }
  /** A direct printer of this computer. */
  printer: {
    id: string
    name: string
    /** JSON: `printerConnection` of the contract. */
    connection: string
    language: 'esc-pos' | 'star-prnt'
    columns: 32 | 42 | 48
    paper: '58mm' | '80mm'
    code_page: string
    cut: Flag
    qr: 'printer' | 'image'
    /** JSON: a list of uses. */
    uses: string
    drawer: Flag
    failover: string | null
    /** Whether it tells its state; null: not known yet. */
    answers: Flag | null
    created_at: number
  }
  setting: { name: string; value: string }
  /** One row. */
  revision: { id: number; number: number; mark: string }
  /** SQLite's own. */
  sqlite_master: { type: string; name: string }
}

export const workspace = builder<WorkspaceSchema>()
