/** What a manager must do about a rejection, between a signer and its tills: each has its own ids of items. */
import type { Db } from '../../db/engine/sqlite.ts'
import { itemById, itemByUid } from '../../db/profile/items.ts'
import type { OutcomeBody } from '../contract/hub/outcome.ts'

type Remedy = OutcomeBody['remedy']

/** Returns the remedy of a row for another till; null if there is none or it cannot be read. */
export const remedyElsewhere = (db: Db, stored: string | null): Remedy => {
  if (stored === null) return null
  try {
    const { itemId = null, ...rest } = JSON.parse(stored) as Record<string, never>
    return { ...rest, item: itemId === null ? null : (itemById(db, itemId)?.uid ?? null) }
  } catch {
    return null
  }
}

/** Returns the remedy as a row of ours keeps it. */
export const remedyHere = (db: Db, remedy: Remedy): string | null => {
  if (remedy === null) return null
  const { item = null, ...rest } = remedy
  return JSON.stringify({ ...rest, itemId: typeof item === 'string' ? (itemByUid(db, item) ?? null) : null })
}
