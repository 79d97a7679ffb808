/**
 * One profile's database. Money is cents, quantity hundredths, `*_at` epoch milliseconds; `day` is local `YYYYMMDD`.
 */
import { builder } from '../engine/sqlite.ts'
import type { AccountTables } from './schema/accounts.ts'
import type { CountTables } from './schema/counts.ts'
import type { CustomsTables } from './schema/customs.ts'
import type { DocumentTables } from './schema/documents.ts'
import type { GoodsTables } from './schema/goods.ts'
import type { HubTables } from './schema/hub.ts'
import type { ImportTables } from './schema/imports.ts'
import type { AuditKind } from './schema/kinds.ts'
import type { OrderTables } from './schema/orders.ts'
import type { PrintingTables } from './schema/printing.ts'
import type { QueueTables } from './schema/queue.ts'
import type { ReferenceTables } from './schema/reference.ts'
import type { ShiftTables } from './schema/shifts.ts'
import type { SignerTables } from './schema/signer.ts'
import type { TransferTables } from './schema/transfers.ts'
import type { UnofficialTables } from './schema/unofficial.ts'

export type * from './schema/kinds.ts'

export interface ProfileSchema
  extends AccountTables,
    CountTables,
    DocumentTables,
    GoodsTables,
    CustomsTables,
    HubTables,
    ImportTables,
    OrderTables,
    PrintingTables,
    QueueTables,
    ReferenceTables,
    ShiftTables,
    SignerTables,
    TransferTables,
    UnofficialTables {
  setting: { name: string; value: string }
  counter: { name: string; next: number }
  audit: {
    /** Without gaps. */
    seq: number
    at: number
    kind: AuditKind
    /** Readable name: a document's number, a lane, a setting. */
    subject: string
    row_id: number | null
    who: string
    /** The digest of a stored document; for anything else its text or JSON. */
    content: string
    /** SHA-256 of this row and the `hash` of the one before, hexadecimal. */
    hash: string
  }
  /** SQLite's own. */
  sqlite_sequence: { name: string; seq: number }
  /** While it has a row, in the same transaction, damaged rows are restored and no trigger fires. */
  repair: { aside: string }
}

export const profile = builder<ProfileSchema>()
