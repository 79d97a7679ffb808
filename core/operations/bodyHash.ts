import { createHash } from 'node:crypto'

const ordered = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(ordered)
  if (value === null || typeof value !== 'object') return value
  const members: Record<string, unknown> = Object.create(null)
  for (const name of Object.keys(value).sort()) members[name] = ordered(value[name as keyof typeof value])
  return members
}

/** Tells whether a call is the same call again: equal whatever the order of its members. */
export const bodyHash = (body: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(ordered(body)))
    .digest('hex')
