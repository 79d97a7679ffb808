/** What customers owe. Money is cents. */
import type { Generated } from 'kysely'

export interface AccountTables {
  /** What changed a customer's account at a till. */
  account_move: {
    origin: number
    kind: 'sale' | 'creditNote' | 'entry'
    /** The till's own id. */
    id: number
    customer: string
    /** How it changes what is owed. */
    change: number
    /** Its document at the till. A withdrawn one counts for nothing. */
    invoice: number | null
  }
  account: {
    customer: string
    origin: number
    /** The name of this row in places of the feed. */
    uid: Generated<string>
    owed: number
    changed: Generated<string>
  }
}
