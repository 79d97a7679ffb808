/** The `Idempotency-Key` header: a string in quotes (RFC 9651), or bare as many programs send it. */
import { fail, ok, type Reply } from '../contract/errors.ts'
import { invalid } from '../shop/failures.ts'

const longest = 255
const quoted = /^"((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/
const bare = /^[\w.~:+/=-]+$/

/** The key, undefined where there is none; 003 for what is not a key. */
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
