/** The end of the log, with fields about the program and not about people. */
import { readFileSync } from 'node:fs'
import { logParts } from '../platform/logFile.ts'

const levels: Record<number, string> = { 20: 'debug', 30: 'info', 40: 'warn', 50: 'error', 60: 'fatal' }
/** Numbers and fixed words of ours. A field that is not listed here is omitted. */
const numbers = [
  'httpStatus',
  'durationMs',
  'failures',
  'documents',
  'submission',
  'count',
  'apps',
  'port',
] as const
const keywords = ['call', 'outcome', 'operation', 'lane', 'place', 'id', 'route', 'code'] as const
/** Places in our own program. The folder above may have a person's name. */
const place = /(?:^|[/\\])((?:core|db|electron|dist)[/\\][\w./\\-]{1,80}:\d+:\d+)\)?$/

type Fields = Record<string, unknown>
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null

const placesOf = (stack: unknown): string[] =>
  String(stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .flatMap((line) => place.exec(line)?.[1] ?? [])
    .slice(0, 12)

/** Returns the code of an error: a fixed word of Node, SQLite or ours. The text of an error may name people. */
export const codeOf = (error: unknown): string | undefined => {
  const code = isFields(error) ? error['code'] : undefined
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,60}$/.test(code) ? code : undefined
}

const errorOf = (error: unknown, depth = 0): Fields | undefined => {
  if (!isFields(error) || depth > 3) return undefined
  const { name, stack, cause } = error
  const code = codeOf(error)
  const within = errorOf(cause, depth + 1)
  return {
    ...(/^\w{1,60}$/.test(String(name)) ? { name } : {}),
    ...(code === undefined ? {} : { code }),
    at: placesOf(stack),
    ...(within ? { cause: within } : {}),
  }
}

/** Returns the permitted part of a line; null for one in another format. */
const lineOf = (line: string): Fields | null => {
  let fields: unknown
  try {
    fields = JSON.parse(line)
  } catch {
    return null
  }
  if (!isFields(fields)) return null
  const { level, time, msg, err } = fields
  const at = new Date(Number(time))
  if (Number.isNaN(at.getTime())) return null
  const kept: Fields = {
    time: at.toISOString(),
    level: levels[Number(level)] ?? 'other',
    // A constant of our own source, never built from data. A test checks that.
    message: String(msg ?? '').slice(0, 300),
  }
  for (const name of numbers) if (typeof fields[name] === 'number') kept[name] = fields[name]
  for (const name of keywords) {
    const value = fields[name]
    // Names of operations, calls and lanes, and error ids that users report to support.
    if (typeof value === 'string' && /^[\w./:-]{1,60}$/.test(value)) kept[name] = value
  }
  const error = errorOf(err)
  return error ? { ...kept, error } : kept
}

/** Returns the newest lines, oldest first. */
export const lastLogLines = (file: string, most: number): Fields[] => {
  const lines: Fields[] = []
  for (const part of logParts(file).reverse()) {
    const text = (() => {
      try {
        return readFileSync(part, 'utf8')
      } catch {
        return ''
      }
    })()
    for (const line of text.split('\n').reverse()) {
      const kept = line && lineOf(line)
      if (kept) lines.push(kept)
      if (lines.length >= most) return lines.reverse()
    }
  }
  return lines.reverse()
}
