/**
 * The installation's own database when it is damaged or gone: it is put aside, and its newest copy that is whole takes its
 * place. It keeps no journal; a copy is made with every change of people, profiles and keys (`workspaceCopies.ts`).
 */
import { chmodSync, copyFileSync, existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isOutOfReach, problemsIn, sizeOf } from '../../db/inspect.ts'
import { FolderInUseError } from '../../db/lock.ts'
import { migrate } from '../../db/migrate.ts'
import { type Db, openDb } from '../../db/sqlite.ts'
import { migrationsIn } from '../../db/workspace/contents.ts'
import { workspaceMigrations } from '../../db/workspace/migrations/index.ts'
import { apps } from '../../db/workspace/queries.ts'
import { forgetSessionsBefore } from '../../db/workspace/sessions.ts'
import { type BackupFile, backupsIn } from '../backups.ts'
import { FolderTroubleError } from '../folderTrouble.ts'
import type { Clock, Ids, Log } from '../ports.ts'
import { companions, finishSwap, hasSwap, type Places, placesOf, swapIn } from './files.ts'
import { changeFinding, findingsOf, keepFinding, newFinding } from './findings.ts'
import { keptIn, numbersOf, raiseReserved } from './numbers.ts'
import { asideName, removeIncoming } from './rebuild.ts'

export interface Mending {
  dataDir: string
  clock: Pick<Clock, 'now'>
  ids: Pick<Ids, 'token'>
  log: Log
  /** Takes the folder for itself until the answer is called. Throws `FolderInUseError`. */
  alone(): () => void
}

type Verdict = { cause: 'damaged' | 'missing'; text: string | null }

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

/** Ids of the profiles that have anything in the folder. */
const profilesIn = (dataDir: string): string[] => {
  const folder = join(dataDir, 'apps')
  if (!existsSync(folder)) return []
  const folders = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  return folders.map(({ name: id }) => id).filter((id) => readdirSync(join(folder, id)).length > 0)
}

/** Was there a database of an installation before? */
export const workspaceWasHere = (dataDir: string): boolean =>
  profilesIn(dataDir).length > 0 || backupsIn(workspacePlaces(dataDir).backups).length > 0

const look = (dataDir: string): Verdict | null => {
  const { file } = workspacePlaces(dataDir)
  const missing = (): Verdict | null => (workspaceWasHere(dataDir) ? { cause: 'missing', text: null } : null)
  if (!sizeOf(file)) return missing()
  const problems = problemsIn(file, { depth: 'full' }) && problemsIn(file, { depth: 'full' })
  if (problems !== null) return { cause: 'damaged', text: problems }
  // An empty database, such as a program makes that only looked for it.
  return migrationsIn(file) === null ? missing() : null
}

/** Nobody stays signed in, and remembered numbers are no less than they may have become since. */
const makeReady = async (incoming: string): Promise<string[]> => {
  const db = openDb(incoming)
  try {
    await migrate(db, workspaceMigrations)
    // A refresh token that was used since would be good once more.
    forgetSessionsBefore(db, Number.MAX_SAFE_INTEGER)
    const ids = apps(db).map(({ id }) => id)
    for (const id of ids) raiseReserved(keptIn(db, numbersOf(id)))
    return ids
  } finally {
    db.close()
  }
}

/** Puts the newest copy that can be used in {@link Places.incoming}. */
const takeNewest = async (
  { dataDir, log }: Mending,
  places: Places,
): Promise<{ copy: BackupFile; profiles: string[] } | null> => {
  const { incoming } = places
  const take = async (copy: BackupFile): Promise<string[] | null> => {
    removeIncoming(places)
    copyFileSync(join(places.backups, copy.name), incoming)
    chmodSync(incoming, 0o600)
    if (problemsIn(incoming, { depth: 'full' }) !== null) return null
    const had = migrationsIn(incoming)
    if (!had || had.some((migration) => !Object.hasOwn(workspaceMigrations, migration))) return null
    const profiles = await makeReady(incoming)
    // With a copy from before the first profile the shops that are here would be out of sight.
    return profiles.length > 0 || profilesIn(dataDir).length === 0 ? profiles : null
  }
  for (const copy of backupsIn(places.backups)) {
    try {
      const profiles = await take(copy)
      if (profiles) return { copy, profiles }
      log.warn({ copy: copy.name }, 'this copy of the installation’s database cannot be used')
    } catch (error) {
      if (isOutOfReach(error)) throw error
      log.warn({ err: error, copy: copy.name }, 'this copy of the installation’s database cannot be used')
    }
  }
  removeIncoming(places)
  return null
}

const isWhat = ({ file }: Places, { cause, text }: Verdict): string =>
  cause === 'missing' ? `${file} is missing` : `${file} is damaged (${text})`

const noCopy = (places: Places, verdict: Verdict): Error =>
  new FolderTroubleError(
    `${isWhat(places, verdict)}, and ${places.backups} holds no copy of it that can be used. That file holds the people, their PINs, the profiles and the keys. ` +
      'Nothing was changed: the shops and their sales are in the folder apps beside it. ' +
      'Put a copy of workspace.db from a backup of this computer back in its place, then start Kaunta again; without one, begin in another folder with --data and keep this one',
  )

const rebuild = async (by: Mending, places: Places, verdict: Verdict): Promise<void> => {
  const { dataDir, clock, log } = by
  log.error({ ...verdict, file: places.file }, 'the installation’s database cannot be used')
  const taken = await takeNewest(by, places)
  if (!taken) throw noCopy(places, verdict)
  const { copy, profiles } = taken
  const unlisted = profilesIn(dataDir).filter((id) => !profiles.includes(id))
  const unlistedText = unlisted.length > 0 ? `apps/${unlisted.join(', apps/')}: not in the copy` : null
  const aside = asideName(by)
  const isThere = companions.some((part) => existsSync(`${places.file}${part}`))
  const finding = newFinding({
    id: aside,
    at: clock.now(),
    cause: 'workspace',
    text: [verdict.text, unlistedText].filter((text) => text !== null).join('; ') || null,
    aside: isThere ? join(places.damaged, aside) : null,
    source: { kind: 'backup', name: copy.name, madeAt: copy.madeAt },
  })
  swapIn(places, { aside, journalToo: false, finding })
  log.warn({ ...finding }, 'a copy took the place of the installation’s database')
}

/**
 * Brings the installation's database back from a copy where it is damaged or gone, and ends what an earlier start had
 * begun of that. Throws, with nothing changed, when there is no copy, or another process has the folder.
 */
export const mendWorkspace = async (by: Mending): Promise<void> => {
  const { dataDir, alone } = by
  const places = workspacePlaces(dataDir)
  const first = hasSwap(places) ? null : look(dataDir)
  if (!hasSwap(places) && !first) return
  let leave: () => void
  try {
    leave = alone()
  } catch (error) {
    if (!(error instanceof FolderInUseError)) throw error
    const what = first ? isWhat(places, first) : `${places.file} is being brought back`
    throw new Error(`${what}, and Kaunta is running. End Kaunta and start it again, which mends it first`, {
      cause: error,
    })
  }
  try {
    finishSwap(places)
    const verdict = look(dataDir)
    if (verdict) await rebuild(by, places, verdict)
  } finally {
    leave()
  }
}

/** What happened to the installation's database is told in each of its profiles. */
export const tellProfiles = (dataDir: string, db: Db): void => {
  const places = workspacePlaces(dataDir)
  for (const finding of findingsOf(places)) {
    for (const { id } of apps(db)) keepFinding(placesOf(dataDir, id), finding)
    changeFinding(places, finding.id, { dismissed: true })
  }
}
