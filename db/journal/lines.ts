/**
 * How a journal lies on the disk. A folder holds segments, `000001.log` and on. Each line is `crc json`, with long texts after
 * the JSON; the crc goes over the bytes of both and begins from the line before, so that a line belongs to exactly one past.
 * First {@link Header}, twice so that one of them may be damaged, then {@link Entry}s.
 */
import { closeSync, openSync, readdirSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'

/** How far a database has come: transactions since it was made, and the crc of the last one's line. */
export interface Position {
  sequence: number
  chain: number
}

export interface Header {
  segment: number
  /** Where the database stood when the segment was begun. */
  after: Position
  /** The last migration that the database had had. */
  schema: string
  /** Epoch milliseconds. */
  at: number
}

/**
 * The statement's text, or the {@link referenceOf} a text of the same segment (versions before wrote its place there: 0, 1,
 * …); its values; how many rows it changed.
 */
export type Statement = [sql: string | number, values: unknown[], changes: number]
/** One transaction; the moment is epoch milliseconds. */
export type Entry = [sequence: number, at: number, statements: Statement[]]

const frame = 9
const segmentPattern = /^(\d{6,})\.log$/

/** Numbers of the segments of a folder, oldest first. */
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

/** A text's name in the lines after it. It proves the text, so that a damaged line hides no other line's statements. */
export const referenceOf = (sql: string): string => `#${crc32(sql).toString(16).padStart(8, '0')}`
export const isReference = (told: string): boolean => told.startsWith('#')

/** Texts of this length follow the JSON of their line as they are: to escape a body within JSON costs more than all else. */
const longText = 500
/** Between the JSON and such texts; JSON never holds it. */
const apart = '\u001f'
/** JSON has no bytes of its own. */
const asJson = (value: unknown): unknown =>
  value instanceof Uint8Array ? { base64: Buffer.from(value).toString('base64') } : value
const isLong = (value: unknown): value is string =>
  typeof value === 'string' && value.length >= longText && !value.includes('\n') && !value.includes(apart)

/** Values of which long texts have become their place among `texts`, and bytes base64. */
export const withoutLong = (values: unknown[], texts: string[]): unknown[] =>
  values.some((value) => isLong(value) || value instanceof Uint8Array)
    ? values.map((value) => (isLong(value) ? { text: texts.push(value) - 1 } : asJson(value)))
    : values

/** What was given to {@link lineOf} as an entry. */
export const readEntry = (bytes: Buffer): Entry => {
  const [json = '', ...texts] = bytes.toString().split(apart)
  const entry = JSON.parse(json) as Entry
  const whole = (value: unknown) =>
    typeof value === 'object' && value !== null && 'text' in value ? texts[value.text as number] : value
  for (const statement of entry[2]) statement[1] = statement[1].map(whole)
  return entry
}

/** A line for `content`, and the crc that the next one begins from. */
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

/** The JSON of a line that follows on `chain`; null for one that is torn, changed, or of another past. */
const readLine = (line: Buffer, chain: number): { json: Buffer; chain: number } | null => {
  const json = line.subarray(frame)
  const next = crc32(json, chain)
  return line.toString('latin1', 0, frame) === `${next.toString(16).padStart(8, '0')} `
    ? { json, chain: next }
    : null
}

/** The header of a segment; null where it is torn or damaged. */
export const headerOf = (folder: string, segment: number): Header | null => {
  const fd = openSync(segmentFile(folder, segment), 'r')
  try {
    const start = Buffer.alloc(2048)
    let rest = start.subarray(0, readSync(fd, start))
    // Twice, and damage may be an end of a line in the first.
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

/** A line as it lies there, damaged or not. */
export interface Line {
  /** Of its transaction; NaN where nothing tells it. */
  sequence: number
  json: Buffer
  /** The crc that it bears. */
  mark: number
  /** It follows on the line before it: neither it nor that line's crc was changed. */
  whole: boolean
  /** It was whole once. A write that was torn leaves zeros, or no end of the line. */
  written: boolean
}

const sequencePattern = /^\[(\d+),/
const says = ({ json }: Pick<Line, 'json'>): number =>
  Number(sequencePattern.exec(json.toString('latin1', 0, 24))?.[1])

/** Each entry of a segment. `after`: its header's; null where that is damaged. */
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
  // The last line's end may be the byte that is damaged.
  const rest = bytes.subarray(from, (zeros === -1 ? bytes.length : zeros) - 1)
  if (rest.length > frame && from > 0) add(rest, false, false)
  let last = after?.sequence ?? Number.NaN
  for (const [index, line] of lines.entries()) {
    const next = lines[index + 1]
    // The number in a damaged line may be what is damaged.
    line.sequence = line.whole ? says(line) : next?.whole ? says(next) - 1 : last + 1
    last = line.sequence
  }
  return lines
}

/** The chain after a line that follows on `at`, by its own crc or by that of the line behind it; null: it does not. */
export const chainAfter = (line: Line, next: Line | undefined, at: Position): number | null => {
  const chain = crc32(line.json, at.chain)
  const proven = chain === line.mark || (next !== undefined && crc32(next.json, chain) === next.mark)
  return proven && says(line) === at.sequence + 1 ? chain : null
}
