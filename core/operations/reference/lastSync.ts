import type { Db } from '../../../db/engine/sqlite.ts'
import { lastSync } from '../../../db/profile/reference.ts'

/** Returns the last sync of a kind, ISO 8601; null before the first. */
export const lastSyncAt = (db: Db, kind: 'codes' | 'notices' | 'branches'): string | null => {
  const last = lastSync(db, kind)
  return last ? new Date(last.synced_at).toISOString() : null
}
