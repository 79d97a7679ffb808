/** Brings a database, or a copy of it, to where its journal ends. */
import { readFileSync } from 'node:fs'
import type { Migration } from 'kysely/migration'
import { isDamage, isOutOfReach } from './inspect.ts'
import { positionOf, positionWriter } from './journal.ts'
import {
  type Header,
  headerOf,
  type Position,
  readEntry,
  readLine,
  segmentFile,
  segmentsIn,
} from './journalLines.ts'
import { migrate, NewerDatabaseError, schemaOf } from './migrate.ts'
import type { OpenDb, RawDb, RawStatement } from './sqlite.ts'

/** What a journal has beyond a database. */
export interface Ahead {
  /** Transactions. */
  count: number
  /** Of the last of them, epoch milliseconds. */
  at: number | null
  /** Why they do not lead to the journal's end; null = they do. */
  reason: string | null
  /** The database has transactions that its journal has not. */
  behind: boolean
}

export interface RollForward extends Ahead {
  from: Position
  to: Position
}

interface Segment extends Header {
  /** A later segment was begun where the database then stood: what is beyond that never came about. */
  limit: number
}

interface Line {
  position: Position
  json: Buffer
}

/** Statements with their texts, and where they bring the database. */
interface Transaction {
  position: Position
  at: number
  schema: string
  statements: { sql: string; values: unknown[]; changes: number }[]
}

type Verdict = Pick<Ahead, 'reason' | 'behind'>

const readSegments = (folder: string): Segment[] => {
  const segments = segmentsIn(folder).flatMap((number): Segment[] => {
    const header = headerOf(folder, number)
    // Torn while it was begun: nothing was written after it.
    return header ? [{ ...header, limit: Number.POSITIVE_INFINITY }] : []
  })
  let limit = Number.POSITIVE_INFINITY
  for (const segment of segments.toReversed()) {
    segment.limit = limit
    limit = Math.min(limit, segment.after.sequence)
  }
  return segments
}

const sequencePattern = /^\[(\d+),/

/** Is there a line beyond `from` that follows on the one before it? A write that was torn leaves none. */
const goesOn = (bytes: Buffer, from: number): boolean => {
  let start = from
  let before = Number.NaN
  for (let end = bytes.indexOf('\n', start); end !== -1; end = bytes.indexOf('\n', start)) {
    const line = bytes.subarray(start, end)
    if (!Number.isNaN(before) && readLine(line, before)) return true
    before = Number.parseInt(line.toString('latin1', 0, 8), 16)
    start = end + 1
  }
  return false
}

interface Lines {
  lines: Line[]
  /** What follows them was changed after it had been written. */
  spoilt: boolean
}

/** The lines of a segment as far as they are whole and follow on each other. */
const linesOf = (folder: string, { segment, after, limit }: Segment): Lines => {
  const bytes = readFileSync(segmentFile(folder, segment))
  const lines: Line[] = []
  let { chain } = after
  let from = bytes.indexOf('\n') + 1
  for (let end = bytes.indexOf('\n', from); end !== -1; end = bytes.indexOf('\n', from)) {
    const line = readLine(bytes.subarray(from, end), chain)
    if (!line) return { lines, spoilt: goesOn(bytes, from) }
    const sequence = Number(sequencePattern.exec(line.json.toString('latin1', 0, 24))?.[1])
    if (!(sequence <= limit)) break
    chain = line.chain
    lines.push({ position: { sequence, chain }, json: line.json })
    from = end + 1
  }
  return { lines, spoilt: false }
}

const same = (a: Position, b: Position): boolean => a.sequence === b.sequence && a.chain === b.chain

/** Transactions of a segment; statements that it tells once are given their texts. */
const transactionsOf = function* (lines: Line[], schema: string): Generator<Transaction> {
  const texts: string[] = []
  for (const { position, json } of lines) {
    const [, at, statements] = readEntry(json)
    yield {
      position,
      at,
      schema,
      statements: statements.map(([told, values, changes]) => {
        if (typeof told === 'string') texts.push(told)
        return { sql: typeof told === 'string' ? told : (texts[told] ?? ''), values, changes }
      }),
    }
  }
}

/** What a journal has beyond `from`, in order. */
const readAhead = function* (folder: string, from: Position): Generator<Transaction, Verdict> {
  let at = from
  let end = from
  const segments = readSegments(folder)
  for (const segment of segments) {
    const { after, limit, schema } = segment
    // The next one begins no later than where we are.
    if (limit <= at.sequence) continue
    if (after.sequence > at.sequence)
      return { reason: `transactions ${at.sequence + 1} to ${after.sequence} are missing`, behind: false }
    const { lines, spoilt } = linesOf(folder, segment)
    end = lines.at(-1)?.position ?? after
    const joins = same(after, at) || lines.some(({ position }) => same(position, at))
    if (end.sequence >= at.sequence && !joins)
      return { reason: `it tells of another past than transaction ${at.sequence}`, behind: false }
    for (const transaction of transactionsOf(lines, schema)) {
      if (transaction.position.sequence <= at.sequence) continue
      yield transaction
      at = transaction.position
    }
    // A database that is further has what is missing here: a power cut may tear a line and spare the next.
    if (spoilt && limit > at.sequence && end.sequence === at.sequence)
      return { reason: `what follows transaction ${at.sequence} is damaged`, behind: false }
  }
  return { reason: null, behind: segments.length > 0 && end.sequence < from.sequence }
}

/** What {@link rollForward} would bring, without doing it. */
export const lookAhead = (folder: string, from: Position): Ahead => {
  let count = 0
  let at: number | null = null
  const ahead = readAhead(folder, from)
  for (let next = ahead.next(); ; next = ahead.next()) {
    if (next.done) return { count, at, ...next.value }
    count += 1
    at = next.value.at
  }
}

/** JSON has no bytes of its own. */
const asValue = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? Buffer.from((value as { data: number[] }).data) : value

/** Transactions in one commit. */
const batchSize = 200

const applier = (raw: RawDb) => {
  const writePosition = positionWriter(raw)
  const prepared = new Map<string, RawStatement>()
  const statementOf = (sql: string): RawStatement => {
    const statement = prepared.get(sql) ?? raw.prepare(sql)
    prepared.set(sql, statement)
    return statement
  }
  const apply = raw.transaction(({ statements, position }: Transaction) => {
    for (const { sql, values, changes } of statements) {
      const statement = statementOf(sql)
      const bound = values.map(asValue)
      const changed = statement.reader ? statement.all(...bound).length : statement.run(...bound).changes
      if (changed !== changes)
        throw new Error(`a statement changed ${changed} rows instead of ${changes} (${sql.slice(0, 80)})`)
    }
    writePosition(position)
  })
  /** Answers why it stopped; what came before is kept. */
  return raw.transaction((batch: Transaction[]): string | null => {
    for (const transaction of batch) {
      try {
        apply(transaction)
      } catch (error) {
        // A disk that cannot be written just now says nothing of the journal, and may leave the transaction open.
        if (!raw.inTransaction || isOutOfReach(error) || isDamage(error)) throw error
        return `transaction ${transaction.position.sequence} does not fit: ${(error as Error).message}`
      }
    }
    return null
  })
}

/**
 * Does again what the journal has and the database has not, and migrates on the way as it then was. Call before
 * {@link OpenDb.startJournal}, and before the last migrations. Answers how far it came; throws when the database cannot
 * be written, and {@link NewerDatabaseError} when a newer Kaunta wrote the journal.
 */
export const rollForward = async (
  db: OpenDb,
  { folder, migrations }: { folder: string; migrations: Record<string, Migration> },
): Promise<RollForward> => {
  const from = positionOf(db.raw)
  const ahead = readAhead(folder, from)
  let applyAll: ReturnType<typeof applier> | undefined
  let batch: Transaction[] = []
  const result = { count: 0, at: null as number | null }
  const flush = (): string | null => {
    applyAll ??= applier(db.raw)
    const reason = applyAll.immediate(batch)
    const { sequence } = positionOf(db.raw)
    result.count = sequence - from.sequence
    result.at = batch.findLast(({ position }) => position.sequence <= sequence)?.at ?? result.at
    batch = []
    return reason
  }
  let schema = schemaOf(db, migrations)
  for (let next = ahead.next(); ; next = ahead.next()) {
    const goesOn = !next.done && next.value.schema === schema
    if (batch.length === batchSize || (batch.length > 0 && !goesOn)) {
      const reason = flush()
      if (reason) return { ...result, from, to: positionOf(db.raw), reason, behind: false }
    }
    if (next.done) return { ...result, from, to: positionOf(db.raw), ...next.value }
    if (next.value.schema !== schema) {
      if (!Object.hasOwn(migrations, next.value.schema))
        throw new NewerDatabaseError(folder, next.value.schema)
      await migrate(db, migrations, { upTo: next.value.schema })
      schema = next.value.schema
      applyAll = undefined
    }
    batch.push(next.value)
  }
}
