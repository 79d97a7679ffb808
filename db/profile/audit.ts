/**
 * The audit trail: a row for each document and each act that an auditor asks about, chained to the row before it. Any
 * change, deletion, insertion or reordering outside the till breaks the chain, and the check says where.
 *
 * For verification by another program:
 * - A *digest* is SHA-256, in lower-case hexadecimal, of a list of texts, whole numbers and nulls as canonical JSON
 * (RFC 8785: `["a",1,null]`, without spaces, UTF-8).
 * - `hash` is the digest of `kaunta.audit.1`, the `hash` of the row before (64 zeros before the first), `1`, `seq`,
 * `at`, `kind`, `subject`, `row_id`, `who`, `content`.
 * - `content` of a document is the digest of its rows as they are stored: a name, then for each table the number of
 * its rows and their columns, row after row. Name, tables and the order of columns are `documentDigest`
 * (`invoices.ts`), `signatureDigest` (`signatures.ts`), `recordDigest` (`stock.ts`) and `digestOf` (`books.ts`). Columns that may change later
 * (`superseded`, states of the queue) are left out.
 * - The workspace's own trail, in `workspace.db`, is the same chain; its `content` is JSON and its `row_id` null.
 * - `seq` is 1, 2, 3 …; ids of `invoice` and `stock_record` are too, and each has its row, in that order.
 */
import { hash } from 'node:crypto'
import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import { type Db, prepare } from '../engine/sqlite.ts'
import { type AuditKind, type ProfileSchema, profile } from './schema.ts'

export type AuditRow = Selectable<ProfileSchema['audit']>
/** A read-only view: an open till, or a file opened for reading. */
export type Reader = Pick<Db, 'all' | 'first'>

export type AuditValue = string | number | null

/** The `hash` before the first row. */
export const noHash = '0'.repeat(64)
/** The author of automatic acts. */
export const till = 'Kaunta'
export const authority = 'Authority'
/** The author of what the branch hub tells. */
export const hub = 'Hub'

/** Returns the SHA-256 of values as defined at the head of this file, lower-case hexadecimal. */
export const digest = (values: AuditValue[]): string => {
  const text = JSON.stringify(values)
  // A lone surrogate is stored as SQLite stores it, and read back so.
  const asStored = text.includes('\\ud')
    ? JSON.stringify(values.map((value) => (typeof value === 'string' ? value.toWellFormed() : value)))
    : text
  return hash('sha256', asStored, 'hex')
}

/** Adds the number of rows and then the values of their columns, row after row. */
export const addRows = <N extends string>(
  values: AuditValue[],
  columns: readonly N[],
  rows: readonly Readonly<Record<N, AuditValue>>[],
): AuditValue[] => {
  values.push(rows.length)
  for (const row of rows) for (const name of columns) values.push(row[name])
  return values
}

const hashedColumns = ['seq', 'at', 'kind', 'subject', 'row_id', 'who', 'content'] as const
/** Returns the right `hash` of a row. */
export const chained = (before: string, row: Omit<AuditRow, 'hash'>): string =>
  digest(addRows(['kaunta.audit.1', before], hashedColumns, [row]))

const headQuery = prepare(() =>
  profile.selectFrom('audit').select(['seq', 'hash']).orderBy('seq', 'desc').limit(sql.lit(1)),
)
/** Returns the last row; undefined before the first. */
export const auditHead = (db: Reader): { seq: number; hash: string } | undefined => db.first(headQuery({}))

const hashQuery = prepare((p: { seq: number }) =>
  profile.selectFrom('audit').select('hash').where('seq', '=', p.seq),
)
/** Returns the hash of a row; undefined: there is no such row. */
export const auditHash = (db: Reader, seq: number): string | undefined => db.first(hashQuery({ seq }))?.hash

const usedQuery = prepare(() =>
  profile.selectFrom('sqlite_sequence').select('seq').where('name', '=', sql.lit('audit')),
)
/** Returns the greatest number ever used. SQLite stores it apart from the rows. */
export const auditUsed = (db: Reader): number => db.first(usedQuery({}))?.seq ?? 0

const endQuery = prepare(() =>
  profile.selectNoFrom([
    sql<number>`coalesce((select seq from sqlite_sequence where name = 'audit'), 0)`.as('used'),
    sql<number>`coalesce((select max(seq) from audit), 0)`.as('seq'),
    sql<string | null>`(select hash from audit order by seq desc limit 1)`.as('hash'),
  ]),
)
const insertQuery = prepare((p: AuditRow) =>
  profile.insertInto('audit').values({
    seq: p.seq,
    at: p.at,
    kind: p.kind,
    subject: p.subject,
    row_id: p.row_id,
    who: p.who,
    content: p.content,
    hash: p.hash,
  }),
)

/**
 * Adds an audit row. Call it inside the transaction of the act. `subject`: its readable name (a document's number, a
 * lane, a setting). `row_id`: the row in `invoice` for sales, credit notes and signatures, in `stock_record`, in the
 * cash book, an account or `item`, otherwise in `submission`. `content`: the digest of a document, otherwise text or JSON. `at`: epoch milliseconds.
 */
export const audit = (db: Db, event: Omit<AuditRow, 'seq' | 'hash'>): void => {
  const end = db.first(endQuery({}))
  // A used number is never used again, so rows deleted from the end leave a gap.
  const row = { ...event, seq: Math.max(end?.seq ?? 0, end?.used ?? 0) + 1 }
  db.run(insertQuery({ ...row, hash: chained(end?.hash ?? noHash, row) }))
}

/** True if there is such a row about that subject. */
export const isAudited = (db: Db, kind: AuditKind, subject: string): boolean =>
  db.first(
    profile
      .selectFrom('audit')
      .select('seq')
      .where('kind', '=', kind)
      .where('subject', '=', subject)
      .orderBy('seq', 'desc')
      .limit(1),
  ) !== undefined

/** The owner of a chain: one profile, permanently. */
export interface ChainOwner {
  appId: string
  environment: string
  taxpayerPin: string
  branchId: string
}

/** Adds the first row, which names the chain's owner. Does nothing if there is one. */
export const beginAudit = (
  db: Db,
  { appId, environment, taxpayerPin, branchId, at }: ChainOwner & { at: number },
): void => {
  if (auditUsed(db) > 0) return
  audit(db, {
    at,
    kind: 'begun',
    subject: appId,
    row_id: null,
    who: till,
    content: JSON.stringify({ environment, taxpayerPin, branchId }),
  })
}

/** The owner named in a chain; null: started by a version that named none. */
export interface NamedOwner extends Pick<ChainOwner, 'appId' | 'environment'> {
  taxpayerPin: string | null
  branchId: string | null
}

const begunQuery = prepare(() =>
  profile.selectFrom('audit').select(['kind', 'subject', 'content']).where('seq', '=', sql.lit(1)),
)
const deviceQuery = prepare(() =>
  profile
    .selectFrom('audit')
    .select('content')
    .where('kind', '=', sql.lit<AuditKind>('device'))
    .orderBy('seq'),
)

/** Parses the JSON of a row. */
const membersOf = (content: string): Record<string, unknown> => {
  try {
    return { ...(JSON.parse(content) as object | null) }
  } catch {
    // The row was changed on disk. The audit check reports it.
    return {}
  }
}

/** Returns the owner named in a chain's first row; undefined: it names none. */
export const begunBy = (db: Reader): NamedOwner | undefined => {
  const begun = db.first(begunQuery({}))
  if (begun?.kind !== 'begun') return undefined
  const { environment, taxpayerPin = null, branchId = null } = membersOf(begun.content)
  return { appId: begun.subject, environment, taxpayerPin, branchId } as NamedOwner
}

/** {@link begunBy} with later corrections of the device. Reads the whole chain. */
export const ownerOf = (db: Reader): NamedOwner | undefined => {
  const owner = begunBy(db)
  if (!owner) return undefined
  for (const { content } of db.all(deviceQuery({}))) {
    const { taxpayer_pin, branch_id } = (membersOf(content)['changed'] ?? {}) as Record<
      string,
      [string, string]
    >
    if (taxpayer_pin) owner.taxpayerPin = taxpayer_pin[1]
    if (branch_id) owner.branchId = branch_id[1]
  }
  return owner
}

// --- for the check ----------------------------------------------------------------------------------------------------

const pageQuery = prepare((p: { after: number; limit: number }) =>
  profile.selectFrom('audit').selectAll().where('seq', '>', p.after).orderBy('seq').limit(p.limit),
)
/** Returns the next rows, in order. */
export const auditPage = (db: Reader, after: number, limit: number): AuditRow[] =>
  db.all(pageQuery({ after, limit }))

/** Rows that Kaunta writes beside a document of a person or a caller. */
const besideDocuments = sql<boolean>`kind not in ('stockRecord', 'signed', 'unsigned', 'importPart', 'wish', 'owed')`
const beforeQuery = prepare((p: { before: number; limit: number }) =>
  profile
    .selectFrom('audit')
    .selectAll()
    .where('seq', '<', p.before)
    .where(besideDocuments)
    .orderBy('seq', 'desc')
    .limit(p.limit),
)
/** The condition of the index `audit_activity`: SQLite uses the index only where a query repeats it. */
const indexed = sql<boolean>`kind not in ('sale', 'stockRecord', 'signed', 'unsigned')`
const ofKindQuery = prepare((p: { kind: AuditKind; before: number; limit: number }) =>
  profile
    .selectFrom('audit')
    .selectAll()
    .where('kind', '=', p.kind)
    .where(indexed)
    .where('seq', '<', p.before)
    .orderBy('seq', 'desc')
    .limit(p.limit),
)
/**
 * Returns the rows before that one, newest first: of these kinds, or all but those that Kaunta writes beside a
 * document.
 */
export const auditBefore = (
  db: Reader,
  { before, limit, kinds }: { before: number; limit: number; kinds?: readonly AuditKind[] | undefined },
): AuditRow[] =>
  kinds === undefined
    ? db.all(beforeQuery({ before, limit }))
    : kinds
        .flatMap((kind) => db.all(ofKindQuery({ kind, before, limit })))
        .toSorted((a, b) => b.seq - a.seq)
        .slice(0, limit)

const ofSignature = ['signed', 'unsigned', 'signatureEntered'] as const satisfies AuditKind[]

const lastOfSignature = prepare((p: { invoiceId: number }) =>
  profile
    .selectFrom('audit')
    .select('seq')
    .where('row_id', '=', p.invoiceId)
    .where(
      'kind',
      'in',
      ofSignature.map((kind) => sql.lit(kind)),
    )
    .orderBy('seq', 'desc')
    .limit(sql.lit(1)),
)
/** Returns the number of the row about a document's present signature; undefined if there is none. */
export const lastSignatureSeq = (db: Reader, invoiceId: number): number | undefined =>
  db.first(lastOfSignature({ invoiceId }))?.seq

const signedAfterQuery = prepare((p: { after: number; limit: number }) =>
  profile
    .selectFrom('signature')
    .select('invoice_id')
    .where('invoice_id', '>', p.after)
    .orderBy('invoice_id')
    .limit(p.limit),
)
/** Returns documents that have a row in `signature`, in order. */
export const signedAfter = (db: Reader, after: number, limit: number): number[] =>
  db.all(signedAfterQuery({ after, limit })).map(({ invoice_id }) => invoice_id)

const invoiceNumberQuery = prepare((p: { id: number }) =>
  profile.selectFrom('invoice').select('number').where('id', '=', p.id),
)
/** Returns a document's number; undefined if it does not exist. */
export const invoiceNumber = (db: Reader, id: number): string | undefined =>
  db.first(invoiceNumberQuery({ id }))?.number

const after = {
  invoice: prepare((p: { id: number }) =>
    profile.selectFrom('invoice').select('number').where('id', '>', p.id).orderBy('id').limit(sql.lit(1)),
  ),
  stock_record: prepare((p: { id: number }) =>
    profile
      .selectFrom('stock_record')
      .select('number')
      .where('id', '>', p.id)
      .orderBy('id')
      .limit(sql.lit(1)),
  ),
}
/** Returns the number of the first document, or stock record, after this one. */
export const numberAfter = (db: Reader, table: keyof typeof after, id: number): string | undefined =>
  db.first(after[table]({ id }))?.number
