/** The process log: JSON lines by pino, with every secret removed by name or by shape. */
import { pino } from 'pino'
import type { Log } from '../base/ports.ts'
import { secretForms } from '../base/secretForms.ts'
import { createLogFile } from './logFile.ts'

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
/** Deeper values are cut off. Nothing worth logging is deeper, and cycles end. */
const deepest = 8
/** Longer texts are cut, because a response of the authority can be a web page of megabytes. */
const longestText = 8_000

/** Secrets of this process, in every form in which another program may repeat them. */
const known = new Set<string>()
/** Shorter ones would match text that is not secret. */
const shortestKnown = 8

/** Removes this value from every later log line, in clear, as base64, as hex or as part of an address. */
export const hideFromLogs = (secret: string): void => {
  if (secret.length < shortestKnown) return
  for (const form of secretForms(secret)) known.add(form)
}

const withoutKnown = (text: string): string => {
  let rest = text
  for (const secret of known) if (rest.includes(secret)) rest = rest.replaceAll(secret, '[redacted]')
  return rest
}

/** Returns a text without secrets and tax PINs, of bounded length. */
const scrub = (whole: string): string =>
  withoutKnown(
    whole.length > longestText ? `${whole.slice(0, longestText)}… (${whole.length} characters)` : whole,
  )
    .replace(/\b[AP]\d{9}[A-Z]\b/gi, '[taxpayer]')
    .replace(/\bsvc_(test|live)_[\w-]+/g, 'svc_$1_[redacted]')
    .replace(/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, '[redacted token]')
    .replace(/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, '$1 [redacted]')
    .replace(/#token=[\w-]+/g, '#token=[redacted]')

/** Returns a copy without secrets at any depth. Errors become name, message, stack and cause. */
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

/** Characters that JSON keeps but that a terminal may obey, or a viewer takes for a line end or another direction. */
const commanding = /[\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/g

/** Returns a JSON line that is one line for every program, and a command for none. */
const plainLine = (line: string): string =>
  line.replace(commanding, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)

export interface LogPlaces {
  /** `<data>/logs/kaunta.log`: at most five parts of 2 MB. */
  file?: string
  /** To standard error; always if no file is named. */
  stderr?: boolean
}

/** Bytes to buffer while standard error blocks. More is dropped. */
const keptBytes = 1_000_000

const openStderr = () => {
  const destination = pino.destination({ dest: process.stderr.fd, sync: false, maxLength: keptBytes })
  // Standard error may be a file on a full disk. That must not stop sales.
  destination.on('error', () => undefined)
  return destination
}

/** Opens the log. `KAUNTA_LOG` sets the level (debug, info, warn, error, silent); default info. */
export const openLog = ({ file, stderr = file === undefined }: LogPlaces = {}): Log => {
  // A descriptor, not a path: a log that is still opening cannot be flushed if the process must end at once.
  const places = [...(stderr ? [openStderr()] : []), ...(file === undefined ? [] : [createLogFile({ file })])]
  const write = (line: string) => {
    const plain = plainLine(line)
    for (const place of places) place.write(plain)
  }
  const logger = pino(
    { base: null, level: process.env['KAUNTA_LOG'] ?? 'info', serializers: { err: (error) => error } },
    { write },
  )
  const at =
    (level: 'debug' | 'info' | 'warn' | 'error'): Log['info'] =>
    (fields, message) =>
      logger.isLevelEnabled(level) && logger[level](redact(fields), scrub(message))
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}
