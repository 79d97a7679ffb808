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
    failed_attempts: Generated<number>
    locked_until: number | null
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
    revoked_at: number | null
  }
  setting: { name: string; value: string }
}

export const workspace = builder<WorkspaceSchema>()
