/**
 * How a journal lies on the disk. A folder holds segments, `000001.log` and on. Each line is `crc json`, with long texts after
 * the JSON; the crc goes over the bytes of both and begins from the line before, so that a line belongs to exactly one past.
 * First {@link Header}, then {@link Entry}s.
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

/** The statement's text, or where in the segment it was first told (0, 1, …); its values; how many rows it changed. */
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

/** Texts of this length follow the JSON of their line as they are: to escape a body within JSON costs more than all else. */
const longText = 500
/** Between the JSON and such texts; JSON never holds it. */
const apart = '\u001f'
const isLong = (value: unknown): value is string =>
  typeof value === 'string' && value.length >= longText && !value.includes('\n') && !value.includes(apart)

/** Values of which long texts have become their place among `texts`. */
export const withoutLong = (values: unknown[], texts: string[]): unknown[] =>
  values.some(isLong)
    ? values.map((value) => (isLong(value) ? { text: texts.push(value) - 1 } : value))
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
export const readLine = (line: Buffer, chain: number): { json: Buffer; chain: number } | null => {
  const json = line.subarray(frame)
  const next = crc32(json, chain)
  return line.toString('latin1', 0, frame) === `${next.toString(16).padStart(8, '0')} `
    ? { json, chain: next }
    : null
}

/** The header of a segment; null where it is torn. */
export const headerOf = (folder: string, segment: number): Header | null => {
  const fd = openSync(segmentFile(folder, segment), 'r')
  try {
    const start = Buffer.alloc(1024)
    const read = start.subarray(0, readSync(fd, start))
    const end = read.indexOf('\n')
    const line = end === -1 ? null : readLine(read.subarray(0, end), 0)
    return line && (JSON.parse(line.json.toString()) as Header)
  } finally {
    closeSync(fd)
  }
}
