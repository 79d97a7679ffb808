/** The log of a process: JSON lines by pino, with every secret taken out by its name or its shape. */
import { existsSync, mkdirSync, openSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { pino } from 'pino'
import type { Log } from '../ports.ts'

const secretNames = new Set(
  [
    'x-api-key',
    'apiKey',
    'authorization',
    'cookie',
    'set-cookie',
    'cmcKey',
    'pin',
    'consumerKey',
    'consumerSecret',
    'password',
    'secret',
    'token',
    'accessToken',
    'access_token',
    'refreshToken',
  ].map((name) => name.toLowerCase()),
)
/** Deeper than this a value is cut off: nothing worth logging lies there, and cycles end. */
const deepest = 8
const rotateAtBytes = 5_000_000

const scrub = (text: string): string =>
  text
    .replace(/\bsvc_(test|live)_[\w-]+/g, 'svc_$1_[redacted]')
    .replace(/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, '[redacted token]')
    .replace(/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, '$1 [redacted]')
    .replace(/#token=[\w-]+/g, '#token=[redacted]')

/** A copy without secrets, at any depth. Errors become their name, message, stack and cause. */
export const redact = (value: unknown, depth = 0): unknown => {
  if (typeof value === 'string') return scrub(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth >= deepest) return '[deeper]'
  if (Array.isArray(value)) return value.map((entry) => redact(entry, depth + 1))
  const entries = Object.entries(value)
  if (value instanceof Error) {
    const { name, message, stack, cause } = value
    entries.unshift(['name', name], ['message', message], ['stack', stack])
    if (cause !== undefined) entries.push(['cause', cause])
  }
  return Object.fromEntries(
    entries.map(([key, entry]) => [
      key,
      secretNames.has(key.toLowerCase()) ? '[redacted]' : redact(entry, depth + 1),
    ]),
  )
}

/**
 * Opens the log: standard error, or a file, of which one older part is kept.
 * `KAUNTA_LOG` sets the level (debug, info, warn, error, silent); info by default.
 */
export const openLog = (options: { file?: string } = {}): Log => {
  if (options.file) {
    mkdirSync(dirname(options.file), { recursive: true, mode: 0o700 })
    if (existsSync(options.file) && statSync(options.file).size > rotateAtBytes) {
      renameSync(options.file, `${options.file}.1`)
    }
  }
  // An open descriptor, because a log that is still opening cannot be flushed when the process has to end at once.
  const dest = options.file ? openSync(options.file, 'a', 0o600) : process.stderr.fd
  const logger = pino(
    { base: null, level: process.env['KAUNTA_LOG'] ?? 'info', serializers: { err: (error) => error } },
    pino.destination({ dest, sync: false }),
  )
  const at =
    (level: 'debug' | 'info' | 'warn' | 'error'): Log['info'] =>
    (fields, message) =>
      logger.isLevelEnabled(level) && logger[level](redact(fields), scrub(message))
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}
