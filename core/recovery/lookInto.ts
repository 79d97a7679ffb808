/** Opens and checks a copy without changing it. Reads all of it, so a running till does this in its own thread. */
import { rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isPacked, takeCopy } from '../../db/integrity/copies.ts'
import { problemsIn, sizeOf } from '../../db/integrity/inspect.ts'
import { type Position, segmentsIn } from '../../db/journal/lines.ts'
import { positionIn } from '../../db/journal/position.ts'
import { lookAhead } from '../../db/journal/rollForward.ts'
import { type Contents, contentOf } from '../../db/profile/contents.ts'
import { profileMigrations } from '../../db/profile/migrations/index.ts'
import { diskTrouble } from '../disk/diskErrors.ts'
import type { Places } from './files.ts'

/** Why a copy cannot be restored. */
export type Unfit = 'notThere' | 'damaged' | 'newer' | 'notOurs' | 'noRoom'

export interface Lead {
  /** Number of transactions that the journal adds, and the time of the last one. */
  changes: number
  upTo: number | null
  complete: boolean
}

/** Returns the last transaction of the present database; 0 if there is none. */
export const presentSequence = ({ file }: Places): number =>
  sizeOf(file) === null ? 0 : positionIn(file).sequence

/** Finds out whether the journal leads from there to the present database. */
const leads = (places: Places, from: Position): Lead => {
  // Read first, because a running till writes its journal before its database.
  const present = presentSequence(places)
  const { count, at, reason, behind } = lookAhead(places.journal, from)
  const hasJournal = segmentsIn(places.journal).length > 0
  const complete = hasJournal && reason === null && !behind && from.sequence + count >= present
  return { changes: complete ? count : 0, upTo: complete ? at : null, complete }
}

export interface LookedInto {
  content: Contents
  lead: Lead
  bytes: number
}

const plainLook = (file: string, places: Places): LookedInto | Unfit => {
  const bytes = sizeOf(file)
  if (bytes === null) return 'notThere'
  try {
    if (bytes === 0 || problemsIn(file, { depth: 'quick' }) !== null) return 'damaged'
  } catch {
    return 'notThere'
  }
  const content = contentOf(file)
  if (!content) return 'notOurs'
  if (content.migrations.some((name) => !Object.hasOwn(profileMigrations, name))) return 'newer'
  return { content, lead: leads(places, content.position), bytes }
}

/** Opens and checks a copy. `room`: bytes that a compressed copy may use meanwhile. Call it once at a time. */
export const lookInto = async (copy: string, places: Places, room: number): Promise<LookedInto | Unfit> => {
  if (sizeOf(copy) === null) return 'notThere'
  if (!isPacked(copy)) return plainLook(copy, places)
  const plain = join(dirname(places.file), 'look.db')
  try {
    await takeCopy(copy, plain, room)
    return plainLook(plain, places)
  } catch (error) {
    if (diskTrouble(error) === 'full') return 'noRoom'
    if (/^(Z_|ZSTD_|ERR_ZSTD)/.test(String((error as { code?: unknown }).code))) return 'damaged'
    throw error
  } finally {
    rmSync(plain, { force: true })
  }
}
