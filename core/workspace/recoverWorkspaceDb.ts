/**
 * Repairs the workspace's database if it is damaged, missing, or older than it was: Kaunta moves the old file aside
 * and puts the newest complete copy in its place. There is no journal; a copy is made with every change of people,
 * profiles and keys (`workspaceBackups.ts`), and the last change is noted beside the file.
 */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { isOutOfReach } from '../../db/engine/errors.ts'
import { FolderInUseError } from '../../db/engine/lock.ts'
import { migrate } from '../../db/engine/migrate.ts'
import { openReadOnly } from '../../db/engine/readOnly.ts'
import { type Db, openDb } from '../../db/engine/sqlite.ts'
import { takeCopy } from '../../db/integrity/copies.ts'
import { problemsIn, sizeOf } from '../../db/integrity/inspect.ts'
import { contentOf } from '../../db/profile/contents.ts'
import { addLaterRows } from '../../db/workspace/audit.ts'
import { migrationsIn, workspaceContent } from '../../db/workspace/contents.ts'
import { workspaceMigrations } from '../../db/workspace/migrations/index.ts'
import { keptIn, profiles } from '../../db/workspace/queries.ts'
import {
  type Ended,
  endAgain,
  endedIn,
  hasMore,
  type Reach,
  reachIn,
  revisionOf,
} from '../../db/workspace/revision.ts'
import { forgetSessionsBefore } from '../../db/workspace/sessions.ts'
import type { Clock, Ids, Log } from '../base/ports.ts'
import { fingerprint } from '../base/sha256.ts'
import { FolderTroubleError } from '../disk/dataFolderErrors.ts'
import { backupsIn, type StoredCopy } from '../recovery/backupFiles.ts'
import {
  companions,
  finishSwap,
  hasSwap,
  type Places,
  placesOf,
  readJson,
  swapIn,
  writeWhole,
} from '../recovery/files.ts'
import { changeFinding, findingsOf, keepFinding, newFinding } from '../recovery/findings.ts'
import { numbersOf, raiseReserved } from '../recovery/numbers.ts'
import { asideName, removeIncoming } from '../recovery/rebuild.ts'

export interface Repairing {
  dataDir: string
  clock: Pick<Clock, 'now'>
  ids: Pick<Ids, 'token'>
  log: Log
  /** Locks the folder until the returned function is called. Throws `FolderInUseError`. */
  alone(): () => void
}

interface Verdict {
  cause: 'damaged' | 'missing' | 'older' | 'another' | 'changed' | 'empty'
  text: string | null
  /** The last change in the file; null: it is unusable. */
  reach: Reach | null
}

const name = 'workspace'

export const workspacePlaces = (dataDir: string): Places => {
  const file = join(dataDir, `${name}.db`)
  return {
    file,
    incoming: `${file}.incoming`,
    journal: join(dataDir, 'journal', name),
    backups: join(dataDir, 'backups', name),
    damaged: join(dataDir, 'damaged', name),
  }
}

const namesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : [])

/** Ids of the profiles with data in this part of the data folder. */
const profilesIn = (dataDir: string, part = 'apps'): string[] =>
  namesIn(join(dataDir, part)).filter((id) => id !== name && namesIn(join(dataDir, part, id)).length > 0)

/** Excludes what a start left that crashed before it listed its first profile. */
const isShop = (dataDir: string, id: string): boolean => {
  try {
    const content = contentOf(placesOf(dataDir, id).file)
    return content?.identity?.device !== null || content.sales + content.creditNotes + content.waiting > 0
  } catch {
    return true
  }
}

/** Readable list of places where a shop left data; empty: there was none. */
const tracesIn = (dataDir: string): string[] => {
  const parts = ['apps', 'journal', 'backups'].filter((part) => profilesIn(dataDir, part).length > 0)
  const own = backupsIn(workspacePlaces(dataDir).backups).length > 0 && !parts.includes('backups')
  const files = ['secrets.json', `${name}.db.state`].filter((file) => existsSync(join(dataDir, file)))
  return [...parts, ...(own ? ['backups'] : []), ...files]
}

/** True if a workspace database existed before. */
export const workspaceWasHere = (dataDir: string): boolean => tracesIn(dataDir).length > 0

const noteOf = ({ file }: Places): string => `${file}.state`
const note = z.object({
  number: z.int(),
  mark: z.string(),
  revoked: z.array(z.string()),
  inactive: z.array(z.string()),
  content: z.string().optional(),
})
type Note = z.infer<typeof note>
/**
 * A damaged byte in the mark would make the note belong to another workspace. An earlier version wrote no `check`.
 */
const kept = note.extend({ check: z.string().optional() })
const checkOf = (content: Note): string => fingerprint(JSON.stringify(note.parse(content)))

/** Returns the last confirmed change; null if unknown. */
const readNote = (places: Places): Note | null => {
  const { data } = kept.safeParse(readJson(noteOf(places)))
  if (!data) return null
  const isOfBefore = data.content === undefined && data.check === undefined
  return isOfBefore || data.check === checkOf(data) ? data : null
}

const schema = Object.keys(workspaceMigrations).at(-1) ?? ''

/** Returns a digest of people, profiles, keys and settings, with the schema version. */
export const contentDigest = (db: Pick<Db, 'all'>): string => `${schema} ${fingerprint(workspaceContent(db))}`

/**
 * Notes beside the file its last change, a digest of its content, and what was ended, so that no older copy restores
 * it. The till and the command `keys` note one after the other: an older note never replaces a newer one.
 */
export const noteRevision = (db: Db, dataDir: string): void =>
  db.transaction(() => {
    const noted: Note = { ...revisionOf(db), ...endedIn(db), content: contentDigest(db) }
    writeWhole(noteOf(workspacePlaces(dataDir)), JSON.stringify({ ...noted, check: checkOf(noted) }))
  })

/** Checks an intact file against the note. null: the note belongs to another moment or version. */
const holdsNoted = (file: string, last: Note | null): boolean | null => {
  if (!last?.content?.startsWith(`${schema} `) || migrationsIn(file)?.at(-1) !== schema) return null
  const db = openReadOnly(file)
  try {
    return db.together(() =>
      revisionOf(db).number === last.number ? contentDigest(db) === last.content : null,
    )
  } finally {
    db.close()
  }
}

interface Copy extends StoredCopy {
  reach: Reach
}

/**
 * Returns the readable copies, the one with the most changes first. After a clock was set back, names do not give the
 * right order.
 */
const copiesIn = (places: Places, log: Log): Copy[] => {
  const mark = readNote(places)?.mark
  const copies = backupsIn(places.backups).flatMap((copy) => {
    try {
      return [{ ...copy, reach: reachIn(copy.file) }]
    } catch (error) {
      if (isOutOfReach(error)) throw error
      log.warn({ err: error, copy: copy.name }, 'this copy of the workspace database cannot be used')
      return []
    }
  })
  return copies
    .filter(({ reach: { revision } }) => !mark || !revision || revision.mark === mark)
    .toSorted((a, b) => (b.reach.revision?.number ?? 0) - (a.reach.revision?.number ?? 0))
}

const look = (dataDir: string, log: Log): Verdict | null => {
  const places = workspacePlaces(dataDir)
  const { file } = places
  const missing = (): Verdict | null =>
    workspaceWasHere(dataDir) ? { cause: 'missing', text: null, reach: null } : null
  if (!sizeOf(file)) return missing()
  const problems = problemsIn(file, { depth: 'full' }) && problemsIn(file, { depth: 'full' })
  if (problems !== null) return { cause: 'damaged', text: problems, reach: null }
  // An empty database, created by a program that only looked for it, or one whose log lost its first change.
  if (migrationsIn(file) === null) return missing()
  // A command may add to the file meanwhile. The file is read after its note and its copies, so it has what they have.
  const last = readNote(places)
  const copies = copiesIn(places, log)
  const reach = reachIn(file)
  if (last && reach.revision?.mark !== last.mark) return { cause: 'another', text: null, reach }
  const isBehind = (reach.revision?.number ?? -1) < (last?.number ?? -1)
  if (isBehind || (reach.rows['revoked'] ?? 0) < (last?.revoked.length ?? 0))
    return { cause: 'older', text: null, reach }
  if (copies.some((copy) => hasMore(copy.reach, reach))) return { cause: 'older', text: null, reach }
  // SQLite cannot see a changed byte within a row. It would make a PIN or a key invalid.
  if (holdsNoted(file, last) === false) return { cause: 'changed', text: null, reach }
  // Otherwise the existing shops would be invisible, and the next user would get a first run.
  return reach.rows['app'] === 0 && profilesIn(dataDir).some((id) => isShop(dataDir, id))
    ? { cause: 'empty', text: null, reach }
    : null
}

/** The minimum content of a copy. Later sign-ins are only in the audit trail, and are taken from the file. */
const leastOf = ({ cause, reach }: Verdict): Reach | null => {
  if (cause === 'another') return null
  return cause === 'changed' && reach ? { ...reach, rows: { ...reach.rows, audit: 0 } } : reach
}

/** Ends all sessions, keeps ended ones ended, and raises remembered numbers to what may be in use. */
const makeReady = async (file: string, ended: Ended | null, now: number): Promise<string[]> => {
  const db = openDb(file)
  try {
    await migrate(db, workspaceMigrations)
    if (ended) endAgain(db, ended, now)
    // A refresh token used since then would be valid again.
    forgetSessionsBefore(db, Number.MAX_SAFE_INTEGER)
    const ids = profiles(db).map(({ id }) => id)
    for (const id of ids) raiseReserved(keptIn(db, numbersOf(id)))
    return ids
  } finally {
    db.close()
  }
}

interface Taken {
  copy: StoredCopy
  profiles: string[]
  /** It contains the last noted change. */
  complete: boolean
}

/** Puts the usable copy with the most changes into {@link Places.incoming}, unless it has fewer than the file. */
const takeBest = async (
  { dataDir, clock, log }: Repairing,
  places: Places,
  verdict: Verdict,
): Promise<Taken | null> => {
  const { incoming } = places
  const last = readNote(places)
  const least = leastOf(verdict)
  const take = async (copy: Copy): Promise<Taken | null> => {
    if (least && hasMore(least, copy.reach)) return null
    removeIncoming(places)
    await takeCopy(copy.file, incoming)
    if (problemsIn(incoming, { depth: 'full' }) !== null) return null
    const had = migrationsIn(incoming)
    if (!had || had.some((migration) => !Object.hasOwn(workspaceMigrations, migration))) return null
    const isLast = holdsNoted(incoming, last)
    if (isLast === false) return null
    if (verdict.cause === 'changed') addLaterRows(incoming, places.file)
    const profiles = await makeReady(incoming, last, clock.now())
    // A copy from before the first profile would make the existing shops invisible.
    return profiles.length > 0 || profilesIn(dataDir).length === 0
      ? { copy, profiles, complete: isLast === true }
      : null
  }
  for (const copy of copiesIn(places, log)) {
    try {
      const taken = await take(copy)
      if (taken) return taken
      log.warn({ copy: copy.name }, 'this copy of the workspace database cannot be used')
    } catch (error) {
      if (isOutOfReach(error)) throw error
      log.warn({ err: error, copy: copy.name }, 'this copy of the workspace database cannot be used')
    }
  }
  removeIncoming(places)
  return null
}

const happened: Record<Verdict['cause'], string> = {
  missing: 'is missing',
  damaged: 'is damaged',
  older: 'is older than the last change written here',
  another: 'belongs to another workspace',
  changed: 'contains data that Kaunta has not written',
  empty: 'lists no shop, but shops exist here',
}
const isWhat = ({ file }: Places, { cause, text }: Verdict): string =>
  `${file} ${happened[cause]}${text === null ? '' : ` (${text})`}`

const noCopy = (dataDir: string, places: Places, verdict: Verdict): Error =>
  new FolderTroubleError(
    `${isWhat(places, verdict)}, and ${places.backups} has no usable copy of it. That file contains the people, their PINs, the profiles and the keys. ` +
      `Nothing was changed. Data of a shop is in ${dataDir}: ${tracesIn(dataDir).join(', ')}. ` +
      'Put a copy of workspace.db from a backup of this computer in its place, then start Kaunta again; without one, begin in another folder with --data and keep this one',
  )

const rebuild = async (by: Repairing, places: Places, verdict: Verdict): Promise<void> => {
  const { dataDir, clock, log } = by
  const { cause, reach } = verdict
  log.error(
    { cause, text: verdict.text, file: places.file },
    'the workspace database cannot be used as it is',
  )
  const taken = await takeBest(by, places, verdict)
  const aside = asideName(by)
  const base = { id: aside, at: clock.now(), cause: 'workspace' as const }
  if (!taken) {
    if (reach === null || cause === 'empty') throw noCopy(dataDir, places, verdict)
    // No copy has more than this file: a person put it there, or its later changes are lost.
    await makeReady(places.file, readNote(places), clock.now())
    keepFinding(places, newFinding({ ...base, text: isWhat(places, verdict) }))
    return
  }
  const { copy, profiles, complete } = taken
  const unlisted = profilesIn(dataDir).filter((id) => !profiles.includes(id))
  const unlistedText = unlisted.length > 0 ? `apps/${unlisted.join(', apps/')}: not in the copy` : null
  const isThere = companions.some((part) => existsSync(`${places.file}${part}`))
  const why = reach === null ? verdict.text : isWhat(places, verdict)
  const finding = newFinding({
    ...base,
    text: [why, unlistedText].filter((text) => text !== null).join('; ') || null,
    aside: isThere ? join(places.damaged, aside) : null,
    source: { kind: 'backup', name: copy.name, madeAt: copy.madeAt },
    complete: complete && unlisted.length === 0,
  })
  swapIn(places, { aside, journalToo: false, finding })
  log.warn({ ...finding }, 'a copy replaced the workspace database')
}

/**
 * Restores the workspace's database from a copy if it is damaged or missing, and completes what an earlier start
 * began. If there is no copy, or another process uses the folder, throws and changes nothing.
 */
export const repairWorkspace = async (by: Repairing): Promise<void> => {
  const { dataDir, alone, log } = by
  const places = workspacePlaces(dataDir)
  const first = hasSwap(places) ? null : look(dataDir, log)
  if (!hasSwap(places) && !first) return
  let leave: () => void
  try {
    leave = alone()
  } catch (error) {
    if (!(error instanceof FolderInUseError)) throw error
    const what = first ? isWhat(places, first) : `${places.file} is being restored`
    throw new Error(`${what}, and Kaunta is running. End Kaunta and start it again, which repairs it first`, {
      cause: error,
    })
  }
  try {
    finishSwap(places)
    const verdict = look(dataDir, log)
    if (verdict) await rebuild(by, places, verdict)
  } finally {
    leave()
  }
}

/** Adds a finding about the workspace's database to each of its profiles. */
export const reportToProfiles = (dataDir: string, db: Db): void => {
  const places = workspacePlaces(dataDir)
  for (const finding of findingsOf(places)) {
    for (const { id } of profiles(db)) keepFinding(placesOf(dataDir, id), finding)
    changeFinding(places, finding.id, { dismissed: true })
  }
}
