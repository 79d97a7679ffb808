/**
 * Copies of a database, made while it works: every hour, one a day and a week kept longer, and on demand. A copy gets its
 * name only after it was opened, checked and counted. Then it is compressed, and goes to a second place as well where the
 * owner names one. All but the newest are compressed, those of the installation's database excepted.
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
  /** Those in the second place. */
  second: BackupFile[]
  /** The last try that came to nothing, until one succeeds. */
  failure: { at: number; text: string; place: 'own' | 'second' } | null
}

export interface Backups {
  state(): BackupState
  /** Where the last try came to nothing; null = it did not. Cheap. */
  trouble(): 'own' | 'second' | null
  /** Resolves once the copy is checked and has its name; rejects when it could not be made. */
  make(kind: BackupKind): Promise<BackupFile>
  /** The file of a copy that {@link Backups.state} lists; null: it is not there. */
  fileOf(place: 'own' | 'second', name: string): string | null
  /** As {@link Backups.make}: the day's copy where there is none yet, else one of the hour. */
  makeDue(): Promise<BackupFile>
  start(): void
  /** Waits for a copy that is being made; it is not compressed and not carried to the second place any more. */
  stop(): Promise<void>
}

export interface BackupOptions {
  db: Db
  /** Of this database alone. */
  folder: string
  /** Which rows a copy must have. */
  counted: Counted
  /** A folder on another disk; '' = none. */
  secondFolder(): string
  /** What that was named by versions before, which shared it: copies of this database there are listed, and left alone. */
  sharedFolder?: { folder(): string; isOwn(file: string): boolean }
  /** Of the data folder, whose room is for selling first. */
  disk: Pick<Disk, 'roomForCopies'>
  volume: Volume
  offThread: OffThread
  clock: Clock
  log: Log
  /** A copy was made, or could not be. */
  changed(): void
}

const hourMs = 3_600_000
/** After a start the till is busy with its owner first. */
const firstMs = 600_000
/** The journal leads to the present from every backup of so long, milliseconds. */
const journalReachMs = 48 * hourMs
/** Where the second place is away, the journal waits so long for it, milliseconds. */
const secondPatienceMs = 30 * 24 * hourMs

type Named = Pick<
  ProfileRow,
  'id' | 'environment' | 'practice' | 'taxpayer_pin' | 'branch_id' | 'device_serial'
>
type Place = Pick<Settings, 'backupFolder'>

const folderIn = ({ backupFolder }: Place, name: string): string =>
  backupFolder && join(backupFolder, `kaunta-${name.replace(/[^\w-]/g, '_')}`)

/**
 * Where a profile's copies lie in the second place that its owner named, which another profile or till may share: '' for
 * none. The same for this device on another computer.
 */
export const secondPlaceOf = (row: Named, place: Place): string => {
  const { id, environment, practice, taxpayer_pin, branch_id, device_serial } = row
  // Every practice shop says that it is the same device.
  const name =
    practice === 1 ? `practice-${id}` : `${environment}-${taxpayer_pin}-${branch_id}-${device_serial}`
  return folderIn(place, name)
}

/** The same as versions before named it: one for all devices of the same serial number. */
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

  /** A disk that is not there has none. */
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

  /** Before this the journal need not lead on from these copies; null: it must from its beginning. */
  const neededFrom = (copies: StoredCopy[], reachMs: number): number | null => {
    const oldest = copies.findIndex(({ madeAt }) => madeAt < clock.now() - reachMs)
    if (oldest === -1) return null
    // A clock that was set back gives the latest copy the oldest name.
    const sequences = copies.slice(0, oldest + 1).map(reachOf)
    return sequences.includes(null) ? null : Math.min(...(sequences as number[]))
  }
  /** Lets go of lines that a checked copy holds, here and in the second place, and that the journal need not lead on from. */
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

  /** A whole copy in the second place under its name, or nothing of that name. */
  const carry = async (name: string, now: number): Promise<void> => {
    const second = secondFolder()
    const packed = join(folder, name)
    // Not what it lies in: where a stick is not there, its copies must not fill another disk.
    if (!existsSync(second)) mkdirSync(second)
    await removeUnfinished(second, now)
    // Another disk, which holds no till: it may be filled, but not in the middle of a copy.
    const free = await volume.freeBytesElsewhere(second)
    await makeRoom(second, { bytes: sizeOf(packed), now, room: (freed) => free + freed })
    const unfinished = join(second, `.${name}.copy`)
    try {
      await offThread<typeof carryCopy>('carryCopy', packed, unfinished).result
      await giveName(unfinished, join(second, name))
      await prune(second, now)
    } finally {
      rmSync(unfinished, { force: true })
    }
  }

  /** Compresses a plain file of this folder beside it. */
  const pack = async (file: string, name: string): Promise<void> => {
    const unfinished = join(folder, `.${name}.part`)
    // It comes to much less.
    await makeRoom(folder, { bytes: sizeOf(file) / 2, now: clock.now(), room: disk.roomForCopies })
    await offThread<typeof packCopy>('packCopy', file, unfinished).result
    await giveName(unfinished, join(folder, name))
  }
  /** Only the newest copy stays plain as well, to be put in place at once. */
  const packOlder = async (newest: string): Promise<void> => {
    for (const copy of backupsIn(folder).filter(({ name, file }) => name !== newest && !isPacked(file))) {
      const reach = reachOf(copy)
      if (copy.files.length === 1) {
        if (reach === null) continue
        await pack(copy.file, packedName(copy.name, reach))
      }
      await rm(copy.file)
    }
    for (const name of plainUpgradesIn(folder)) {
      await pack(join(folder, name), name + packedEnd)
      await rm(join(folder, name))
    }
  }

  /** What follows once a copy has its name: it counts, whatever becomes of this. */
  const store = async (name: string, packed: string, now: number): Promise<void> => {
    // The installation's own database is small, and all its copies are read at the start.
    const compresses = counted === 'till'
    try {
      if (compresses) {
        await pack(join(folder, name), packed)
        await packOlder(name)
      }
    } catch (error) {
      noteFailure('own', error)
    }
    await prune(folder, now)
    const carried = compresses ? packed : name
    try {
      if (secondFolder() && existsSync(join(folder, carried))) await carry(carried, now)
    } catch (error) {
      noteFailure('second', error)
    }
    shortenJournal()
  }

  const copy = async (kind: BackupKind): Promise<BackupFile> => {
    const now = clock.now()
    // As its name says it: to the second.
    const madeAt = Math.floor(now / 1000) * 1000
    const name = `${toWireDateTime(madeAt)}-${kind}.db`
    const file = join(folder, name)
    const unchecked = join(folder, `.${name}.unchecked`)
    try {
      await removeUnfinished(folder, now)
      const bytes = sizeOf(db.file) + sizeOf(`${db.file}-wal`)
      await makeRoom(folder, { bytes, now, room: disk.roomForCopies })
      const least = countsOf(counted, db)
      // Checked by SQLite, then counted, then named: what bears a name is whole.
      await offThread<typeof copyDatabase>('copyDatabase', db.file, unchecked).result
      const sequence = await offThread<typeof checkCopy>('checkCopy', unchecked, counted, least).result
      // What the copy has and the journal has not would look like a journal that lost its end.
      await db.durable()
      await giveName(unchecked, file)
      failure = null
      const made = { name, kind, madeAt, bytes: sizeOf(file) }
      if (!stopping) await store(name, packedName(name, sequence), now)
      return made
    } catch (error) {
      noteFailure('own', error)
      throw error
    } finally {
      rmSync(unchecked, { force: true })
      changed()
    }
  }
  /** One after another: two at once would fight over the disk. */
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
