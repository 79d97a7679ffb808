/** Brings a database, or a copy of it, to the end of its journal. */
import { readFileSync } from 'node:fs'
import type { Migration } from 'kysely/migration'
import { isDamage, isOutOfReach } from '../engine/errors.ts'
import { migrate, NewerDatabaseError, schemaOf } from '../engine/migrate.ts'
import type { RawDb, RawStatement } from '../engine/raw.ts'
import type { OpenDb } from '../engine/sqlite.ts'
import {
  chainAfter,
  type Header,
  headerOf,
  isReference,
  type Line,
  linesOf,
  type Position,
  readEntry,
  referenceOf,
  segmentFile,
  segmentsIn,
} from './lines.ts'
import { positionOf, positionWriter } from './position.ts'

/** The transactions of a journal after a database's position. */
export interface Ahead {
  /** Number of transactions. */
  count: number
  /** Time of the last one, epoch milliseconds. */
  at: number | null
  /** Why they do not lead to the journal's end; null = they do. */
  reason: string | null
  /** The database has transactions that its journal lacks. */
  behind: boolean
  /** A line before the database's position is damaged: older copies do not lead to the present. */
  holed: boolean
}

export interface RollForward extends Ahead {
  from: Position
  to: Position
}

interface Segment {
  number: number
  /** null: damaged, or interrupted while it was started. */
  header: Header | null
  /** The database's position when a later segment was started. Anything beyond it was never committed. */
  limit: number
}

/** Statements with their texts, and the position after them. */
interface Transaction {
  position: Position
  at: number
  schema: string
  statements: { sql: string; values: unknown[]; changes: number }[]
}

type Verdict = Pick<Ahead, 'reason' | 'behind' | 'holed'>

const readSegments = (folder: string): Segment[] => {
  const segments = segmentsIn(folder).map(
    (number): Segment => ({ number, header: headerOf(folder, number), limit: Number.POSITIVE_INFINITY }),
  )
  let limit = Number.POSITIVE_INFINITY
  for (const segment of segments.toReversed()) {
    segment.limit = limit
    limit = Math.min(limit, segment.header?.after.sequence ?? limit)
  }
  return segments
}

/** A segment with a damaged header has the schema of the segments around it; undefined: unknown. */
const schemaIn = (segments: Segment[], index: number): string | undefined => {
  const own = segments[index]?.header?.schema
  const before = segments[index - 1]?.header?.schema
  return own ?? (before === segments[index + 1]?.header?.schema ? before : undefined)
}

/** Throws if the line is damaged. */
const textsIn = ({ json }: Line): string[] =>
  readEntry(json)[2].flatMap(([text]) => (typeof text === 'string' && !isReference(text) ? text : []))

/** Texts of statements that a segment contains once. */
const textsOf = (folder: string, segments: Segment[], lines: Line[]) => {
  const byReference = new Map<string, string>()
  /** Numbered like in earlier versions; undefined: in a damaged line, where nothing verifies it. */
  const byPlace: (string | undefined)[] = []
  let counts = true
  const gather = (line: Line, own: boolean) => {
    try {
      for (const text of textsIn(line)) {
        byReference.set(referenceOf(text), text)
        if (own && counts) byPlace.push(line.whole ? text : undefined)
      }
    } catch {
      counts &&= !own
    }
  }
  for (const line of lines) gather(line, true)
  let others = segments
  return (text: string | number): string | undefined => {
    if (typeof text === 'number') return byPlace[text]
    if (!isReference(text)) return text
    if (!byReference.has(text)) {
      // The line with the text is damaged here. Other segments contain the same texts.
      for (const { number } of others)
        for (const line of linesOf(readFileSync(segmentFile(folder, number)), null)) gather(line, false)
      others = []
    }
    return byReference.get(text)
  }
}

/**
 * Returns what a journal has beyond `from`, in order. A damaged line is skipped if the lines after it continue
 * `from`.
 */
const readAhead = function* (folder: string, from: Position): Generator<Transaction, Verdict> {
  let at = from
  /** Where the journal ends by its own data. */
  let end = 0
  let holed = false
  const stop = (reason: string): Verdict => ({ reason, behind: false, holed })
  const segments = readSegments(folder)
  for (const [index, { number, header, limit }] of segments.entries()) {
    const after = header?.after
    // The next segment begins no later than our position.
    if (limit <= at.sequence) continue
    if (after && after.sequence > at.sequence)
      return stop(`transactions ${at.sequence + 1} to ${after.sequence} are missing`)
    const isAnother = `it continues another history than transaction ${at.sequence}`
    if (after?.sequence === at.sequence && after.chain !== at.chain) return stop(isAnother)
    end = Math.max(end, after?.sequence ?? 0)
    const lines = linesOf(readFileSync(segmentFile(folder, number)), after ?? null)
    const schema = schemaIn(segments, index)
    const textOf = textsOf(folder, segments, lines)
    let lost = false
    for (const [place, line] of lines.entries()) {
      if (line.sequence > limit) break
      if (line.whole) end = Math.max(end, line.sequence)
      if (line.whole && line.sequence === at.sequence && line.mark !== at.chain) return stop(isAnother)
      const chain = chainAfter(line, lines[place + 1], at)
      if (chain !== null) {
        const [sequence, moment, statements] = readEntry(line.json)
        if (schema === undefined) return stop(`the beginning of segment ${number} is damaged`)
        const read = statements.map(([text, values, changes]) => ({ sql: textOf(text), values, changes }))
        if (!read.every((one): one is Transaction['statements'][number] => one.sql !== undefined))
          return stop(`a statement of transaction ${sequence} is damaged`)
        at = { sequence, chain }
        end = Math.max(end, sequence)
        // A line that damage split in two counts as one.
        lost = false
        yield { position: at, at: moment, schema, statements: read }
      } else if (line.sequence > at.sequence) {
        // A write interrupted by a power cut leaves no line after it, or zeros in it.
        lost ||= line.whole || line.written
      } else if (!line.whole) holed = true
    }
    if (lost) return stop(`what follows transaction ${at.sequence} is damaged`)
  }
  return { reason: null, behind: segments.length > 0 && end < from.sequence, holed }
}

/** What {@link rollForward} would add, without doing it. */
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

/** Bytes, which earlier versions wrote as numbers. */
const asValue = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value
  const bytes = value as { base64: string } | { data: number[] }
  return 'base64' in bytes ? Buffer.from(bytes.base64, 'base64') : Buffer.from(bytes.data)
}

/** Transactions per commit. */
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
  /** Returns why it stopped. Earlier transactions are kept. */
  return raw.transaction((batch: Transaction[]): string | null => {
    for (const transaction of batch) {
      try {
        apply(transaction)
      } catch (error) {
        // A temporary disk error says nothing about the journal, and may leave the transaction open.
        if (!raw.inTransaction || isOutOfReach(error) || isDamage(error)) throw error
        return `transaction ${transaction.position.sequence} does not fit: ${(error as Error).message}`
      }
    }
    return null
  })
}

export interface RollForwardOptions {
  folder: string
  migrations: Record<string, Migration>
  /** The last transaction to replay; absent: all. */
  upTo?: number
}

/**
 * Replays what the journal has and the database lacks, including migrations in between. Call it before {@link
 * OpenDb.startJournal} and before the last migrations. Returns how far it came. Throws if the database cannot be
 * written, and {@link NewerDatabaseError} if a newer Kaunta wrote the journal.
 */
export const rollForward = async (
  db: OpenDb,
  { folder, migrations, upTo = Number.POSITIVE_INFINITY }: RollForwardOptions,
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
    const isBeyond = !next.done && next.value.position.sequence > upTo
    const continues = !next.done && !isBeyond && next.value.schema === schema
    if (batch.length === batchSize || (batch.length > 0 && !continues)) {
      const reason = flush()
      if (reason) return { ...result, from, to: positionOf(db.raw), reason, behind: false, holed: false }
    }
    if (isBeyond)
      return { ...result, from, to: positionOf(db.raw), reason: null, behind: false, holed: false }
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
