/** Reads a JSON body strictly: real UTF-8, no NUL, no half characters, no prototype tricks, not too deep. */
import type { FastifyInstance } from 'fastify'

/** Enough for every operation; deeper is an attack on whoever walks it. */
const deepest = 20

/** A body or parameter that is not acceptable; the message names what and where. */
export class InputError extends Error {
  readonly statusCode = 400
}

const isPlain = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/** Throws {@link InputError} for text that databases, printers or other software would choke on. */
export const checkText = (input: unknown): void => {
  const open: { value: unknown; path: string; depth: number }[] = [{ value: input, path: '', depth: 0 }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, path, depth } = next
    if (typeof value === 'string' && !isPlain(value)) {
      throw new InputError(`${path || 'body'}: holds a NUL or half a character`)
    }
    if (typeof value !== 'object' || value === null) continue
    if (depth >= deepest) throw new InputError(`The body is nested deeper than ${deepest} levels`)
    for (const [key, entry] of Object.entries(value)) {
      if (key === '__proto__') throw new InputError('The body holds a field named __proto__')
      if (!isPlain(key))
        throw new InputError(`${path || 'body'}: a field name holds a NUL or half a character`)
      const below = Array.isArray(value) ? `${path}[${key}]` : path ? `${path}.${key}` : key
      open.push({ value: entry, path: below, depth: depth + 1 })
    }
  }
}

/** The value of a JSON body, or undefined for an empty one. Throws {@link InputError}. */
export const parseBody = (body: Buffer): unknown => {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    throw new InputError('The body is not valid UTF-8')
  }
  if (text.trim() === '') return undefined
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new InputError('The body is not valid JSON')
  }
  checkText(value)
  return value
}

/** Makes `application/json` the only body the server takes. */
export const acceptJsonOnly = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: unknown, body: Buffer) => parseBody(body),
  )
}
