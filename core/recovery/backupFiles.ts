/** The files of copies in a folder: names, retention, and which copies are deleted to make room. */
import { readdirSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isPacked, packedEnd } from '../../db/integrity/copies.ts'
import { sizeOf } from '../../db/integrity/inspect.ts'
import { positionIn } from '../../db/journal/position.ts'
import { parseWireDateTime } from '../fiscal/dates.ts'

const backupKinds = ['hourly', 'daily', 'manual'] as const
export type BackupKind = (typeof backupKinds)[number]

export interface BackupFile {
  /** Without the suffix of a compressed copy. */
  name: string
  kind: BackupKind
  /** Epoch milliseconds. */
  madeAt: number
  bytes: number
}

export interface StoredCopy extends BackupFile {
  /** The uncompressed file, if both forms exist. */
  file: string
  /** All files of this copy. */
  files: string[]
  /** The last transaction in the copy, from a compressed copy's name. */
  sequence: number | null
}

/** `.hub`: a backup of a hub, which is one sealed file. */
const pattern = /^(\d{14})-(hourly|daily|manual)(?:\.(\d+))?\.(?:(db)(?:\.zst)?|(hub))$/
const upgradePattern = /^before-upgrade-(\d+)\.db(\.zst)?$/
const isUnfinished = (name: string): boolean => /^\.(\d{14}-|before-upgrade-)/.test(name)

/**
 * Returns the name of a compressed copy. It contains the last transaction, so that nobody must unpack the copy to
 * learn it.
 */
export const packedName = (name: string, sequence: number): string =>
  `${name.replace(/\.db$/, '')}.${sequence}.db${packedEnd}`

const namesIn = (folder: string): string[] =>
  statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(folder) : []

/** Returns the named copies, newest first. Every named copy is complete. */
export const backupsIn = (folder: string): StoredCopy[] => {
  const copies = new Map<string, StoredCopy>()
  // An uncompressed file comes before its compressed form.
  for (const found of namesIn(folder).sort((a, b) => Number(isPacked(a)) - Number(isPacked(b)))) {
    const [, stamp = '', kind, sequence, ofTill, ofHub] = pattern.exec(found) ?? []
    const madeAt = parseWireDateTime(stamp)
    if (madeAt === null) continue
    const file = join(folder, found)
    const bytes = sizeOf(file)
    // Another process (`keys`) has just deleted it.
    if (bytes === null) continue
    const name = `${stamp}-${kind}.${ofTill ?? ofHub}`
    const known = copies.get(name)
    if (known) {
      known.files.push(file)
      known.sequence ??= sequence === undefined ? null : Number(sequence)
    } else {
      copies.set(name, {
        name,
        kind: kind as BackupKind,
        madeAt,
        bytes,
        file,
        files: [file],
        sequence: sequence === undefined ? null : Number(sequence),
      })
    }
  }
  return [...copies.values()].sort((a, b) => b.madeAt - a.madeAt || b.name.localeCompare(a.name))
}

/** Returns the last transaction in a copy; null if it cannot be read. */
export const reachOf = ({ sequence, file }: StoredCopy): number | null => {
  if (sequence !== null || isPacked(file)) return sequence
  try {
    return positionIn(file).sequence
  } catch {
    return null
  }
}

/** Copies dated in the future come from a wrong clock. They count as older than the others. */
const latestFirst = <T extends BackupFile>(files: T[], now: number): T[] =>
  files.toSorted((a, b) => Number(a.madeAt > now) - Number(b.madeAt > now))

/** How many copies of each kind are kept. Weekly copies follow the daily ones. */
const kept = { hourly: 6, daily: 14, weekly: 8, manual: 10, upgrades: 2 } as const

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** Monday to Sunday, in Nairobi (UTC+3). The epoch was a Thursday. */
const weekOf = (at: number): number => Math.floor((at + 3 * hourMs + 3 * dayMs) / (7 * dayMs))

/** Returns the copies beyond the retention. `now`: epoch milliseconds. */
export const surplus = <T extends BackupFile>(files: T[], now: number): T[] => {
  const of = (kind: BackupKind) => latestFirst(files, now).filter((file) => file.kind === kind)
  const daily = of('daily')
  const weeks = daily.map(({ madeAt }) => weekOf(madeAt))
  // The last copy of each week, so that the choice stays the same as copies grow older.
  const weekly = daily.filter((_, at) => at >= kept.daily && weeks.indexOf(weeks[at] ?? 0) === at)
  const staying = new Set([
    ...of('hourly').slice(0, kept.hourly),
    ...of('manual').slice(0, kept.manual),
    ...daily.slice(0, kept.daily),
    ...weekly.slice(0, kept.weekly),
  ])
  return files.filter((file) => !staying.has(file))
}

/** Asynchronous, because deleting a file of a gigabyte takes the disk half a second. */
const removeCopy = async ({ files }: StoredCopy): Promise<void> => {
  for (const file of files) await rm(file, { force: true })
}

/** Deletes the copies beyond the retention. */
export const prune = async (folder: string, now: number): Promise<void> => {
  for (const copy of surplus(backupsIn(folder), now)) await removeCopy(copy)
  const madeAt = (name: string) => Number(upgradePattern.exec(name)?.[1])
  const upgrades = namesIn(folder)
    .filter((name) => upgradePattern.test(name))
    .sort((a, b) => madeAt(b) - madeAt(a))
  for (const name of upgrades.slice(kept.upgrades)) await rm(join(folder, name))
}

/**
 * Deletes unfinished copies of a dead process after an hour. A younger one may belong to a running command (`keys`).
 */
export const removeUnfinished = async (folder: string, now: number): Promise<void> => {
  for (const file of namesIn(folder)
    .filter(isUnfinished)
    .map((name) => join(folder, name))) {
    const begun = statSync(file, { throwIfNoEntry: false })?.mtimeMs
    if (begun !== undefined && begun < now - hourMs) await rm(file, { force: true })
  }
}

/** Returns uncompressed copies from before upgrades, which Kaunta compresses too. */
export const plainUpgradesIn = (folder: string): string[] =>
  namesIn(folder).filter((name) => upgradePattern.test(name) && !isPacked(name))

const megabytes = (bytes: number): number => Math.ceil(bytes / 1_000_000)

/**
 * Makes room for a copy by deleting old ones, oldest first: hourly ones except the newest, then daily ones except one
 * per week. `room` returns the free bytes after that many bytes were deleted. Rejects if that is not enough.
 */
export const makeRoom = async (
  folder: string,
  { bytes, now, room }: { bytes: number; now: number; room: (freed: number) => number },
): Promise<void> => {
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
    for (const file of oldest.files) freed += sizeOf(file) ?? 0
    await removeCopy(oldest)
  }
}
