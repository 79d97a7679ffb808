/**
 * Opens a profile's database, whatever has become of its file since: damaged, gone, older, without its log, or with
 * another's. Nothing is done on the first sign, because a disk that fails to read for a moment looks like damage.
 */

import { existsSync, renameSync } from 'node:fs'
import { dirname, join } from 'node:path'
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
  /** Is this a profile that was here before? Then it does not begin with an empty shop unnoticed. */
  known: boolean
  /** Where the numbers in use are remembered outside the database. */
  numbers?: Kept | undefined
  /** Holds the files that are open in their places; absent: nobody looks. */
  anchor?: Anchor | undefined
  syncFile?: JournalOptions['syncFile']
  /** The journal cannot be written. */
  journalBroken(error: unknown): void
}

export interface OpenedTill {
  db: OpenDb
  /** A new backup is wanted: older ones do not lead to the present any more. */
  wantsBackup: boolean
}

/** The file or its folder cannot be read or written; nothing was changed. */
class OutOfReachError extends Error {
  /** The system's or SQLite's own word for it. */
  readonly code: string
  readonly path: string
  constructor(file: string, cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause)
    super(
      `${file} cannot be opened: ${why}. Nothing was changed. Check that the disk is there, that the folder may be read and written, and that no other program has the file open; then start Kaunta again`,
      { cause },
    )
    this.code = codeOf(cause)
    this.path = file
  }
}

type Verdict = { cause: Finding['cause']; text: string | null } | null

/** A log was lost, and everything it held is in the file all the same. */
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
  // Before anything opens it: a log that is not there is made by that.
  const fit = fitOf(file)
  if (fit === 'foreignLog' || (fit === 'noLog' && !needsNoLog(places)))
    return { verdict: { cause: 'log', text: null }, fit }
  const depth = isSuspect(file) ? 'full' : 'cheap'
  const problems = problemsIn(file, { depth }) && problemsIn(file, { depth })
  return { verdict: problems === null ? null : { cause: 'damaged', text: problems }, fit }
}

/** The journal of another past than that of the database that lies in place now. */
const putJournalAside = ({ journal, damaged }: Places, aside: string): void => {
  if (existsSync(journal)) renameSync(journal, join(damaged, aside, 'journal'))
}

/** That another file took the database's place is part of its history, once. */
const enterInTrail = (db: OpenDb, { id, at, cause, source, changes, complete, numbers }: Finding): void => {
  db.transaction(() => {
    // A trail begins with whose it is.
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
    if (isGone) log.warn({ journal }, 'the journal is gone; a new copy of the database is made in its stead')
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
      putJournalAside(places, id)
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

/** What kept it from opening is what is told. */
const closeRefused = (db: OpenDb): void => {
  try {
    // Closing takes the log away: without a note it would be missed.
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
    // Beside another file of that name the note would be wrong.
    if (isInPlace) markClosed(db.file)
  }
  return db
}

/**
 * Throws {@link OutOfReachError}, and `NewerDatabaseError`: then nothing was changed.
 */
export const openTill = async (options: OpenTillOptions): Promise<OpenedTill> => {
  const { places, known, numbers } = options
  try {
    makeFolder(dirname(places.file), 2)
    finishSwap(places)
    const by: Rebuilding = { ...options, reserved: reservedIn(numbers) }
    const { verdict, fit } = look(places, known)
    if (verdict) {
      await rebuild(by, verdict)
      return { ...(await openWhole(options, 'fits')), wantsBackup: true }
    }
    try {
      return await openWhole(options, fit)
    } catch (error) {
      if (!isDamage(error)) throw error
      // A second look, at all of it: the first one does not go through a large file.
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
