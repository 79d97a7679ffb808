/**
 * Digests of the cash book, approvals, accounts, unofficial papers, deliveries, orders, counts, transfers, imports
 * and decisions about entries of customs, for the audit trail (`audit.ts`).
 */
import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { type AuditValue, addRows, digest, type Reader } from './audit.ts'
import { type AuditKind, profile } from './schema.ts'

/** The columns that never change, in order. */
const digested = {
  shift: [
    ...['id', 'uid', 'number', 'opened_at', 'author_id', 'author_name', 'float', 'counted'],
    ...['after_invoice', 'request_id'],
  ],
  cash_movement: [
    ...['id', 'uid', 'shift_id', 'kind', 'amount', 'reason', 'reference', 'note', 'moved_at', 'author_id'],
    ...['author_name', 'request_id'],
  ],
  shift_close: [
    ...['shift_id', 'uid', 'closed_at', 'author_id', 'author_name', 'expected', 'counted', 'denominations'],
    ...['note', 'figures', 'request_id'],
  ],
  shift_review: ['shift_id', 'uid', 'reviewed_at', 'author_id', 'author_name'],
  approval: [
    ...['id', 'uid', 'act', 'amount', 'document', 'reason', 'asker_id', 'asker_name', 'approver_id'],
    ...['approver_name', 'used_at'],
  ],
  customer_sale: ['invoice_id', 'customer_id', 'credit', 'earlier', 'sold_at'],
  account_entry: [
    ...['id', 'uid', 'number', 'customer_id', 'kind', 'method', 'amount', 'reference', 'note', 'shift_id'],
    ...['entered_at', 'day', 'author_id', 'author_name', 'request_id'],
  ],
  unofficial: [
    ...[
      'id',
      'uid',
      'label',
      'number',
      'made_at',
      'day',
      'shift_id',
      'author_id',
      'author_name',
      'credits_id',
    ],
    ...['reason', 'buyer_pin', 'buyer_name', 'total', 'taxable', 'tax', 'discount', 'content', 'request_id'],
    'body_hash',
  ],
  delivery: [
    ...['id', 'uid', 'number', 'purchase_id', 'stock_record_id', 'type', 'supplier_name', 'supplier_pin'],
    ...['received_at', 'day', 'author_id', 'author_name', 'remark', 'line_count', 'total', 'request_id'],
    'body_hash',
  ],
  stock_count: [
    ...['id', 'uid', 'number', 'scope', 'category', 'started_at', 'author_id', 'author_name', 'request_id'],
  ],
  stock_count_end: [
    ...['count_id', 'uid', 'act', 'ended_at', 'author_id', 'author_name', 'line_count', 'request_id'],
  ],
  item_import: [
    ...['id', 'uid', 'number', 'kind', 'file_name', 'change', 'undoes_id', 'total', 'started_at'],
    ...['author_id', 'author_name', 'request_id'],
  ],
  item_import_part: [
    ...['id', 'import_id', 'position', 'row_count', 'made', 'changed', 'same', 'failed', 'switched_off'],
    ...['fields', 'kept', 'stored_at', 'author_id', 'author_name', 'line_count'],
  ],
  purchase_decision: [
    ...['id', 'uid', 'purchase_id', 'act', 'reason', 'decided_at', 'author_id', 'author_name'],
  ],
  transfer: [
    ...['id', 'uid', 'number', 'direction', 'branch_id', 'branch_name', 'arrival_id', 'stock_record_id'],
    ...['moved_at', 'day', 'author_id', 'author_name', 'remark', 'line_count', 'request_id', 'body_hash'],
  ],
  arrival_decision: [
    ...['id', 'uid', 'arrival_id', 'act', 'reason', 'decided_at', 'author_id', 'author_name'],
  ],
  purchase_order: [
    ...['id', 'uid', 'number', 'supplier_name', 'supplier_pin', 'ordered_at', 'day', 'author_id'],
    ...['author_name', 'remark', 'line_count', 'after_delivery', 'request_id', 'body_hash'],
  ],
  purchase_order_end: [
    ...['id', 'order_id', 'uid', 'act', 'delivery_id', 'ended_at', 'author_id', 'author_name'],
    'request_id',
  ],
  customs_decision: [
    ...['id', 'uid', 'customs_entry_id', 'act', 'item_id', 'item_name', 'units', 'delivery_id', 'remark'],
    ...['decided_at', 'author_id', 'author_name', 'request_id', 'body_hash'],
  ],
} as const satisfies Record<string, readonly string[]>
/** Of a payment on account with a tender of the shop. */
const ownTender = ['tender_id', 'tender_name'] as const
export type BookTable = keyof typeof digested
/** Of the rows that belong to one. */
const partColumns: Partial<Record<BookTable, readonly string[]>> = {
  account_entry: ['invoice_id', 'amount'],
  delivery: [
    ...[
      'position',
      'item_id',
      'item_name',
      'quantity_unit',
      'supplier_code',
      'supplier_item_name',
      'invoiced',
    ],
    ...['units', 'expected', 'received', 'unit_cost', 'total'],
  ],
  stock_count_end: ['item_id', 'item_name', 'counted', 'expected', 'unit_value'],
  transfer: [
    ...[
      'position',
      'item_id',
      'item_name',
      'quantity_unit',
      'sent_code',
      'sent_name',
      'expected',
      'quantity',
    ],
  ],
  item_import_part: ['row', 'item_id', 'item_name', 'act', 'changes', 'kept'],
  purchase_order: [
    ...['position', 'item_id', 'item_name', 'quantity_unit', 'supplier_code', 'units', 'quantity'],
    'unit_cost',
  ],
}
export const bookTables = Object.keys(digested) as BookTable[]

export interface Allocation {
  invoice_id: number
  /** Cents. */
  amount: number
}

/**
 * Named `kaunta.<table>.1`. The figures of a closing are the SHA-256 of their UTF-8. A row of an account is followed by
 * its allocations; a delivery, an order, a transfer, the end of a count and a batch of an import by their lines. One that was paid with a tender of the shop is `kaunta.account_entry.2`, with the names of the tender.
 */
export const digestOf = (table: BookTable, row: object, parts: readonly object[] = []): string => {
  const values: Record<string, AuditValue> = { ...row }
  if (table === 'shift_close') values['figures'] = hash('sha256', String(values['figures']), 'hex')
  const isOwn = ownTender.some((column) => (values[column] ?? null) !== null)
  const columns: readonly string[] = isOwn ? [...digested[table], ...ownTender] : digested[table]
  const all = addRows([`kaunta.${table}.${isOwn ? 2 : 1}`], columns, [values])
  const ofParts = partColumns[table]
  return digest(ofParts ? addRows(all, ofParts, parts as Record<string, AuditValue>[]) : all)
}

/** The table of each kind of audit row about a row of the books. */
export const tableOfKind: Partial<Record<AuditKind, BookTable>> = {
  shiftOpened: 'shift',
  cashIn: 'cash_movement',
  cashOut: 'cash_movement',
  drawerOpened: 'cash_movement',
  shiftClosed: 'shift_close',
  shiftReviewed: 'shift_review',
  approved: 'approval',
  soldOnCredit: 'customer_sale',
  accountPaid: 'account_entry',
  paidBefore: 'account_entry',
  trainingSale: 'unofficial',
  trainingCreditNote: 'unofficial',
  proforma: 'unofficial',
  delivered: 'delivery',
  countStarted: 'stock_count',
  countBooked: 'stock_count_end',
  countDropped: 'stock_count_end',
  purchaseRefused: 'purchase_decision',
  purchaseTakenUp: 'purchase_decision',
  transferSent: 'transfer',
  transferReceived: 'transfer',
  arrivalDismissed: 'arrival_decision',
  arrivalTakenUp: 'arrival_decision',
  itemsImported: 'item_import',
  itemsChanged: 'item_import',
  importUndone: 'item_import',
  importPart: 'item_import_part',
  ordered: 'purchase_order',
  orderReceived: 'purchase_order_end',
  orderCancelled: 'purchase_order_end',
  customsApproved: 'customs_decision',
  customsRejected: 'customs_decision',
}

const idOf: Partial<Record<BookTable, string>> = {
  shift_close: 'shift_id',
  shift_review: 'shift_id',
  stock_count_end: 'count_id',
  customer_sale: 'invoice_id',
}

export const allocationsOf = (db: Reader, entryId: number): Allocation[] =>
  db.all(
    profile
      .selectFrom('account_allocation')
      .select(['invoice_id', 'amount'])
      .where('entry_id', '=', entryId)
      .orderBy('id'),
  )

export const deliveryLines = (db: Reader, deliveryId: number) =>
  db.all(
    profile.selectFrom('delivery_line').selectAll().where('delivery_id', '=', deliveryId).orderBy('position'),
  )

export const transferLines = (db: Reader, transferId: number) =>
  db.all(
    profile.selectFrom('transfer_line').selectAll().where('transfer_id', '=', transferId).orderBy('position'),
  )

export const orderLines = (db: Reader, orderId: number) =>
  db.all(
    profile.selectFrom('purchase_order_line').selectAll().where('order_id', '=', orderId).orderBy('position'),
  )

const countLines = (db: Reader, countId: number) =>
  db.all(
    profile.selectFrom('stock_count_line').selectAll().where('count_id', '=', countId).orderBy('item_id'),
  )

const importLines = (db: Reader, partId: number) =>
  db.all(profile.selectFrom('item_import_line').selectAll().where('part_id', '=', partId).orderBy('id'))

const partsOf: Partial<Record<BookTable, (db: Reader, id: number) => object[]>> = {
  account_entry: allocationsOf,
  delivery: deliveryLines,
  stock_count_end: countLines,
  transfer: transferLines,
  item_import_part: importLines,
  purchase_order: orderLines,
}

/** Returns a stored row with its parts; undefined if there is no such row. */
export const bookWithParts = (
  db: Reader,
  table: BookTable,
  id: number,
): { row: object; parts?: object[] } | undefined => {
  const row = db.first(
    profile
      .selectFrom(table)
      .selectAll()
      .where(sql.ref(idOf[table] ?? 'id'), '=', id),
  )
  const parts = row && partsOf[table]?.(db, id)
  return row && (parts ? { row, parts } : { row })
}

/** Returns the digest of a stored row; undefined if there is no such row. */
export const storedBook = (db: Reader, table: BookTable, id: number): string | undefined => {
  const stored = bookWithParts(db, table, id)
  return stored && digestOf(table, stored.row, stored.parts)
}

// A sale without credit is no debt. Sales from before there were accounts have only their own audit rows.
const audited = (table: BookTable) =>
  table === 'customer_sale' ? sql`where credit > 0 and earlier = 0` : sql``
const countsOf = (tables: readonly BookTable[]) => {
  const counts = tables.map(
    (table) =>
      sql`select ${sql.lit(table)} as name, count(*) as count from ${sql.table(table)} ${audited(table)}`,
  )
  return sql<{ name: BookTable; count: number }>`${sql.join(counts, sql` union all `)}`.compile(profile)
}
const allCounts = countsOf(bookTables)
const tablesThere = sql<{ name: string }>`
  select name from sqlite_master where type = 'table' and name in (${sql.join(bookTables.map((name) => sql.lit(name)))})
`.compile(profile)

/** Returns the number of rows that have an audit row, by table. A file of an earlier version lacks some tables. */
export const bookRows = (db: Reader): ReadonlyMap<BookTable, number> => {
  const there = new Set(db.all(tablesThere).map(({ name }) => name))
  const tables = bookTables.filter((name) => there.has(name))
  if (tables.length === 0) return new Map()
  const query = tables.length === bookTables.length ? allCounts : countsOf(tables)
  return new Map(db.all(query).map(({ name, count }) => [name, count]))
}
