/** Verifies the audit trail row by row, and names the first row or document that was changed. */
import {
  type AuditRow,
  auditPage,
  auditUsed,
  begunBy,
  type ChainOwner,
  chained,
  invoiceNumber,
  lastSignatureSeq,
  noHash,
  numberAfter,
  ownerOf,
  type Reader,
  signedAfter,
} from '../../db/profile/audit.ts'
import { type BookTable, bookRows, storedBook, tableOfKind } from '../../db/profile/books.ts'
import { isDigestOfDocument } from '../../db/profile/invoices.ts'
import type { AuditKind } from '../../db/profile/schema.ts'
import { storedSignature } from '../../db/profile/signatures.ts'
import { storedRecord } from '../../db/profile/stock.ts'
import { installation } from '../../db/workspace/audit.ts'
import type { AuditFault } from '../contract/report.ts'

export interface AuditBreak {
  fault: AuditFault
  /** The audit row concerned: the first one that does not fit. */
  seq: number
  kind: AuditKind | null
  /** The document's number, or another subject of the row. */
  subject: string | null
}

export interface AuditFinding {
  /** Number of valid rows. */
  records: number
  /** The last of them. */
  hash: string
  broken: AuditBreak | null
}

export interface AuditExpected extends ChainOwner {
  /** An earlier head from a printed report; `hash` may be its beginning. */
  head?: { seq: number; hash: string } | undefined
}

export interface AuditCheck {
  /**
   * Continues until `isOver` returns true (called after each row); null = more rows remain. After a result, the next
   * call continues with the rows added since. Nothing may write while it runs.
   */
  advance(db: Reader, isOver: () => boolean): AuditFinding | null
}

/** Rows read at once. */
const pageSize = 32

const textOf: Record<AuditFault, (what: string, seq: number) => string> = {
  rowChanged: (what, seq) => `Record ${seq} (${what}) was changed.`,
  rowMissing: (_, seq) => `Record ${seq} is missing.`,
  cutAtEnd: (_, seq) => `The trail was cut: rows from ${seq} on are missing.`,
  notOurs: () => 'The trail does not begin with its own first row.',
  headMissing: (_, seq) => `Record ${seq} is not the one that was reached before.`,
  documentChanged: (what, seq) => `Of record ${seq} (${what}) the document itself was changed.`,
  documentMissing: (what, seq) => `Of record ${seq} (${what}) the document itself is missing.`,
  documentAdded: (what, seq) => `The document ${what} is in no record up to ${seq}.`,
  recordChanged: (what, seq) => `Of record ${seq} (${what}) the stock record itself was changed.`,
  recordMissing: (what, seq) => `Of record ${seq} (${what}) the stock record itself is missing.`,
  recordAdded: (what, seq) => `The stock record ${what} is in no record up to ${seq}.`,
  signatureChanged: (what, seq) => `Of record ${seq} (${what}) the signature itself was changed.`,
  signatureMissing: (what, seq) => `Of record ${seq} (${what}) the signature itself is missing.`,
  signatureAdded: (what, seq) => `The signature of ${what} is in no record up to ${seq}.`,
  cashChanged: (what, seq) => `Of record ${seq} (${what}) the row of the books was changed.`,
  cashMissing: (what, seq) => `Of record ${seq} (${what}) the row of the books is missing.`,
  cashAdded: (what, seq) => `A row of the books (${what}) is in no record up to ${seq}.`,
}

/** Returns a finding as one English sentence, for the command line and the log. */
export const breakText = ({ fault, seq, kind, subject }: AuditBreak): string =>
  textOf[fault]([kind, subject].filter((part) => part !== null).join(' '), seq)

/**
 * `expected` absent: the trail's owner is not checked. `signatures` false: unlisted signatures are not searched.
 * `documents` false: the database holds none.
 */
export const createAuditCheck = (
  expected: Partial<AuditExpected> = {},
  { signatures = true, documents = true }: { signatures?: boolean; documents?: boolean } = {},
): AuditCheck => {
  let records = 0
  let hash = noHash
  let lastInvoice = 0
  let lastRecord = 0
  let lastSigned = 0
  /** Rows of the cash book and of accounts that were checked, per table. */
  const books = new Map<BookTable, number>()
  let signaturesDone = !signatures || !documents
  let broken: AuditBreak | null = null

  const at = (row: AuditRow, fault: AuditFault): AuditBreak => ({
    fault,
    seq: row.seq,
    kind: row.kind,
    subject: row.subject,
  })
  const added = (fault: AuditFault, subject: string | null): AuditBreak => ({
    fault,
    seq: records,
    kind: null,
    subject,
  })

  const checkDocument = (db: Reader, row: AuditRow): AuditBreak | null => {
    const id = row.row_id ?? 0
    if (id !== lastInvoice + 1) return added('documentAdded', numberAfter(db, 'invoice', lastInvoice) ?? null)
    lastInvoice = id
    const fits = isDigestOfDocument(db, id, row.content)
    if (fits === undefined) return at(row, 'documentMissing')
    return fits ? null : at(row, 'documentChanged')
  }
  const checkRecord = (db: Reader, row: AuditRow): AuditBreak | null => {
    const id = row.row_id ?? 0
    if (id !== lastRecord + 1)
      return added('recordAdded', numberAfter(db, 'stock_record', lastRecord) ?? null)
    lastRecord = id
    const stored = storedRecord(db, id)
    if (stored === undefined) return at(row, 'recordMissing')
    return stored === row.content ? null : at(row, 'recordChanged')
  }
  /** The latest row counts: a missing signature may have been entered later. */
  const checkSignature = (db: Reader, row: AuditRow): AuditBreak | null => {
    const id = row.row_id ?? 0
    if (lastSignatureSeq(db, id) !== row.seq) return null
    const stored = storedSignature(db, id)
    if (stored === undefined) return at(row, 'signatureMissing')
    return stored === row.content ? null : at(row, 'signatureChanged')
  }

  const checkBook = (db: Reader, row: AuditRow, table: BookTable): AuditBreak | null => {
    books.set(table, (books.get(table) ?? 0) + 1)
    const stored = storedBook(db, table, row.row_id ?? 0)
    if (stored === undefined) return at(row, 'cashMissing')
    return stored === row.content ? null : at(row, 'cashChanged')
  }

  /** The profile's own, or of the same branch on another computer, put in place here. */
  const begins = (db: Reader): boolean => {
    const begun = begunBy(db)
    if (!begun) return false
    const { appId, environment, taxpayerPin, branchId } = expected
    if (environment !== undefined && begun.environment !== environment) return false
    if (appId === undefined || begun.appId === appId) return true
    const owner = ownerOf(db)
    return owner?.taxpayerPin === taxpayerPin && owner?.branchId === branchId
  }

  const checkRow = (db: Reader, row: AuditRow): AuditBreak | null => {
    const seq = records + 1
    if (row.seq !== seq) return { fault: 'rowMissing', seq, kind: null, subject: null }
    if (chained(hash, row) !== row.hash) return at(row, 'rowChanged')
    if (seq === 1 && !begins(db)) return at(row, 'notOurs')
    const { head } = expected
    if (head?.seq === seq && !row.hash.startsWith(head.hash)) return at(row, 'headMissing')
    switch (documents ? row.kind : null) {
      case 'sale':
      case 'creditNote':
        return checkDocument(db, row)
      case 'stockRecord':
        return checkRecord(db, row)
      case 'signed':
      case 'unsigned':
      case 'signatureEntered':
        return checkSignature(db, row)
      default: {
        const table = documents ? tableOfKind[row.kind] : undefined
        return table ? checkBook(db, row, table) : null
      }
    }
  }

  /** Whether the rows are read up to the last one. */
  const readRows = (db: Reader, isOver: () => boolean): boolean => {
    for (;;) {
      const page = auditPage(db, records, pageSize)
      for (const row of page) {
        broken = checkRow(db, row)
        if (broken) return true
        records = row.seq
        hash = row.hash
        if (isOver()) return false
      }
      if (page.length < pageSize) return true
    }
  }
  const readSignatures = (db: Reader, isOver: () => boolean): boolean => {
    for (;;) {
      const page = signedAfter(db, lastSigned, pageSize)
      for (const id of page) {
        if (lastSignatureSeq(db, id) === undefined) {
          broken = added('signatureAdded', invoiceNumber(db, id) ?? null)
          return true
        }
        lastSigned = id
        if (isOver()) return false
      }
      if (page.length < pageSize) return true
    }
  }
  /** The rows themselves cannot show that later rows are missing. */
  const checkCut = (db: Reader): AuditBreak | null => {
    const used = Math.max(auditUsed(db), expected.head?.seq ?? 0, 1)
    return used > records ? { fault: 'cutAtEnd', seq: records + 1, kind: null, subject: null } : null
  }
  const checkUnlisted = (db: Reader): AuditBreak | null => {
    const invoice = numberAfter(db, 'invoice', lastInvoice)
    if (invoice !== undefined) return added('documentAdded', invoice)
    const record = numberAfter(db, 'stock_record', lastRecord)
    if (record !== undefined) return added('recordAdded', record)
    // Each row of these books has one row here, so more rows than that were added.
    const [table] = [...bookRows(db)].find(([name, count]) => count > (books.get(name) ?? 0)) ?? []
    return table ? added('cashAdded', table) : null
  }

  const finding = (): AuditFinding => ({ records, hash, broken })
  return {
    advance: (db, isOver) => {
      if (broken) return finding()
      if (!readRows(db, isOver)) return null
      broken ??= checkCut(db)
      if (!broken && !signaturesDone) {
        signaturesDone = readSignatures(db, isOver)
        // Rows that came meanwhile are read too.
        if (!signaturesDone || !readRows(db, isOver)) return null
      }
      if (documents) broken ??= checkUnlisted(db)
      return finding()
    },
  }
}

/** The same of the installation's own trail, which stands for itself. */
export const createInstallationCheck = (head?: AuditExpected['head']): AuditCheck =>
  createAuditCheck({ environment: installation, head }, { documents: false })
