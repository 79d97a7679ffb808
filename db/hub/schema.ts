/** The hub's database. Money is cents, quantity hundredths, `*_at` epoch milliseconds, `xid8` decimal digits. */
import type { Generated } from 'kysely'
import type { FactTables } from './schema/facts.ts'
import type { SharedTables } from './schema/shared.ts'
import type { SignerTables } from './schema/signers.ts'

export interface HubSchema extends FactTables, SharedTables, SignerTables {
  /** One row: what this database is for. */
  hub: {
    id: string
    environment: 'sandbox' | 'production'
    made_at: number
  }
  /** One row for each start of a hub. It shows that a database was put back from a backup. */
  incarnation: {
    id: string
    ord: Generated<number>
    /** The transaction in which it began. */
    began: Generated<string>
    /** The server and the database in it. A dump that is put back makes another one. */
    server: Generated<string>
    /** When that server was started. */
    started: Generated<string>
    /** Places of earlier incarnations that were told at or below it are good. */
    floor: Generated<string>
    /** Every transaction below it was decided when this was noted. */
    decided: Generated<string>
  }
  kysely_migration: { name: string }
}
