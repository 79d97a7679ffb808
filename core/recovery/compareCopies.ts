/**
 * Rebuilds a profile's database from an older copy and the journal, and compares its rows with the present one. A
 * byte that changed on disk is in no journal. Reads both databases completely, in its own thread.
 */
import { closeSync, existsSync, openSync, readSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { migrate } from '../../db/engine/migrate.ts'
import { readerOf } from '../../db/engine/readOnly.ts'
import { openDb } from '../../db/engine/sqlite.ts'
import { compareRows, type Difference } from '../../db/integrity/compareRows.ts'
import { isPacked, takeCopy } from '../../db/integrity/copies.ts'
import { problemsIn, sizeOf } from '../../db/integrity/inspect.ts'
import { headerOf, type Position, segmentsIn } from '../../db/journal/lines.ts'
import { rollForward } from '../../db/journal/rollForward.ts'
import { profileMigrations } from '../../db/profile/migrations/index.ts'
import { createAuditCheck } from '../audit/verifyChain.ts'
import { backupsIn, reachOf, type StoredCopy } from './backupFiles.ts'
import { companions, type Places } from './files.ts'
import type { Finding } from './findings.ts'

/** Maximum number of rows that a comparison reports. */
const mostDifferences = 200
/** The digests of the audit trail also prove the content of these tables. */
const audited = new Set([
  'audit',
  'invoice',
  'invoice_line',
  'invoice_tender',
  'movement',
  'signature',
  'stock_record',
])

export interface Compared {
  source: NonNullable<Finding['source']>
  /** `proven`: the right content is certain, because nothing in between can have changed unnoticed. */
  differences: (Difference & { proven: boolean })[]
}

const remove = (file: string): void => {
  for (const part of companions) rmSync(`${file}${part}`, { force: true })
}

/** True for a compressed copy with a checksum, which is verified while unpacking. */
const hasChecksum = (file: string): boolean => {
  if (!isPacked(file)) return false
  const fd = openSync(file, 'r')
  try {
    const head = Buffer.alloc(5)
    return readSync(fd, head, 0, 5, 0) === 5 && (head.readUInt8(4) & 0x04) !== 0
  } finally {
    closeSync(fd)
  }
}

/** Returns the copies from which the journal continues, oldest first: an old copy predates the damage. */
const sourcesOf = ({ journal, backups }: Places): (StoredCopy | null)[] => {
  const begins = segmentsIn(journal)
    .map((segment) => headerOf(journal, segment)?.after.sequence)
    .find((sequence) => sequence !== undefined)
  if (begins === undefined) return []
  const copies = backupsIn(backups)
    .map((copy) => ({ copy, reach: reachOf(copy) ?? -1 }))
    .filter(({ reach }) => reach >= begins)
    .sort((a, b) => a.reach - b.reach)
    .map(({ copy }) => copy)
  return begins === 0 ? [null, ...copies] : copies
}

/**
 * Brings `file` (a copy, or a new file) to a position of the journal. Returns false if the journal does not lead
 * there.
 */
const bringTo = async (file: string, journal: string, position: Position): Promise<boolean> => {
  if (existsSync(file) && problemsIn(file, { depth: 'quick' }) !== null) return false
  const db = openDb(file)
  try {
    const { to, reason } = await rollForward(db, {
      folder: journal,
      migrations: profileMigrations,
      upTo: position.sequence,
    })
    await migrate(db, profileMigrations)
    db.raw.pragma('journal_mode = DELETE')
    return reason === null && to.sequence === position.sequence && to.chain === position.chain
  } finally {
    db.close()
  }
}

const isTrailWhole = (file: string): boolean => {
  const db = openDb(file)
  try {
    return createAuditCheck().advance(readerOf(db.raw), () => false)?.broken === null
  } finally {
    db.close()
  }
}

/**
 * Compares the present database with a rebuilt one. `room`: bytes it may use on disk meanwhile. null: no copy and
 * journal lead to the present. Call it once at a time.
 */
export const compareCopies = async (places: Places, room: number): Promise<Compared | 'noRoom' | null> => {
  const { file, journal } = places
  if ((sizeOf(file) ?? 0) * 1.5 > room) return 'noRoom'
  const made = join(dirname(file), 'compare.db')
  try {
    for (const copy of sourcesOf(places)) {
      remove(made)
      const isCertain = copy === null || hasChecksum(copy.file)
      const build = async (position: Position): Promise<string | null> => {
        if (copy) await takeCopy(copy.file, made, room)
        return (await bringTo(made, journal, position)) ? made : null
      }
      const found = await compareRows(file, build, mostDifferences)
      if (!found) continue
      const trail = found.length > 0 && !isCertain && isTrailWhole(made)
      return {
        source: copy
          ? { kind: 'backup', name: copy.name, madeAt: copy.madeAt }
          : { kind: 'journal', name: '', madeAt: null },
        differences: found.map((each) => ({
          ...each,
          proven: isCertain || (trail && audited.has(each.table)),
        })),
      }
    }
    return null
  } finally {
    remove(made)
  }
}
