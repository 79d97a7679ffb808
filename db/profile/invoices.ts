/** Sales and credit notes, their signatures and prints. */
import { hash } from 'node:crypto'
import { type Insertable, type Selectable, sql } from 'kysely'
import { type Db, prepare, prepareRows } from '../engine/sqlite.ts'
import { addRows, audit, digest, type Reader } from './audit.ts'
import type { Tender } from './paymentChanges.ts'
import { type ProfileSchema, profile } from './schema.ts'

export type Invoice = Selectable<ProfileSchema['invoice']>
export type InvoiceLine = Selectable<ProfileSchema['invoice_line']>
export type PrintRow = Selectable<ProfileSchema['print']>

const invoiceColumns = [
  'kind',
  'number',
  'trader_number',
  'source',
  'original_id',
  'reason',
  'sold_at',
  'day',
  'author_id',
  'author_name',
  'buyer_pin',
  'buyer_name',
  'payment_method',
  'total',
  'taxable',
  'tax',
  'discount',
  'tendered',
  'change',
  'line_count',
  'tax_rates',
  'request_id',
  'body_hash',
  'caller_body',
] as const
export type NewInvoice = Required<
  Pick<Insertable<ProfileSchema['invoice']>, (typeof invoiceColumns)[number]>
> & { shift_id: number | null; original_uid?: string | null }

const insertInvoiceQuery = prepare((p: NewInvoice & { id: number | null }) =>
  profile
    .insertInto('invoice')
    .values(
      Object.fromEntries(
        ['id' as const, ...invoiceColumns, 'shift_id' as const, 'original_uid' as const].map((name) => [
          name,
          p[name],
        ]),
      ) as unknown as NewInvoice,
    ),
)

const lineColumns = [
  'invoice_id',
  'position',
  'item_id',
  'item_code',
  'name',
  'item_class',
  'item_type',
  'barcode',
  'package_unit',
  'quantity_unit',
  'quantity',
  'unit_price',
  'discount',
  'total',
  'taxable',
  'tax',
  'tax_type',
] as const
const insertLines = prepareRows((lines: InvoiceLine[]) =>
  profile
    .insertInto('invoice_line')
    .values(
      lines.map(
        (line) => Object.fromEntries(lineColumns.map((name) => [name, line[name]])) as unknown as InvoiceLine,
      ),
    ),
)
export type InvoiceTender = Selectable<ProfileSchema['invoice_tender']>
const shippedTender = ['invoice_id', 'position', 'method', 'amount', 'reference'] as const
const tenderColumns = [...shippedTender, 'tender_id', 'tender_name'] as const
const insertTenderQuery = prepare((p: InvoiceTender) =>
  profile
    .insertInto('invoice_tender')
    .values(Object.fromEntries(tenderColumns.map((name) => [name, p[name]])) as unknown as InvoiceTender),
)

const digestedColumns = ['id', ...invoiceColumns] as const
const columnsInShift = [...digestedColumns, 'shift_id'] as const
const columnsOfOther = [...columnsInShift, 'original_uid'] as const
/** The columns of a document that its digest reads. */
export type Digested = Pick<Invoice, (typeof columnsInShift)[number]> & Partial<Pick<Invoice, 'original_uid'>>

/**
 * The audit trail's digest of a document: everything that never changes, as stored (`audit.ts`). Named
 * `kaunta.document.2`, it uses the SHA-256 of the UTF-8 of `caller_body`: writing a body as JSON within JSON costs
 * more than everything else about a document. A document of a shift has `kaunta.document.3`, with its shift. One that
 * is paid with a tender of the shop has `kaunta.document.4`, with its shift and the names of its tenders. A credit note of
 * another till's sale has `kaunta.document.5`: as 4, with the uid of that sale.
 */
const documentDigest = (invoice: Digested, lines: InvoiceLine[], tenders: InvoiceTender[]): string => {
  const { caller_body } = invoice
  const ownTender = tenders.some(isOwn)
  const name = isOfOther(invoice) ? 5 : ownTender ? 4 : invoice.shift_id === null ? 2 : 3
  return digestUnder(`kaunta.document.${name}`, lines, tenders, {
    ...invoice,
    caller_body: caller_body === null ? null : hash('sha256', caller_body, 'hex'),
  })
}
/** A file of an earlier version has no such columns. */
const isOwn = ({ tender_id, tender_name }: InvoiceTender): boolean =>
  (tender_id ?? null) !== null || (tender_name ?? null) !== null
const isOfOther = ({ original_uid }: Digested): boolean => (original_uid ?? null) !== null
/** The digest of documents stored by earlier versions, with the body itself. They have no shift. */
const earlierDigest = (invoice: Digested, lines: InvoiceLine[], tenders: InvoiceTender[]): string | null =>
  invoice.shift_id === null ? digestUnder('kaunta.document.1', lines, tenders, invoice) : null

const digestUnder = (
  name: string,
  lines: InvoiceLine[],
  tenders: InvoiceTender[],
  invoice: Digested,
): string => {
  const other = isOfOther(invoice)
  const ownTender = other || tenders.some(isOwn)
  const columns = ownTender || invoice.shift_id !== null ? columnsInShift : digestedColumns
  const values = other
    ? addRows([name], columnsOfOther, [invoice as Invoice])
    : addRows([name], columns, [invoice])
  addRows(values, lineColumns, lines)
  return digest(addRows(values, ownTender ? tenderColumns : shippedTender, tenders))
}

/**
 * A line before its document is stored. `position`: of the sale's line that the till takes back; absent = in order.
 */
export type NewLine = Omit<InvoiceLine, 'invoice_id' | 'position'> & { position?: number }

/**
 * Stores a document with its lines and payments. Returns its id. `who`: the author for the audit trail. The
 * document's author is what its caller names.
 */
export const insertInvoice = (
  db: Db,
  document: NewInvoice,
  parts: {
    lines: NewLine[]
    tenders?: Tender[]
    who: string
  },
): number => {
  const { original_uid = null } = document
  const own = original_uid === null ? null : (newestInvoice(db)?.id ?? 0) + 1
  const invoice = { ...document, original_uid, original_id: own ?? document.original_id ?? null }
  const { id } = db.run(insertInvoiceQuery({ ...invoice, id: own }))
  const lines = parts.lines.map((line, index) => ({
    ...line,
    invoice_id: id,
    position: line.position ?? index + 1,
  }))
  const tenders = (parts.tenders ?? []).map(({ tender_id = null, tender_name = null, ...tender }, index) => ({
    ...tender,
    tender_id,
    tender_name,
    invoice_id: id,
    position: index + 1,
  }))
  for (const query of insertLines(lines)) db.run(query)
  for (const tender of tenders) db.run(insertTenderQuery(tender))
  const content = documentDigest({ ...invoice, id } as Digested, lines, tenders)
  audit(db, {
    at: invoice.sold_at,
    kind: invoice.kind,
    subject: invoice.number,
    row_id: id,
    who: parts.who,
    content,
  })
  return id
}

const byId = prepare((p: { id: number }) => profile.selectFrom('invoice').selectAll().where('id', '=', p.id))
export const invoiceById = (db: Db, id: number): Invoice | undefined => db.first(byId({ id }))

const newestQuery = prepare(() =>
  profile.selectFrom('invoice').select(['id', 'sold_at']).orderBy('id', 'desc').limit(sql.lit(1)),
)
/** Returns the last stored document and its time. */
export const newestInvoice = (db: Db): { id: number; soldAt: number } | undefined => {
  const row = db.first(newestQuery({}))
  return row && { id: row.id, soldAt: row.sold_at }
}

const byNumber = prepare((p: { number: string }) =>
  profile
    .selectFrom('invoice')
    .selectAll()
    .where('number', '=', p.number)
    .where('superseded', '=', sql.lit(0)),
)
/** Returns the document that has this number now. */
export const invoiceByNumber = (db: Db, number: string): Invoice | undefined => db.first(byNumber({ number }))

const byTrader = prepare((p: { number: string }) =>
  profile
    .selectFrom('invoice')
    .selectAll()
    .where('trader_number', 'is not', null)
    .where('trader_number', '=', p.number)
    .where('superseded', '=', sql.lit(0))
    .orderBy('id', 'desc'),
)
/** Returns the documents with this trader's number, newest first. */
export const invoicesByTraderNumber = (db: Db, number: string): Invoice[] => db.all(byTrader({ number }))

/** Frees the number of a document that the authority finally rejected. The document itself does not change. */
export const supersedeInvoice = (db: Db, id: number): void => {
  db.run(profile.updateTable('invoice').set({ superseded: 1 }).where('id', '=', id))
}

const byRequest = prepare((p: { id: string }) =>
  profile.selectFrom('invoice').selectAll().where('request_id', '=', p.id),
)
/** Returns the sale that this request already created. */
export const invoiceByRequest = (db: Db, requestId: string): Invoice | undefined =>
  db.first(byRequest({ id: requestId }))

const linesQuery = prepare((p: { id: number }) =>
  profile.selectFrom('invoice_line').selectAll().where('invoice_id', '=', p.id).orderBy('position'),
)
export const linesOf = (db: Reader, invoiceId: number): InvoiceLine[] => db.all(linesQuery({ id: invoiceId }))

const tendersQuery = prepare((p: { id: number }) =>
  profile.selectFrom('invoice_tender').selectAll().where('invoice_id', '=', p.id).orderBy('position'),
)
export const tendersOf = (db: Reader, invoiceId: number) => db.all(tendersQuery({ id: invoiceId }))

/** Returns the digests that the trail may have of a document: the present form, and that of earlier versions. */
export const documentDigests = (
  invoice: Digested,
  lines: InvoiceLine[],
  tenders: InvoiceTender[],
): string[] => {
  // A file of an earlier version has no such column.
  const stored = { ...invoice, shift_id: invoice.shift_id ?? null }
  return [documentDigest, earlierDigest]
    .map((kind) => kind(stored, lines, tenders))
    .filter((found) => found !== null)
}

/** Returns a stored document with its parts; undefined if there is no such document. */
export const storedDocument = (db: Reader, id: number) => {
  const row = db.first(byId({ id }))
  return row && { row, lines: linesOf(db, id), tenders: tendersOf(db, id) }
}

/**
 * True if this is the digest of the stored document, of the present or the earlier form; undefined if there is no
 * such document.
 */
export const isDigestOfDocument = (db: Reader, id: number, content: string): boolean | undefined => {
  const stored = storedDocument(db, id)
  return stored && documentDigests(stored.row, stored.lines, stored.tenders).includes(content)
}

// --- prints -----------------------------------------------------------------------------------------------------------

export const printsOf = (db: Db, invoiceId: number): PrintRow[] =>
  db.all(profile.selectFrom('print').selectAll().where('invoice_id', '=', invoiceId).orderBy('id'))

export const insertPrint = (db: Db, row: Insertable<ProfileSchema['print']>): number =>
  db.run(profile.insertInto('print').values(row)).id

export const printById = (db: Db, id: number): PrintRow | undefined =>
  db.first(profile.selectFrom('print').selectAll().where('id', '=', id))

/** Stores the outcome of a started print, once, confirmed `by` a person or seen by the till. false: no such print. */
export const setPrintOutcome = (
  db: Db,
  id: number,
  { outcome, by }: { outcome: 'printed' | 'failed'; by: string | null },
): boolean =>
  db.run(
    profile
      .updateTable('print')
      .set({ outcome, answered_by: by })
      .where('id', '=', id)
      .where('outcome', '=', sql.lit('started')),
  ).changes > 0
