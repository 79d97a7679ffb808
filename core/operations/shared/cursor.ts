/** Cursors: the end of a page, as a text that a caller sends back. */
import { ok, type Reply } from '../../contract/errors.ts'
import { invalid } from '../../shop/failures.ts'

type Part = string | number
type PartsOf<K extends readonly ('string' | 'number')[]> = {
  -readonly [I in keyof K]: K[I] extends 'string' ? string : number
}

/** Encodes a cursor. */
export const encode = (parts: Part[]): string => Buffer.from(JSON.stringify(parts)).toString('base64url')

const decode = (cursor: string): unknown => {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}

/** Decodes a cursor of these types; undefined for the first page; 003 for a foreign text. */
export const readCursor = <const K extends readonly ('string' | 'number')[]>(
  cursor: string | undefined,
  kinds: K,
): Reply<PartsOf<K> | undefined> => {
  if (cursor === undefined) return ok(undefined)
  const parts = decode(cursor)
  const fits =
    Array.isArray(parts) &&
    parts.length === kinds.length &&
    parts.every((part, index) => typeof part === kinds[index])
  return fits ? ok(parts as PartsOf<K>) : invalid('cursor', cursor, 'the nextCursor of the page before')
}

/** Returns a page from `limit` + 1 rows. The extra row shows that there is a next page. */
export const pageOf = <R>(
  rows: R[],
  limit: number,
  positionOf: (last: R) => Part[],
): { rows: R[]; next: { nextCursor?: string } } => {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { rows: page, next: last && rows.length > limit ? { nextCursor: encode(positionOf(last)) } : {} }
}

/** {@link pageOf} in order of row ids. */
export const pageOfIds = <R extends { id: number }>(rows: R[], limit: number) =>
  pageOf(rows, limit, ({ id }) => [id])
