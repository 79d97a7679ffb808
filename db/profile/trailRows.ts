/**
 * The rows that belong to a row of the audit trail, and the digests that they give. A till reads the rows for its hub, and
 * the hub checks them without a till's database.
 */
import { sql } from 'kysely'
import { isOneOf, prepare } from '../engine/sqlite.ts'
import { type AuditRow, lastSignatureSeq, type Reader } from './audit.ts'
import { bookWithParts, digestOf, tableOfKind } from './books.ts'
import {
  type Digested,
  documentDigests,
  type InvoiceLine,
  type InvoiceTender,
  storedDocument,
} from './invoices.ts'
import { whole } from './payloads.ts'
import { type AuditKind, type InstallationKind, profile } from './schema.ts'
import { type SignatureRow, signatureDigest, signatureOf } from './signatures.ts'
import { type DigestedRecord, type Movement, recordDigest, recordWithMovements } from './stock.ts'

export type TrailValue = string | number | null
export type TrailRow = Record<string, TrailValue>
/** Named as in the wire between till and hub (`core/contract/hub/wire.ts`). */
export interface TrailRows {
  row: TrailRow
  lines?: TrailRow[] | undefined
  tenders?: TrailRow[] | undefined
  movements?: TrailRow[] | undefined
  parts?: TrailRow[] | undefined
  submissions?: TrailRow[] | undefined
  /** Submissions of the till that the authority is told first: what brings the goods. */
  needs?: number[] | undefined
  /** Of a later version. */
  [other: string]: unknown
}

/** The kinds of a profile's trail. */
export type TrailKind = Exclude<AuditKind, InstallationKind>
/**
 * Where the rows of a kind are. `document`, `record`, `signature` and `book` have a digest. `submission`: the row of the
 * queue that the act was about. `item`: only the item's id. `none`: the audit row is all.
 */
type Source = 'document' | 'record' | 'signature' | 'book' | 'submission' | 'item' | 'none'
const sources: Record<TrailKind, Source> = {
  begun: 'none',
  sale: 'document',
  creditNote: 'document',
  stockRecord: 'record',
  signed: 'signature',
  unsigned: 'signature',
  signatureEntered: 'signature',
  refused: 'submission',
  setAside: 'submission',
  resent: 'submission',
  withdrawn: 'submission',
  realigned: 'submission',
  settings: 'none',
  device: 'none',
  lanePaused: 'none',
  laneResumed: 'none',
  report: 'none',
  codeReused: 'none',
  paymentChanged: 'none',
  printedAgain: 'none',
  restored: 'none',
  cartDropped: 'none',
  parked: 'none',
  resumed: 'none',
  counted: 'none',
  creditDropped: 'none',
  discounted: 'none',
  priceChanged: 'none',
  itemPriced: 'item',
  itemChanged: 'none',
  itemsImported: 'book',
  itemsChanged: 'book',
  importUndone: 'book',
  importPart: 'book',
  itemBarcoded: 'none',
  exported: 'none',
  stockAdjusted: 'none',
  repaired: 'none',
  day: 'none',
  shiftOpened: 'book',
  shiftClosed: 'book',
  cashIn: 'book',
  cashOut: 'book',
  drawerOpened: 'book',
  cashCounted: 'none',
  shiftReviewed: 'book',
  approved: 'book',
  customerSaved: 'none',
  customersMerged: 'none',
  soldOnCredit: 'book',
  creditAboveLimit: 'none',
  accountPaid: 'book',
  paidBefore: 'book',
  trainingSale: 'book',
  trainingCreditNote: 'book',
  proforma: 'book',
  unofficialCopied: 'none',
  proformaSold: 'none',
  countStarted: 'book',
  countBooked: 'book',
  countDropped: 'book',
  delivered: 'book',
  purchaseRefused: 'book',
  purchaseTakenUp: 'book',
  transferSent: 'book',
  transferReceived: 'book',
  arrivalDismissed: 'book',
  arrivalTakenUp: 'book',
  ordered: 'book',
  orderReceived: 'book',
  orderCancelled: 'book',
  customsApproved: 'book',
  customsRejected: 'book',
  wish: 'none',
  owed: 'submission',
  hubPaired: 'none',
  hubLeft: 'none',
  hubTillAdmitted: 'none',
  hubTillEnded: 'none',
  hubDeputyNamed: 'none',
  hubLetterRegistered: 'none',
  hubTakenOver: 'none',
  hubCodeMade: 'none',
  hubPasswordSet: 'none',
}

/** True if this version knows that kind of row. */
export const isTrailKind = (kind: string): kind is TrailKind => Object.hasOwn(sources, kind)

// --- for the till -----------------------------------------------------------------------------------------------------

const submissionColumns = [
  ...[
    'id',
    'kind',
    'lane',
    'state',
    'title',
    'amount',
    'payload',
    'packed',
    'digest',
    'item_id',
    'invoice_id',
  ],
  ...['stock_record_id', 'customer_pin', 'purchase_id', 'insurance_code', 'customs_entry_id', 'author_id'],
  ...['author_name', 'mark', 'authority_number', 'may_have_arrived', 'last_code', 'last_text', 'created_at'],
] as const
const submissionsBy = (
  column: 'id' | 'invoice_id' | 'stock_record_id' | 'purchase_id' | 'customs_entry_id',
) =>
  prepare((p: { id: number }) =>
    profile
      .selectFrom('submission')
      .select(submissionColumns as unknown as ['payload', 'packed'])
      .where(column, 'is not', null)
      .where(column, '=', p.id)
      .orderBy('id'),
  )
const bySubmission = submissionsBy('id')
const byInvoice = submissionsBy('invoice_id')
const byRecord = submissionsBy('stock_record_id')
const byPurchase = submissionsBy('purchase_id')
const byEntry = submissionsBy('customs_entry_id')

const read = (db: Reader, query: typeof byInvoice, id: unknown): TrailRow[] =>
  typeof id === 'number'
    ? db.all(query({ id })).map((row) => {
        const { packed: _, ...rest } = whole(row)
        return rest as unknown as TrailRow
      })
    : []

const needsQuery = prepare((p: { record: number }) =>
  profile
    .selectFrom('submission as goods')
    .innerJoin('submission_dependency', 'submission_dependency.submission_id', 'goods.id')
    .innerJoin('submission', 'submission.id', 'submission_dependency.depends_on')
    .select('submission.id')
    .where('goods.stock_record_id', 'is not', null)
    .where('goods.stock_record_id', '=', p.record)
    .where('met', '=', sql.lit(0))
    .where('submission.kind', 'in', [
      sql.lit<'purchase'>('purchase'),
      sql.lit<'customsEntry'>('customsEntry'),
    ]),
)
/** Absent for most records. */
const needsOf = (db: Reader, record: number): Pick<TrailRows, 'needs'> => {
  const needs = db.all(needsQuery({ record })).map(({ id }) => id)
  return needs.length > 0 ? { needs } : {}
}

const withSubmissions = (rows: object, submissions: TrailRow[]): TrailRows =>
  ({ ...rows, ...(submissions.length > 0 ? { submissions } : {}) }) as TrailRows

const readBook = (db: Reader, kind: TrailKind, id: number): TrailRows | null => {
  const table = tableOfKind[kind]
  const stored = table && bookWithParts(db, table, id)
  if (!stored) return null
  const { purchase_id, customs_entry_id } = stored.row as TrailRow
  const isPurchase = table === 'delivery'
  return withSubmissions(stored, [
    ...(isPurchase ? read(db, byPurchase, purchase_id) : []),
    ...read(db, byEntry, customs_entry_id),
  ])
}

/**
 * Returns the rows of a row of the trail as they are stored, with what the queue owes the authority for them. null: the
 * kind has none, they were lost, or a later row of the trail is about them (`signed` after `unsigned`).
 */
export const rowsOf = (db: Reader, { kind, row_id, seq }: AuditRow): TrailRows | null => {
  if (row_id === null || !isTrailKind(kind)) return null
  switch (sources[kind]) {
    case 'document': {
      const stored = storedDocument(db, row_id)
      return stored ? withSubmissions(stored, read(db, byInvoice, row_id)) : null
    }
    case 'record': {
      const stored = recordWithMovements(db, row_id)
      return stored
        ? { ...withSubmissions(stored, read(db, byRecord, row_id)), ...needsOf(db, row_id) }
        : null
    }
    case 'signature': {
      const row = lastSignatureSeq(db, row_id) === seq ? signatureOf(db, row_id) : undefined
      return row ? { row: { ...row } } : null
    }
    case 'submission': {
      const [row] = read(db, bySubmission, row_id)
      return row ? { row } : null
    }
    case 'book':
      return readBook(db, kind, row_id)
    case 'item':
      return { row: { item_id: row_id } }
    default:
      return null
  }
}

// --- for the hub ------------------------------------------------------------------------------------------------------

/**
 * True if the rows give the digest that the trail has of them; null: nothing of this kind is digested, or a signature was
 * replaced by a later row.
 */
export const fits = (kind: string, rows: TrailRows | null, content: string): boolean | null => {
  if (!isTrailKind(kind)) return null
  const source = sources[kind]
  if (source === 'signature' && rows === null) return null
  if (source === 'submission' || source === 'item' || source === 'none') return null
  if (rows === null) return false
  const { row, lines = [], tenders = [], movements = [], parts = [] } = rows
  const as = <T>(value: unknown) => value as T
  switch (source) {
    case 'document':
      return documentDigests(
        as<Digested>(row),
        as<InvoiceLine[]>(lines),
        as<InvoiceTender[]>(tenders),
      ).includes(content)
    case 'record':
      return recordDigest(as<DigestedRecord>(row), as<Movement[]>(movements)) === content
    case 'signature':
      return signatureDigest(as<SignatureRow>(row)) === content
    default: {
      const table = tableOfKind[kind]
      return table !== undefined && digestOf(table, row, parts) === content
    }
  }
}

// --- uids -------------------------------------------------------------------------------------------------------------

const itemUids = prepare((p: { ids: string }) =>
  profile.selectFrom('item').select(['id', 'uid']).where(isOneOf('id', p.ids)),
)
const customerUids = prepare((p: { ids: string }) =>
  profile.selectFrom('customer').select(['id', 'uid']).where(isOneOf('id', p.ids)),
)
/** Returns the uids of items or customers by their local ids. One that does not exist is left out. */
export const uidsOf = (
  db: Reader,
  table: 'item' | 'customer',
  ids: readonly number[],
): Map<number, string> => {
  if (ids.length === 0) return new Map()
  const query = table === 'item' ? itemUids : customerUids
  return new Map(db.all(query({ ids: JSON.stringify(ids) })).map(({ id, uid }) => [id, uid]))
}
