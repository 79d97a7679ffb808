/**
 * Rebuilds a profile's database if its file cannot be used: from the newest complete copy, and the journal after it.
 * If the journal is incomplete, Kaunta also reads what is still readable in the damaged file. The old file is moved
 * aside, never deleted.
 */
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isOutOfReach } from '../../db/engine/errors.ts'
import { migrate, NewerDatabaseError } from '../../db/engine/migrate.ts'
import { openDb } from '../../db/engine/sqlite.ts'
import { takeCopy } from '../../db/integrity/copies.ts'
import { problemsIn, sizeOf } from '../../db/integrity/inspect.ts'
import { salvage } from '../../db/integrity/salvage.ts'
import { segmentsIn } from '../../db/journal/lines.ts'
import { type RollForward, rollForward } from '../../db/journal/rollForward.ts'
import { profileMigrations } from '../../db/profile/migrations/index.ts'
import type { Clock, Ids, Log } from '../base/ports.ts'
import { diskTrouble } from '../disk/diskErrors.ts'
import { toWireDateTime } from '../fiscal/dates.ts'
import { backupsIn, reachOf } from './backupFiles.ts'
import { distrust } from './distrust.ts'
import { companions, type Places, swapIn } from './files.ts'
import { type Finding, newFinding } from './findings.ts'
import type { Reserved } from './numbers.ts'

export type Source = NonNullable<Finding['source']>

export interface Rebuilding {
  places: Places
  clock: Clock
  ids: Ids
  log: Log
  /** Our own numbers that may be in use, remembered outside the database. */
  reserved: Reserved | null
}

/** Returns a folder name for files that are moved aside now. */
export const asideName = (by: { clock: Pick<Clock, 'now'>; ids: Pick<Ids, 'token'> }): string =>
  `${toWireDateTime(by.clock.now())}-${by.ids.token(3).replace(/[^a-zA-Z0-9]/g, '0')}`

export const removeIncoming = ({ incoming }: Places): void => {
  for (const part of companions) rmSync(`${incoming}${part}`, { force: true })
}

export interface Prepared {
  source: Source
  forward: RollForward
  /** The journal leads from it to the present. */
  complete: boolean
}

/**
 * Brings {@link Places.incoming}, or a new empty database, to the end of the journal. `least`: how far the journal
 * must lead to count as complete. null: it is not complete.
 */
export const prepare = async (places: Places, source: Source): Promise<Prepared | null> => {
  const { incoming, journal } = places
  if (
    existsSync(incoming) &&
    problemsIn(incoming, { depth: source.kind === 'file' ? 'full' : 'quick' }) !== null
  )
    return null
  const db = openDb(incoming)
  try {
    const forward = await rollForward(db, { folder: journal, migrations: profileMigrations })
    await migrate(db, profileMigrations)
    const complete = segmentsIn(journal).length > 0 && forward.reason === null && !forward.behind
    return { source, forward, complete }
  } finally {
    db.close()
  }
}

const copyOf = async (file: string, places: Places): Promise<boolean> => {
  removeIncoming(places)
  if (!sizeOf(file)) return false
  await takeCopy(file, places.incoming)
  return true
}

/** The possible sources, best first. Each puts its file where it is prepared. */
const candidates = function* (
  places: Places,
): Generator<{ source: Source; take(): boolean | Promise<boolean> }> {
  // Sorted by their last transaction. After a clock was set back, names do not give the right order.
  const copies = backupsIn(places.backups).map((copy) => ({ ...copy, reach: reachOf(copy) ?? -1 }))
  for (const { name, madeAt, file } of copies.toSorted((a, b) => b.reach - a.reach)) {
    yield { source: { kind: 'backup', name, madeAt }, take: () => copyOf(file, places) }
  }
  if (segmentsIn(places.journal).length > 0) {
    const fromNothing = () => {
      removeIncoming(places)
      return true
    }
    yield { source: { kind: 'journal', name: '', madeAt: null }, take: fromNothing }
  }
  // Without its log: the log may be the wrong part.
  yield { source: { kind: 'file', name: '', madeAt: null }, take: () => copyOf(places.file, places) }
}

/**
 * null: there is no complete source. Throws if the disk is full or unreadable, because then an empty shop could
 * replace an existing one.
 */
const takeBest = async (places: Places, log: Log): Promise<Prepared | null> => {
  let unread: unknown
  const tryOne = async ({ source, take }: { source: Source; take(): boolean | Promise<boolean> }) => {
    try {
      return (await take()) ? await prepare(places, source) : null
    } catch (error) {
      if (error instanceof NewerDatabaseError || diskTrouble(error) === 'full') throw error
      log.warn({ err: error, source }, 'the database could not be rebuilt from this source')
      if (isOutOfReach(error)) unread ??= error
      return null
    }
  }
  let best: { of: Parameters<typeof tryOne>[0]; sequence: number } | undefined
  let wholeBackup = false
  for (const candidate of candidates(places)) {
    // From an older copy the journal leads no further.
    if (wholeBackup && candidate.source.kind === 'backup') continue
    const prepared = await tryOne(candidate)
    if (prepared?.complete) return prepared
    if (!prepared) continue
    wholeBackup ||= candidate.source.kind === 'backup'
    const { sequence } = prepared.forward.to
    if (sequence > (best?.sequence ?? 0)) best = { of: candidate, sequence }
  }
  const prepared = best ? await tryOne(best.of) : null
  if (!prepared && unread !== undefined) throw unread
  return prepared
}

/** Rebuilds the database and puts it in place. Throws if it cannot be written, or needs a newer Kaunta. */
export const rebuild = async (by: Rebuilding, found: Pick<Finding, 'cause' | 'text'>): Promise<Finding> => {
  const { places, clock, ids, log, reserved } = by
  const aside = asideName(by)
  log.error({ ...found, file: places.file }, 'the database cannot be used; it is being rebuilt')
  const prepared = await takeBest(places, log)
  if (!prepared) removeIncoming(places)
  const complete = prepared?.complete ?? false
  const finding = newFinding({
    id: aside,
    at: clock.now(),
    cause: found.cause,
    text: found.text ?? prepared?.forward.reason ?? null,
    aside: join(places.damaged, aside),
    source: prepared?.source ?? { kind: 'nothing', name: '', madeAt: null },
    changes: prepared?.forward.count ?? 0,
    upTo: prepared?.forward.at ?? null,
    complete,
  })
  if (!complete) {
    const db = openDb(places.incoming)
    try {
      await migrate(db, profileMigrations)
      if (sizeOf(places.file)) {
        const saved = salvage(db, places.file)
        finding.salvaged = saved.documents
      }
      finding.numbers = distrust(db, { reserved, finding: aside, ids, at: clock.now() })
    } finally {
      db.close()
    }
  }
  swapIn(places, { aside, journalToo: !complete, finding })
  if (complete) log.warn({ ...finding }, 'the database was rebuilt completely')
  else
    log.error(
      { ...finding },
      'the database was rebuilt, and data may be missing; the old file was moved aside',
    )
  return finding
}
