/** Where a page of a list ended, as text that a caller gives back. */

export const encodeCursor = (parts: (string | number)[]): string =>
  Buffer.from(JSON.stringify(parts)).toString('base64url')

/** The parts of a cursor; undefined when it is not one of ours. */
export const decodeCursor = (cursor: string | undefined): (string | number)[] | undefined => {
  if (cursor === undefined) return undefined
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    return Array.isArray(parts) && parts.every((part) => typeof part === 'string' || typeof part === 'number')
      ? parts
      : undefined
  } catch {
    return undefined
  }
}

/** A cursor of one row id. */
export const idCursor = {
  read: (cursor: string | undefined): number | undefined => {
    const id = decodeCursor(cursor)?.[0]
    return typeof id === 'number' ? id : undefined
  },
  /** What a page of `limit` rows answers: nothing when it was not full. */
  after: (rows: { id: number }[], limit: number): { nextCursor?: string } => {
    const last = rows.at(-1)
    return last && rows.length === limit ? { nextCursor: encodeCursor([last.id]) } : {}
  },
}
