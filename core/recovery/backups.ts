/**
 * Copies of a database while it is in use: hourly, with daily and weekly copies kept longer, and on demand. A copy
 * gets its name only after it was opened, checked and counted. Then it is compressed, and also carried to a second
 * place if the owner named one. The newest copy stays uncompressed too; copies of the workspace database are never
 * compressed.
 */

import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '../../db/engine/sqlite.ts'
import { giveName } from '../../db/engine/syncPath.ts'
import type { carryCopy, checkCopy, copyDatabase, packCopy } from '../../db/integrity/copies.ts'
import { type Counted, countsOf, isPacked, packedEnd } from '../../db/integrity/copies.ts'
import type { ProfileRow } from '../../db/workspace/queries.ts'
import type { OffThread } from '../base/offThread.ts'
import type { Clock, Log, Volume } from '../base/ports.ts'
import type { Settings } from '../contract/workspace.ts'
import type { Disk } from '../disk/diskMonitor.ts'
import { toWireDate, toWireDateTime } from '../fiscal/dates.ts'
import {
  type BackupFile,
  type BackupKind,
  backupsIn,
  makeRoom,
  packedName,
  plainUpgradesIn,
  prune,
  reachOf,
  removeUnfinished,
  type StoredCopy,
} from './backupFiles.ts'

interface BackupState {
  folder: string
  /** Newest first. */
  files: BackupFile[]
  /** Copies in the second place. */
  second: BackupFile[]
  /** The last failure; null after a success. */
  failure: { at: number; text: string; place: 'own' | 'second' } | null
}

export interface Backups {
  state(): BackupState
  /** Where the last copy failed; null = it did not. Cheap. */
  trouble(): 'own' | 'second' | null
  /** Resolves once the copy is checked and named. Rejects if it could not be made. */
  make(kind: BackupKind): Promise<BackupFile>
  /** The file of a copy that {@link Backups.state} lists; null if it is missing. Use it within {@link Backups.reading}. */
  fileOf(place: 'own' | 'second', name: string): string | null
  /**
   * While `work` reads copies, Kaunta deletes none, unless the disk needs the room. After the next copy it deletes what
   * it kept for the reader.
   */
  reading<T>(work: () => Promise<T>): Promise<T>
  /** As {@link Backups.make}: a daily copy if today has none, otherwise an hourly one. */
  makeDue(): Promise<BackupFile>
  start(): void
  /** Waits for the copy in progress. That copy is neither compressed nor carried to the second place. */
  stop(): Promise<void>
}

export interface BackupOptions {
  db: Db
  /** For this database only. */
  folder: string
  /** Which rows a copy must have. */
  counted: Counted
  /** A folder on another disk; '' = none. */
  secondFolder(): string
  /**
   * The second place of earlier versions, which several databases shared. Copies of this database there are listed
   * but never changed.
   */
  sharedFolder?: { folder(): string; isOwn(file: string): boolean }
  /** The data folder's disk. Its free space is for sales first. */
  disk: Pick<Disk, 'roomForCopies'>
  volume: Volume
  offThread: OffThread
  clock: Clock
  log: Log
  /** A copy was made, or failed. */
  changed(): void
}

const hourMs = 3_600_000
/** After a start the cashier has priority. Milliseconds. */
const firstMs = 600_000
/** Milliseconds. From every copy of this age the journal leads to the present. */
const journalReachMs = 48 * hourMs
/** Milliseconds. The journal waits this long for a second place that is away. */
const secondPatienceMs = 30 * 24 * hourMs

type Named = Pick<
  ProfileRow,
  'id' | 'environment' | 'practice' | 'taxpayer_pin' | 'branch_id' | 'device_serial'
>
type Place = Pick<Settings, 'backupFolder'>

const folderIn = ({ backupFolder }: Place, name: string): string =>
  backupFolder && join(backupFolder, `kaunta-${name.replace(/[^\w-]/g, '_')}`)

/**
 * Returns the folder of a profile's copies in the second place, which other profiles or tills may share; '' for none.
 * The same device gets the same folder on another computer.
 */
export const secondPlaceOf = (row: Named, place: Place): string => {
  const { id, environment, practice, taxpayer_pin, branch_id, device_serial } = row
  // All practice shops have the same device, so their id distinguishes them.
  const name =
    practice === 1 ? `practice-${id}` : `${environment}-${taxpayer_pin}-${branch_id}-${device_serial}`
  return folderIn(place, name)
}

/** The name of earlier versions: one folder for all devices with the same serial number. */
export const sharedSecondPlaceOf = ({ environment, practice, device_serial }: Named, place: Place): string =>
  practice === 1 ? '' : folderIn(place, `${environment}-${device_serial}`)

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0

const viewOf = ({ name, kind, madeAt, bytes }: StoredCopy): BackupFile => ({ name, kind, madeAt, bytes })

export const createBackups = (options: BackupOptions): Backups => {
  const { db, folder, counted, secondFolder, sharedFolder, disk, volume, offThread, clock, log, changed } =
    options
  let failure: BackupState['failure'] = null
  let running: Promise<unknown> = Promise.resolve()
  let cancel: (() => void) | undefined
  let stopped = true
  let stopping = false
  let readers = 0
  let deleting: Promise<void> = Promise.resolve()

  const reading = async <T>(work: () => Promise<T>): Promise<T> => {
    readers += 1
    try {
      await deleting
      return await work()
    } finally {
      readers -= 1
    }
  }
  /** A reader that has chosen a file opens it in another thread, so the file must still be there. */
  const unlessRead = async (work: () => Promise<void>): Promise<void> => {
    if (readers > 0) return
    const deleted = work()
    deleting = deleted.catch(() => undefined)
    await deleted
  }

  /** A disk that is away has no copies. */
  const secondCopies = (): StoredCopy[] => {
    try {
      const shared = sharedFolder
        ? backupsIn(sharedFolder.folder()).filter(({ file }) => sharedFolder.isOwn(file))
        : []
      return [...backupsIn(secondFolder()), ...shared].sort((a, b) => b.madeAt - a.madeAt)
    } catch {
      return []
    }
  }
  const noteFailure = (place: 'own' | 'second', error: unknown): void => {
    failure = { at: clock.now(), text: error instanceof Error ? error.message : String(error), place }
    log.error({ err: error, place }, 'a backup could not be made')
  }

  /** Returns where the journal must start for these copies; null: at its beginning. */
  const neededFrom = (copies: StoredCopy[], reachMs: number): number | null => {
    const oldest = copies.findIndex(({ madeAt }) => madeAt < clock.now() - reachMs)
    if (oldest === -1) return null
    // If the clock was set back, the latest copy may have the oldest name.
    const sequences = copies.slice(0, oldest + 1).map(reachOf)
    return sequences.includes(null) ? null : Math.min(...(sequences as number[]))
  }
  /**
   * Removes journal lines that checked copies contain, here and in the second place, and from which no copy must
   * continue.
   */
  const shortenJournal = (): void => {
    const journal = db.journal()
    journal?.rotate()
    const second = secondFolder() === '' ? [] : secondCopies()
    const isAway = secondFolder() !== '' && (second[0]?.madeAt ?? 0) < clock.now() - secondPatienceMs
    const needed = [neededFrom(backupsIn(folder), isAway ? secondPatienceMs : journalReachMs)]
    if (second.length > 0 && !isAway) needed.push(neededFrom(second, journalReachMs))
    if (needed.includes(null)) return
    journal?.prune(Math.min(...(needed as number[])))
  }

  /** Carries a complete copy to the second place under its name, or leaves nothing there. */
  const carry = async (name: string, now: number): Promise<void> => {
    const second = secondFolder()
    const packed = join(folder, name)
    // Creates only the last folder. If a memory stick is missing, its copies must not fill another disk.
    if (!existsSync(second)) mkdirSync(second)
    await removeUnfinished(second, now)
    // This disk holds no till, so it may be filled. But a copy must not stop halfway.
    const free = await volume.freeBytesElsewhere(second)
    await makeRoom(second, { bytes: sizeOf(packed), now, room: (freed) => free + freed })
    const unfinished = join(second, `.${name}.copy`)
    try {
      await offThread<typeof carryCopy>('carryCopy', packed, unfinished).result
      await giveName(unfinished, join(second, name))
      await unlessRead(() => prune(second, now))
    } finally {
      rmSync(unfinished, { force: true })
    }
  }

  /** Compresses an uncompressed file of this folder beside it. */
  const pack = async (file: string, name: string): Promise<void> => {
    const unfinished = join(folder, `.${name}.part`)
    // A process that died left one. Only one process compresses here: the one that holds the data folder.
    await rm(unfinished, { force: true })
    // The compressed file is much smaller than half.
    await makeRoom(folder, { bytes: sizeOf(file) / 2, now: clock.now(), room: disk.roomForCopies })
    await offThread<typeof packCopy>('packCopy', file, unfinished).result
    await giveName(unfinished, join(folder, name))
  }
  /** Only the newest copy also stays uncompressed, so that it can be restored at once. */
  const packOlder = async (newest: string): Promise<void> => {
    for (const copy of backupsIn(folder).filter(({ name, file }) => name !== newest && !isPacked(file))) {
      const reach = reachOf(copy)
      if (copy.files.length === 1) {
        if (reach === null) continue
        await pack(copy.file, packedName(copy.name, reach))
      }
      await unlessRead(() => rm(copy.file))
    }
    for (const name of plainUpgradesIn(folder)) {
      await pack(join(folder, name), name + packedEnd)
      await rm(join(folder, name))
    }
  }

  /** The steps after a copy has its name. The copy is valid even if these steps fail. */
  const store = async (name: string, packed: string, now: number): Promise<void> => {
    // The workspace database is small, and all its copies are read at every start.
    const compresses = counted === 'till'
    try {
      if (compresses) {
        await pack(join(folder, name), packed)
        await packOlder(name)
      }
    } catch (error) {
      noteFailure('own', error)
    }
    await unlessRead(() => prune(folder, now))
    const carried = compresses ? packed : name
    try {
      if (secondFolder() && existsSync(join(folder, carried))) await carry(carried, now)
    } catch (error) {
      noteFailure('second', error)
    }
    shortenJournal()
  }

  const uncheckedOf = (name: string): string => join(folder, `.${name}.unchecked`)
  /**
   * A name counts seconds. A second copy within one second gets the next one, so that it does not replace the first. A
   * copy that a dead process left unfinished keeps its name too.
   */
  const freeName = (kind: BackupKind): { name: string; madeAt: number } => {
    const taken = new Set(backupsIn(folder).map((copy) => copy.name))
    for (let madeAt = Math.floor(clock.now() / 1000) * 1000; ; madeAt += 1000) {
      const name = `${toWireDateTime(madeAt)}-${kind}.db`
      if (!taken.has(name) && !existsSync(uncheckedOf(name))) return { name, madeAt }
    }
  }

  const copy = async (kind: BackupKind): Promise<BackupFile> => {
    const { name, madeAt } = freeName(kind)
    const now = Math.max(clock.now(), madeAt)
    const file = join(folder, name)
    const unchecked = uncheckedOf(name)
    // A command beside the till copies in the same second: its file stays, and this copy gets the next name. The
    // command may already have given its copy the name.
    let isOwn = true
    try {
      await removeUnfinished(folder, now)
      const bytes = sizeOf(db.file) + sizeOf(`${db.file}-wal`)
      await makeRoom(folder, { bytes, now, room: disk.roomForCopies })
      const least = countsOf(counted, db)
      // SQLite checks the copy, then it is counted, then named: every named copy is complete.
      await offThread<typeof copyDatabase>('copyDatabase', db.file, unchecked).result
      if (existsSync(file)) return copy(kind)
      const sequence = await offThread<typeof checkCopy>('checkCopy', unchecked, counted, least).result
      // If the copy had transactions that the journal lacks, the journal would seem to have lost its end.
      await db.durable()
      await giveName(unchecked, file)
      // Another process may use that name from now on.
      isOwn = false
      failure = null
      const made = { name, kind, madeAt, bytes: sizeOf(file) }
      if (!stopping) await store(name, packedName(name, sequence), now)
      return made
    } catch (error) {
      const isInUse = (error as NodeJS.ErrnoException).code === 'EEXIST'
      if (isInUse && (existsSync(unchecked) || existsSync(file))) {
        isOwn = false
        return copy(kind)
      }
      noteFailure('own', error)
      throw error
    } finally {
      if (isOwn) rmSync(unchecked, { force: true })
      changed()
    }
  }
  /** One at a time: two copies at once would compete for the disk. */
  const make = (kind: BackupKind): Promise<BackupFile> => {
    const made = running.then(() => copy(kind))
    running = made.catch(() => undefined)
    return made
  }

  const makeDue = async (): Promise<BackupFile> => {
    const today = toWireDate(clock.now())
    const hasToday = backupsIn(folder).some(
      ({ kind, madeAt }) => kind === 'daily' && toWireDate(madeAt) === today,
    )
    return make(hasToday ? 'hourly' : 'daily')
  }

  const arm = (ms: number): void => {
    cancel = clock.after(ms, () => {
      makeDue()
        .catch(() => undefined)
        .finally(() => {
          if (!stopped) arm(hourMs)
        })
    })
  }

  return {
    trouble: () => failure?.place ?? null,
    fileOf: (place, name) => {
      const copies = place === 'own' ? backupsIn(folder) : secondCopies()
      return copies.find((copy) => copy.name === name)?.file ?? null
    },
    state: () => ({
      folder,
      files: backupsIn(folder).map(viewOf),
      second: secondCopies().map(viewOf),
      failure,
    }),
    make,
    makeDue,
    reading,
    start: () => {
      stopped = false
      arm(firstMs)
    },
    stop: async () => {
      stopped = true
      stopping = true
      cancel?.()
      await running
    },
  }
}
