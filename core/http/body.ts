/**
 * Parses a JSON body strictly: valid UTF-8, no NUL, no lone surrogates, no prototype pollution, limited depth, no
 * number beyond the safe range, and no duplicate field: nobody can say which of two amounts is meant.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Bytes, for a caller with a credential. */
export const largestBody = 1_048_576
/** Enough for every operation. Deeper bodies are an attack on recursive code. */
const deepest = 20

/** A body or parameter that is not acceptable. The message names the error and its place. */
export class InputError extends Error {
  readonly statusCode: number

  constructor(message: string, statusCode = 400) {
    super(message)
    this.statusCode = statusCode
  }
}

const isPlain = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

interface Trouble {
  /** From the value outwards; built only for an error. */
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

  /** Returns the first error at or below a value. */
  trouble(value: unknown, depth: number): Trouble | null {
    if (typeof value === 'string')
      return this.isPlain(value) ? null : { path: [], what: 'contains a NUL or a lone surrogate' }
    if (typeof value === 'number')
      return Number.isFinite(value) ? null : { path: [], what: 'is a number beyond the safe range' }
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
      if (key === '__proto__') return { path: [], what: 'contains a field named __proto__' }
      if (!this.isPlain(key)) return { path: [], what: 'has a field name with a NUL or a lone surrogate' }
      const found = this.trouble((value as Record<string, unknown>)[key], depth + 1)
      if (found) return { ...found, path: [`.${key}`, ...found.path] }
    }
    return null
  }
}

/**
 * Throws {@link InputError} for values that break databases, printers or other software. Returns the number of
 * members. `plainText`: the texts cannot contain NUL or lone surrogates.
 */
export const checkInput = (input: unknown, plainText = false): number => {
  const walk = new Walk(plainText)
  const trouble = walk.trouble(input, 0)
  if (!trouble) return walk.members
  const path = trouble.path.join('').replace(/^\./, '')
  throw new InputError(`${path.length > 200 ? 'body' : path || 'body'}: ${trouble.what}`)
}

const [quote, backslash, colon] = [0x22, 0x5c, 0x3a]

/** Counts the members in a well-formed JSON text, duplicates included. */
const membersIn = (json: Uint8Array): number => {
  let members = 0
  for (let at = 0; at < json.length; at++) {
    if (json[at] === colon) members += 1
    if (json[at] !== quote) continue
    for (at += 1; json[at] !== quote; at++) if (json[at] === backslash) at += 1
  }
  return members
}

/** Returns the first field that occurs twice in one object. */
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

/** Parses a JSON body; undefined for an empty one. Throws {@link InputError}. */
const parseBody = (body: Buffer): unknown => {
  const text = parsed('UTF-8', () => decoder.decode(body))
  if (text.trim() === '') return undefined
  const value: unknown = parsed('JSON', () => JSON.parse(text))
  // Well-formed JSON contains such characters only as an escape.
  if (checkInput(value, !text.includes('\\u')) !== membersIn(body))
    throw new InputError(`${namedTwice(text).slice(0, 60)}: the body names this field twice in one object`)
  return value
}

/** A character set that JSON never uses. */
const otherCharset = /;\s*charset\s*=\s*(?!"?utf-?8\b)/i

/** Makes the server accept `application/json` only. */
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
