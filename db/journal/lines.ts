/**
 * Format of a journal on disk. A folder contains segments, `000001.log` and so on. Each line is `crc json`, with long
 * texts after the JSON. The crc covers the bytes of both and starts from the previous line's, so a line belongs to
 * exactly one history. First {@link Header}, twice because one may be damaged, then {@link Entry}s.
 */
import { closeSync, openSync, readdirSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'

/** A database's position: the number of transactions since its creation, and the crc of the last one's line. */
export interface Position {
  sequence: number
  chain: number
}

export interface Header {
  segment: number
  /** The database's position when the segment was started. */
  after: Position
  /** The last migration of the database. */
  schema: string
  /** Epoch milliseconds. */
  at: number
}

/**
 * The statement's text, or the {@link referenceOf} a text in the same segment (earlier versions wrote its index: 0,
 * 1, …); its values; the number of changed rows.
 */
export type Statement = [sql: string | number, values: unknown[], changes: number]
/** One transaction. The time is epoch milliseconds. */
export type Entry = [sequence: number, at: number, statements: Statement[]]

const frame = 9
const segmentPattern = /^(\d{6,})\.log$/

/** Returns the numbers of a folder's segments, oldest first. */
export const segmentsIn = (folder: string): number[] => {
  try {
    return readdirSync(folder)
      .flatMap((name) => segmentPattern.exec(name)?.[1] ?? [])
      .map(Number)
      .sort((a, b) => a - b)
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return []
    throw error
  }
}

export const segmentFile = (folder: string, segment: number): string =>
  join(folder, `${String(segment).padStart(6, '0')}.log`)

/**
 * Returns the reference of a text in later lines. It verifies the text, so a damaged line does not make other lines
 * useless.
 */
export const referenceOf = (sql: string): string => `#${crc32(sql).toString(16).padStart(8, '0')}`
export const isReference = (text: string): boolean => text.startsWith('#')

/**
 * Texts of this length follow the JSON of their line unescaped, because escaping a body within JSON costs more than
 * everything else.
 */
const longText = 500
/** Separates the JSON from such texts. JSON never contains it. */
const apart = '\u001f'
/** JSON has no type for bytes. */
const asJson = (value: unknown): unknown =>
  value instanceof Uint8Array ? { base64: Buffer.from(value).toString('base64') } : value
const isLong = (value: unknown): value is string =>
  typeof value === 'string' && value.length >= longText && !value.includes('\n') && !value.includes(apart)

/** Replaces long texts by their index in `texts`, and bytes by base64. */
export const withoutLong = (values: unknown[], texts: string[]): unknown[] =>
  values.some((value) => isLong(value) || value instanceof Uint8Array)
    ? values.map((value) => (isLong(value) ? { text: texts.push(value) - 1 } : asJson(value)))
    : values

/** Parses an entry written by {@link lineOf}. */
export const readEntry = (bytes: Buffer): Entry => {
  const [json = '', ...texts] = bytes.toString().split(apart)
  const entry = JSON.parse(json) as Entry
  const whole = (value: unknown) =>
    typeof value === 'object' && value !== null && 'text' in value ? texts[value.text as number] : value
  for (const statement of entry[2]) statement[1] = statement[1].map(whole)
  return entry
}

/** Returns a line for `content`, and the crc from which the next one starts. */
export const lineOf = (
  content: unknown,
  chain: number,
  texts: string[] = [],
): { line: Buffer; chain: number } => {
  const line = Buffer.from(`00000000 ${[JSON.stringify(content), ...texts].join(apart)}\n`)
  const next = crc32(line.subarray(frame, -1), chain)
  line.write(next.toString(16).padStart(8, '0'), 'latin1')
  return { line, chain: next }
}

/** Returns the JSON of a line that continues `chain`; null for an incomplete, changed or foreign line. */
const readLine = (line: Buffer, chain: number): { json: Buffer; chain: number } | null => {
  const json = line.subarray(frame)
  const next = crc32(json, chain)
  return line.toString('latin1', 0, frame) === `${next.toString(16).padStart(8, '0')} `
    ? { json, chain: next }
    : null
}

/** Returns a segment's header; null if it is incomplete or damaged. */
export const headerOf = (folder: string, segment: number): Header | null => {
  const fd = openSync(segmentFile(folder, segment), 'r')
  try {
    const start = Buffer.alloc(2048)
    let rest = start.subarray(0, readSync(fd, start))
    // Written twice, and damage may look like a line end in the first.
    for (let line = 0; line < 3; line += 1) {
      const end = rest.indexOf('\n')
      const read = end === -1 ? null : readLine(rest.subarray(0, end), 0)
      if (read) return JSON.parse(read.json.toString()) as Header
      rest = rest.subarray(end + 1)
    }
    return null
  } finally {
    closeSync(fd)
  }
}

/** A line on disk, damaged or not. */
export interface Line {
  /** Number of its transaction; NaN if unknown. */
  sequence: number
  json: Buffer
  /** The crc in the line. */
  mark: number
  /** It continues the previous line: neither it nor that line's crc was changed. */
  whole: boolean
  /** It was complete once. An interrupted write leaves zeros, or no line end. */
  written: boolean
}

const sequencePattern = /^\[(\d+),/
const says = ({ json }: Pick<Line, 'json'>): number =>
  Number(sequencePattern.exec(json.toString('latin1', 0, 24))?.[1])

/** Returns each entry of a segment. `after`: from its header; null if that is damaged. */
export const linesOf = (bytes: Buffer, after: Position | null): Line[] => {
  const lines: Line[] = []
  let before: { mark: number; computed: number } | undefined
  const add = (line: Buffer, ended: boolean, isFirst: boolean) => {
    const mark = Number.parseInt(line.toString('latin1', 0, 8), 16) >>> 0
    const json = line.subarray(frame)
    // The header, and its second copy.
    if (isFirst || (lines.length === 0 && json[0] === 0x7b)) return
    const starts = [before?.mark, before?.computed, lines.length < 2 ? after?.chain : undefined]
    const from = starts.find((chain) => chain !== undefined && crc32(json, chain) === mark)
    const whole = from !== undefined
    before = { mark, computed: whole ? mark : crc32(json, before?.computed ?? after?.chain ?? 0) }
    lines.push({ sequence: Number.NaN, json, mark, whole, written: ended && !line.includes(0) })
  }
  let from = 0
  for (let end = bytes.indexOf('\n', from); end !== -1; end = bytes.indexOf('\n', from)) {
    add(bytes.subarray(from, end), true, from === 0)
    from = end + 1
  }
  const zeros = bytes.indexOf(0, from)
  // The last line's end may be the damaged byte.
  const rest = bytes.subarray(from, (zeros === -1 ? bytes.length : zeros) - 1)
  if (rest.length > frame && from > 0) add(rest, false, false)
  let last = after?.sequence ?? Number.NaN
  for (const [index, line] of lines.entries()) {
    const next = lines[index + 1]
    // The number in a damaged line may itself be damaged.
    line.sequence = line.whole ? says(line) : next?.whole ? says(next) - 1 : last + 1
    last = line.sequence
  }
  return lines
}

/**
 * Returns the chain after a line that continues `at`, by its own crc or the next line's; null if it does not continue
 * it.
 */
export const chainAfter = (line: Line, next: Line | undefined, at: Position): number | null => {
  const chain = crc32(line.json, at.chain)
  const proven = chain === line.mark || (next !== undefined && crc32(next.json, chain) === next.mark)
  return proven && says(line) === at.sequence + 1 ? chain : null
}
