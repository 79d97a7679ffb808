/**
 * Copies of a database, made while it works: every hour, one a day kept longer, and on demand. A copy gets its
 * name only after it was opened, checked and counted, and goes to a second place as well where the owner names one.
 */
import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { type Db, openDb, positionIn } from '../db/sqlite.ts'
import { syncPath } from '../db/syncPath.ts'
import type { AppRow } from '../db/workspace/queries.ts'
import type { Settings } from './contract/workspace.ts'
import type { Disk } from './disk.ts'
import { parseWireDateTime, toWireDate, toWireDateTime } from './fiscal/dates.ts'
import type { Clock, Log, Volume } from './ports.ts'

export const backupKinds = ['hourly', 'daily', 'manual'] as const
export type BackupKind = (typeof backupKinds)[number]

export interface BackupFile {
  name: string
  kind: BackupKind
  /** Epoch milliseconds. */
  madeAt: number
  bytes: number
}

export interface BackupState {
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
  /** Waits for a copy that is being made. */
  stop(): Promise<void>
}

export interface BackupOptions {
  db: Db
  /** Of this database alone. */
  folder: string
  /** Rows of each table that only grows. */
  count(db: Pick<Db, 'first'>): Record<string, number>
  /** A folder on another disk; '' = none. */
  secondFolder(): string
  /** What that was named by versions before, which shared it: copies of this database there are listed, and left alone. */
  sharedFolder?: { folder(): string; isOwn(file: string): boolean }
  /** Of the data folder, whose room is for selling first. */
  disk: Pick<Disk, 'roomForCopies'>
  volume: Volume
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
const kept: Record<BackupKind, number> = { hourly: 24, daily: 30, manual: 10 }
const pattern = /^(\d{14})-(hourly|daily|manual)\.db$/

/** Newest first; only what bears a name, which is whole. */
export const backupsIn = (folder: string): BackupFile[] =>
  (statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(folder) : [])
    .flatMap((name) => {
      const [, stamp = '', kind] = pattern.exec(name) ?? []
      const madeAt = parseWireDateTime(stamp)
      if (madeAt === null) return []
      return [{ name, kind: kind as BackupKind, madeAt, bytes: statSync(join(folder, name)).size }]
    })
    .sort((a, b) => b.madeAt - a.madeAt || b.name.localeCompare(a.name))

interface Least extends Pick<BackupOptions, 'count'> {
  /** What a copy must have of each table. */
  least: Record<string, number>
}

/** Throws when the copy lacks what was there when it was begun. */
const checkCounts = (file: string, { least, count }: Least): void => {
  const copy = openDb(file)
  try {
    const found = count(copy)
    for (const [table, rows] of Object.entries(least)) {
      if ((found[table] ?? 0) < rows)
        throw new Error(`The copy has ${found[table]} rows of ${table} instead of at least ${rows}`)
    }
  } finally {
    copy.raw.pragma('journal_mode = DELETE')
    copy.close()
  }
}

/** Those that a clock set wrongly has dated ahead are older than what it says is made now. */
const latestFirst = (files: BackupFile[], now: number): BackupFile[] =>
  files.toSorted((a, b) => Number(a.madeAt > now) - Number(b.madeAt > now))

const prune = (folder: string, now: number): void => {
  const files = latestFirst(backupsIn(folder), now)
  for (const kind of backupKinds) {
    for (const { name } of files.filter((file) => file.kind === kind).slice(kept[kind]))
      rmSync(join(folder, name))
  }
}

const megabytes = (bytes: number): number => Math.ceil(bytes / 1_000_000)

/**
 * Makes room for a copy by giving up old ones: hourly ones but the newest, then daily ones but those of a week; oldest
 * first. `room` answers the free bytes once so many have been given up. Throws when that is not enough.
 */
const makeRoom = (
  folder: string,
  { bytes, now, room }: { bytes: number; now: number; room: (freed: number) => number },
): void => {
  const files = latestFirst(backupsIn(folder), now).toReversed()
  const spared = { hourly: 1, daily: 7 } as const
  const expendable = (['hourly', 'daily'] as const).flatMap((kind) =>
    files.filter((file) => file.kind === kind).slice(0, -spared[kind]),
  )
  let freed = 0
  while (room(freed) < bytes) {
    const oldest = expendable.shift()
    if (!oldest) {
      const free = megabytes(bytes - room(freed))
      throw new Error(`There is no room for a copy in ${folder}: free ${free} MB more`)
    }
    rmSync(join(folder, oldest.name))
    freed += oldest.bytes
  }
}

type Named = Pick<AppRow, 'id' | 'environment' | 'practice' | 'taxpayer_pin' | 'branch_id' | 'device_serial'>
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

/** A whole copy under its name, or nothing of that name. */
const copyTo = async (
  file: string,
  folder: string,
  { least, count, volume, now }: Least & { volume: Volume; now: number },
): Promise<void> => {
  // Not what it lies in: where a stick is not there, its copies must not fill another disk.
  if (!existsSync(folder)) mkdirSync(folder)
  // Another disk, which holds no till: it may be filled, but not in the middle of a copy.
  const free = await volume.freeBytesElsewhere(folder)
  makeRoom(folder, { bytes: sizeOf(file), now, room: (freed) => free + freed })
  const unfinished = join(folder, `.${basename(file)}.copy`)
  try {
    await copyFile(file, unfinished)
    checkCounts(unfinished, { least, count })
    syncPath(unfinished)
    renameSync(unfinished, join(folder, basename(file)))
    syncPath(folder)
  } finally {
    rmSync(unfinished, { force: true })
  }
}

export const createBackups = (options: BackupOptions): Backups => {
  const { db, folder, count, secondFolder, sharedFolder, disk, volume, clock, log, changed } = options
  let failure: BackupState['failure'] = null
  let running: Promise<unknown> = Promise.resolve()
  let cancel: (() => void) | undefined
  let stopped = true

  const copiesIn = (place: string): { copy: BackupFile; file: string }[] =>
    backupsIn(place).map((copy) => ({ copy, file: join(place, copy.name) }))
  /** A disk that is not there has none. */
  const secondCopies = (): ReturnType<typeof copiesIn> => {
    try {
      const shared = sharedFolder
        ? copiesIn(sharedFolder.folder()).filter(({ file }) => sharedFolder.isOwn(file))
        : []
      return [...copiesIn(secondFolder()), ...shared].sort((a, b) => b.copy.madeAt - a.copy.madeAt)
    } catch {
      return []
    }
  }
  const noteFailure = (place: 'own' | 'second', error: unknown): void => {
    failure = { at: clock.now(), text: error instanceof Error ? error.message : String(error), place }
    log.error({ err: error, place }, 'a backup could not be made')
  }

  /** Lets go of what the journal need not lead on from any more. */
  const shortenJournal = (): void => {
    const journal = db.journal()
    journal?.rotate()
    const files = backupsIn(folder)
    const oldest = files.findIndex(({ madeAt }) => madeAt < clock.now() - journalReachMs)
    if (!journal || oldest === -1) return
    // A clock that was set back gives the latest copy the oldest name.
    const sequences = files.slice(0, oldest + 1).map(({ name }) => positionIn(join(folder, name)).sequence)
    journal.prune(Math.min(...sequences))
  }

  const copy = async (kind: BackupKind): Promise<BackupFile> => {
    const now = clock.now()
    // As its name says it: to the second.
    const madeAt = Math.floor(now / 1000) * 1000
    const name = `${toWireDateTime(madeAt)}-${kind}.db`
    const file = join(folder, name)
    const unchecked = join(folder, `.${name}.unchecked`)
    try {
      const bytes = sizeOf(db.file) + sizeOf(`${db.file}-wal`)
      makeRoom(folder, { bytes, now, room: disk.roomForCopies })
      const least = count(db)
      // Checked by SQLite, then counted, then named: what bears a name is whole.
      await db.backup(unchecked)
      chmodSync(unchecked, 0o600)
      checkCounts(unchecked, { least, count })
      syncPath(unchecked)
      renameSync(unchecked, file)
      syncPath(dirname(file))
      prune(folder, now)
      shortenJournal()
      failure = null
      const second = secondFolder()
      if (second) {
        await copyTo(file, second, { least, count, volume, now }).then(
          () => prune(second, now),
          (error: unknown) => noteFailure('second', error),
        )
      }
      return { name, kind, madeAt, bytes: statSync(file).size }
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
      const copies = place === 'own' ? copiesIn(folder) : secondCopies()
      return copies.find(({ copy }) => copy.name === name)?.file ?? null
    },
    state: () => ({
      folder,
      files: backupsIn(folder),
      second: secondCopies().map(({ copy }) => copy),
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
      cancel?.()
      await running
    },
  }
}
