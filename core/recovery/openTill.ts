/**
 * Opens a profile's database in any state: damaged, missing, older, without its log, or with another's log. Kaunta
 * does not act on the first sign, because a temporary read error looks like damage.
 */

import { existsSync, renameSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Anchor } from '../../db/engine/anchor.ts'
import { isDamage, isOutOfReach } from '../../db/engine/errors.ts'
import { makeFolder } from '../../db/engine/makeFolder.ts'
import { migrate } from '../../db/engine/migrate.ts'
import { type OpenDb, openDb } from '../../db/engine/sqlite.ts'
import { problemsIn, sizeOf } from '../../db/integrity/inspect.ts'
import { type JournalOptions, startJournal } from '../../db/journal/journal.ts'
import { segmentsIn } from '../../db/journal/lines.ts'
import { positionIn, positionOf } from '../../db/journal/position.ts'
import { lookAhead, rollForward } from '../../db/journal/rollForward.ts'
import { audit, auditHead, isAudited } from '../../db/profile/audit.ts'
import { profileMigrations } from '../../db/profile/migrations/index.ts'
import type { Kept } from '../base/kept.ts'
import type { Clock, Ids, Log } from '../base/ports.ts'
import { codeOf } from '../disk/diskErrors.ts'
import { backupsIn } from './backupFiles.ts'
import { distrust } from './distrust.ts'
import { finishSwap, type Places } from './files.ts'
import { changeFinding, type Finding, findingsOf, keepFinding, newFinding } from './findings.ts'
import { type Fit, fitOf, isSuspect, markClosed, markOpened } from './generation.ts'
import { reservedIn, reserveNumbers } from './numbers.ts'
import { asideName, type Rebuilding, rebuild } from './rebuild.ts'

export interface OpenTillOptions {
  places: Places
  clock: Clock
  ids: Ids
  log: Log
  /** True if the profile existed before. Then a missing file must not silently become an empty shop. */
  known: boolean
  /** Where the numbers in use are remembered outside the database. */
  numbers?: Kept | undefined
  /** Watches whether the open files stay in their places; absent: no watch. */
  anchor?: Anchor | undefined
  syncFile?: JournalOptions['syncFile']
  /** The journal cannot be written. */
  journalBroken(error: unknown): void
}

export interface OpenedTill {
  db: OpenDb
  /** A new copy is needed: older ones no longer lead to the present. */
  wantsBackup: boolean
}

/** The file or its folder cannot be read or written. Nothing was changed. */
class OutOfReachError extends Error {
  /** The error code of the system or of SQLite. */
  readonly code: string
  readonly path: string
  constructor(file: string, cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause)
    super(
      `${file} cannot be opened: ${why}. Nothing was changed. Check that the disk is connected, that the folder is readable and writable, and that no other program has the file open; then start Kaunta again`,
      { cause },
    )
    this.code = codeOf(cause)
    this.path = file
  }
}

type Verdict = { cause: Finding['cause']; text: string | null } | null

/** True if the log was lost but everything in it is in the file. */
const needsNoLog = ({ file, journal }: Places): boolean => {
  if (problemsIn(file, { depth: 'full' }) !== null) return false
  const { count, reason, behind } = lookAhead(journal, positionIn(file))
  return segmentsIn(journal).length > 0 && count === 0 && reason === null && !behind
}

const wasHere = ({ journal, backups }: Places): boolean =>
  segmentsIn(journal).length > 0 || backupsIn(backups).length > 0

const look = (places: Places, known: boolean): { verdict: Verdict; fit: Fit } => {
  const { file } = places
  if (!sizeOf(file)) {
    const verdict: Verdict = known || wasHere(places) ? { cause: 'missing', text: null } : null
    return { verdict, fit: 'fits' }
  }
  // Checked before anything opens the file, because opening creates a missing log.
  const fit = fitOf(file)
  if (fit === 'foreignLog' || (fit === 'noLog' && !needsNoLog(places)))
    return { verdict: { cause: 'log', text: null }, fit }
  const depth = isSuspect(file) ? 'full' : 'cheap'
  const problems = problemsIn(file, { depth }) && problemsIn(file, { depth })
  return { verdict: problems === null ? null : { cause: 'damaged', text: problems }, fit }
}

/** Moves away a journal that belongs to another generation than the present database. */
const moveJournalAside = ({ journal, damaged }: Places, aside: string): void => {
  if (existsSync(journal)) renameSync(journal, join(damaged, aside, 'journal'))
}

/** Adds an audit row, once, that another file replaced the database. */
const enterInTrail = (db: OpenDb, { id, at, cause, source, changes, complete, numbers }: Finding): void => {
  db.transaction(() => {
    // An audit trail begins with the row that names its owner.
    if (!auditHead(db) || isAudited(db, 'restored', id)) return
    const content = JSON.stringify({ cause, source, changes, complete, numbers })
    audit(db, { at, kind: 'restored', subject: id, row_id: null, who: '', content })
  })
}

const openWhole = async (options: OpenTillOptions, fit: Fit): Promise<OpenedTill> => {
  const { places, clock, ids, log, numbers, anchor } = options
  const { file, journal, backups } = places
  const replaced = fit === 'replaced'
  const db = openDb(file)
  try {
    const ahead = await rollForward(db, { folder: journal, migrations: profileMigrations })
    if (ahead.count > 0) log.warn({ file, ...ahead }, 'the journal was ahead of the database')
    await migrate(db, profileMigrations, { backupTo: join(backups, `before-upgrade-${clock.now()}.db`) })
    if (ahead.holed)
      log.warn({ journal }, 'a line of the journal is damaged; a new copy of the database is made')
    const isGone = segmentsIn(journal).length === 0 && positionOf(db.raw).sequence > 0
    if (isGone) log.warn({ journal }, 'the journal is missing; a new copy of the database replaces it')
    const lost = ahead.reason !== null || (replaced && (ahead.behind || segmentsIn(journal).length === 0))
    if (lost) {
      log.error({ file, ...ahead }, 'the journal does not lead from this database to the present')
      const id = asideName(options)
      const finding = newFinding({
        id,
        at: clock.now(),
        cause: 'replaced',
        text: ahead.reason,
        source: { kind: 'file', name: '', madeAt: null },
        changes: ahead.count,
        upTo: ahead.at,
      })
      keepFinding(places, finding)
      finding.numbers = distrust(db, { reserved: reservedIn(numbers), finding: id, ids, at: clock.now() })
      moveJournalAside(places, id)
      keepFinding(places, finding)
    }
    markOpened(db, ids)
    if (anchor) db.anchorTo(anchor)
    const { syncFile } = options
    const kept = {
      folder: journal,
      schema: Object.keys(profileMigrations).at(-1) ?? '',
      now: clock.now,
      ...(syncFile ? { syncFile } : {}),
      broken: options.journalBroken,
    }
    db.keepJournal((raw, hold) => startJournal(raw, kept, hold))
    if (numbers) reserveNumbers(db, numbers, log)
    for (const found of findingsOf(places)) {
      if (found.cause === 'running') changeFinding(places, found.id, { dismissed: true })
      else enterInTrail(db, found)
    }
    return { db: closingCleanly(db, anchor), wantsBackup: lost || isGone || ahead.behind || ahead.holed }
  } catch (error) {
    closeRefused(db)
    throw error
  }
}

/** The error that prevented the opening is the one to report. */
const closeRefused = (db: OpenDb): void => {
  try {
    // Closing removes the log. Without the note the log would seem lost.
    closingCleanly(db).close()
  } catch {
    db.close()
  }
}

const closingCleanly = (db: OpenDb, anchor?: Anchor): OpenDb => {
  const { close } = db
  db.close = () => {
    const isInPlace = anchor === undefined || anchor.look() === null
    close()
    // For another file under that name the note would be wrong.
    if (isInPlace) markClosed(db.file)
  }
  return db
}

/**
 * Opens the database and repairs it if necessary. Throws {@link OutOfReachError} or `NewerDatabaseError`; then
 * nothing was changed.
 */
export const openTill = async (options: OpenTillOptions): Promise<OpenedTill> => {
  const { places, known, numbers } = options
  try {
    makeFolder(dirname(places.file), 2)
    finishSwap(places)
    const by: Rebuilding = { ...options, reserved: reservedIn(numbers) }
    const { verdict, fit } = look(places, known)
    // The check and the opening each take about 25 ms. A window of another profile is served in between.
    await setImmediate()
    if (verdict) {
      await rebuild(by, verdict)
      return { ...(await openWhole(options, 'fits')), wantsBackup: true }
    }
    try {
      return await openWhole(options, fit)
    } catch (error) {
      if (!isDamage(error)) throw error
      // A second, complete check. The first one does not read a large file completely.
      const problems = problemsIn(places.file, { depth: 'full' })
      if (problems === null) return await openWhole(options, fit)
      await rebuild(by, { cause: 'damaged', text: problems })
      return { ...(await openWhole(options, 'fits')), wantsBackup: true }
    }
  } catch (error) {
    if (isOutOfReach(error)) throw new OutOfReachError(places.file, error)
    throw error
  }
}
