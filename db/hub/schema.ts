/** The hub's database. Money is cents, quantity hundredths, `*_at` epoch milliseconds. */
import type { Generated } from 'kysely'

export interface HubSchema {
  /** One row for each start of a hub. It shows that a database was put back from a backup. */
  incarnation: {
    id: string
    ord: Generated<number>
    /** The transaction in which it began; decimal digits. */
    began: Generated<string>
  }
  kysely_migration: { name: string }
}
