/**
 * Reads a JSON body strictly: real UTF-8, no NUL, no half characters, no prototype tricks, not too deep, no number beyond
 * what can be counted with, and no field twice: of two amounts nobody could say which was meant.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** A body of a caller with a credential, bytes. */
export const largestBody = 1_048_576
/** Enough for every operation; deeper is an attack on whoever walks it. */
const deepest = 20

/** A body or parameter that is not acceptable; the message names what and where. */
export class InputError extends Error {
  readonly statusCode: number

  constructor(message: string, statusCode = 400) {
    super(message)
    this.statusCode = statusCode
  }
}

const isPlain = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

interface Trouble {
  /** From the value outwards; made only where something is wrong. */
  path: string[]
  what: string
}

class Walk {
  /** Members of all objects so far. */
  members = 0
  readonly isPlain: (text: string) => boolean

  constructor(plainText: boolean) {
    this.isPlain = plainText ? () => true : isPlain
  }

  /** The first thing wrong at or below a value. */
  trouble(value: unknown, depth: number): Trouble | null {
    if (typeof value === 'string')
      return this.isPlain(value) ? null : { path: [], what: 'holds a NUL or half a character' }
    if (typeof value === 'number')
      return Number.isFinite(value) ? null : { path: [], what: 'is a number beyond all bounds' }
    if (typeof value !== 'object' || value === null) return null
    if (depth >= deepest) return { path: [], what: `is nested deeper than ${deepest} levels` }
    if (Array.isArray(value)) {
      for (let index = 0; index < value.length; index++) {
        const found = this.trouble(value[index], depth + 1)
        if (found) return { ...found, path: [`[${index}]`, ...found.path] }
      }
      return null
    }
    for (const key of Object.keys(value)) {
      this.members += 1
      if (key === '__proto__') return { path: [], what: 'holds a field named __proto__' }
      if (!this.isPlain(key)) return { path: [], what: 'has a field name with a NUL or half a character' }
      const found = this.trouble((value as Record<string, unknown>)[key], depth + 1)
      if (found) return { ...found, path: [`.${key}`, ...found.path] }
    }
    return null
  }
}

/**
 * Throws {@link InputError} for what databases, printers or other software would choke on; answers how many members there
 * are. `plainText`: its texts cannot hold a NUL or half a character.
 */
export const checkInput = (input: unknown, plainText = false): number => {
  const walk = new Walk(plainText)
  const trouble = walk.trouble(input, 0)
  if (!trouble) return walk.members
  const path = trouble.path.join('').replace(/^\./, '')
  throw new InputError(`${path.length > 200 ? 'body' : path || 'body'}: ${trouble.what}`)
}

const [quote, backslash, colon] = [0x22, 0x5c, 0x3a]

/** Members in the text of a well-formed JSON document, those counted twice that are named twice. */
const membersIn = (json: Uint8Array): number => {
  let members = 0
  for (let at = 0; at < json.length; at++) {
    if (json[at] === colon) members += 1
    if (json[at] !== quote) continue
    for (at += 1; json[at] !== quote; at++) if (json[at] === backslash) at += 1
  }
  return members
}

/** The first field that is named twice in one object. */
const namedTwice = (json: string): string => {
  const open: Set<string>[] = []
  for (const [token, name] of json.matchAll(/("(?:[^"\\]|\\.)*")\s*:|"(?:[^"\\]|\\.)*"|[{}]/g)) {
    if (token === '{') open.push(new Set())
    if (token === '}') open.pop()
    if (name === undefined) continue
    const key: string = JSON.parse(name)
    if (open.at(-1)?.has(key)) return key
    open.at(-1)?.add(key)
  }
  return ''
}

const decoder = new TextDecoder('utf-8', { fatal: true })

const parsed = <T>(what: string, parse: () => T): T => {
  try {
    return parse()
  } catch {
    throw new InputError(`The body is not valid ${what}`)
  }
}

/** The value of a JSON body, or undefined for an empty one. Throws {@link InputError}. */
const parseBody = (body: Buffer): unknown => {
  const text = parsed('UTF-8', () => decoder.decode(body))
  if (text.trim() === '') return undefined
  const value: unknown = parsed('JSON', () => JSON.parse(text))
  // Only an escape brings such into well-formed JSON.
  if (checkInput(value, !text.includes('\\u')) !== membersIn(body))
    throw new InputError(`${namedTwice(text).slice(0, 60)}: the body names this field twice in one object`)
  return value
}

/** A character set that JSON is never written in. */
const otherCharset = /;\s*charset\s*=\s*(?!"?utf-?8\b)/i

/** Makes `application/json` the only body the server takes. */
export const acceptJsonOnly = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async ({ headers }: FastifyRequest, body: Buffer) => {
      if (otherCharset.test(headers['content-type'] ?? ''))
        throw new InputError('Content-Type: the body must be in UTF-8', 415)
      if (!/^(identity)?$/i.test(headers['content-encoding']?.trim() ?? ''))
        throw new InputError('Content-Encoding: send the body as it is, not compressed', 415)
      return parseBody(body)
    },
  )
}
