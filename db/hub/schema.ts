/** The hub's database. Money is cents, quantity hundredths, `*_at` epoch milliseconds, `xid8` decimal digits. */
import type { Generated } from 'kysely'
import type { AccountTables } from './schema/accounts.ts'
import type { ClaimTables } from './schema/claims.ts'
import type { FactTables } from './schema/facts.ts'
import type { ScreenTables } from './schema/screens.ts'
import type { SharedTables } from './schema/shared.ts'
import type { SignerTables } from './schema/signers.ts'

export interface HubSchema
  extends AccountTables,
    ClaimTables,
    FactTables,
    ScreenTables,
    SharedTables,
    SignerTables {
  /** One row: what this database is for. */
  hub: {
    id: string
    environment: 'sandbox' | 'production'
    made_at: number
    /** When the recovery sheet was printed last, and who did it; null: never. */
    sheet_at: Generated<number | null>
    sheet_by: Generated<string | null>
    /** Grows each time a computer takes over as this hub. */
    epoch: Generated<number>
    /** The name of the computer that took over; null: none did. */
    computer: Generated<string | null>
    /** A higher epoch that a till knew: another computer took over. null: none did. */
    replaced_epoch: Generated<number | null>
    replaced_by: Generated<string | null>
    replaced_at: Generated<number | null>
  }
  /** One row at most: the till that can take over. */
  deputy: {
    id: number
    origin: number
    named_at: number
    /** null: the hub chose it. */
    named_by: string | null
    /** The digest of the escrow that it has; null: none yet. */
    held: string | null
    /** When it first said so. */
    held_at: number | null
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
