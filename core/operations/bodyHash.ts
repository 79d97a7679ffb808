import { createHash } from 'node:crypto'

const ordered = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(ordered)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, each]) => [name, ordered(each)]),
  )
}

/** Tells whether a call is the same call again: equal whatever the order of its members. */
export const bodyHash = (body: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(ordered(body)))
    .digest('hex')
