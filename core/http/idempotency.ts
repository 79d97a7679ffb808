/** The `Idempotency-Key` header: a quoted string (RFC 9651), or bare as many programs send it. */
import { fail, ok, type Reply } from '../contract/errors.ts'
import { invalid } from '../shop/failures.ts'

const longest = 255
const quoted = /^"((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/
const bare = /^[\w.~:+/=-]+$/

/** Returns the key; undefined without the header; 003 for an invalid key. */
export const idempotencyKeyOf = (header: string | string[] | undefined): Reply<string | undefined> => {
  if (header === undefined) return ok(undefined)
  const text = String(header).trim()
  const inQuotes = quoted.exec(text)?.[1]?.replace(/\\(.)/g, '$1')
  const key = inQuotes ?? (bare.test(text) ? text : '')
  if (key !== '' && key.length <= longest) return ok(key)
  const { error } = invalid(
    'Idempotency-Key',
    text.slice(0, 40),
    `one string of 1 to ${longest} characters in quotes`,
  )
  return fail('003', 'idempotency.malformed', error.message, { field: 'Idempotency-Key' })
}
