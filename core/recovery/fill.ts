/** Prepares the file that will replace a database. It may be large, so a running till does this in its own thread. */

import { openDb } from '../../db/engine/sqlite.ts'
import { syncPath } from '../../db/engine/syncPath.ts'
import { takeCopy } from '../../db/integrity/copies.ts'
import { salvage } from '../../db/integrity/salvage.ts'
import { contentOf } from '../../db/profile/contents.ts'
import { distrust } from './distrust.ts'
import type { Places } from './files.ts'
import type { Finding } from './findings.ts'
import { presentSequence } from './lookInto.ts'
import type { Reserved } from './numbers.ts'
import { type Prepared, prepare, removeIncoming } from './rebuild.ts'

/** Puts a copy in {@link Places.incoming} and brings it to the end of the journal. null: it is not complete. */
export const prepareCopy = async (copy: string, places: Places): Promise<Prepared | null> => {
  removeIncoming(places)
  await takeCopy(copy, places.incoming)
  const name = copy.split(/[\\/]/).at(-1) ?? ''
  const prepared = await prepare(places, { kind: 'backup', name, madeAt: null })
  if (!prepared) return null
  // This thread's writes are on disk before the running till syncs the file.
  syncPath(places.incoming)
  const reaches = prepared.forward.to.sequence >= presentSequence(places)
  return { ...prepared, complete: prepared.complete && reaches }
}

export interface Incomplete {
  /** Our own numbers remembered outside the database. Meaningless if `copy` belongs to another database. */
  reserved: Reserved | null
  finding: string
  /** Starts a new journal generation: a random number, 0 ≤ `chance` < 1. */
  chance: number
  /** Now, epoch milliseconds. */
  at: number
}

const areOfOnePast = (one: string, other: string): boolean => {
  try {
    return contentOf(one)?.madeAt === contentOf(other)?.madeAt
  } catch {
    return false
  }
}

/** Reads from the present file what the journal does not contain, as far as the file can be read. */
export const fillIn = async (
  places: Places,
  { reserved, finding, chance, at }: Incomplete,
): Promise<Pick<Finding, 'salvaged' | 'numbers'>> => {
  const known = areOfOnePast(places.incoming, places.file) ? reserved : null
  const db = openDb(places.incoming)
  try {
    const { documents: salvaged } = salvage(db, places.file)
    const numbers = distrust(db, { reserved: known, finding, ids: { random: () => chance }, at })
    return { salvaged, numbers }
  } finally {
    db.close()
    syncPath(places.incoming)
  }
}
