/** Paths of a profile's files. Files are moved aside or into place so that a power cut in the middle does no harm. */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { makeFolder } from '../../db/engine/makeFolder.ts'
import { syncPath } from '../../db/engine/syncPath.ts'

export interface Places {
  /** The database. */
  file: string
  /** The file that will replace the database. */
  incoming: string
  journal: string
  backups: string
  /** Old files, by the moment they were moved aside. Kaunta never deletes them. */
  damaged: string
}

export const placesOf = (dataDir: string, appId: string): Places => {
  const folder = join(dataDir, 'apps', appId)
  return {
    file: join(folder, 'till.db'),
    incoming: join(folder, 'till.db.incoming'),
    journal: join(dataDir, 'journal', appId),
    backups: join(dataDir, 'backups', appId),
    damaged: join(dataDir, 'damaged', appId),
  }
}

/** A database is its file and these companions, if they exist. The last one is ours (`generation.ts`). */
export const companions = ['', '-wal', '-shm', '-journal', '.state'] as const

/** Writes a file so that it has its complete new content or its complete old one. Throws if its folder is missing. */
export const writeWhole = (file: string, content: string): void => {
  const unfinished = `${file}.new`
  writeFileSync(unfinished, content, { mode: 0o600, flush: true })
  renameSync(unfinished, file)
  syncPath(dirname(file))
}

export const readJson = (file: string): unknown => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

/** Moves the existing files of a database into `folder` without overwriting files there. */
const moveAside = (file: string, folder: string, parts: readonly string[] = companions): void => {
  makeFolder(folder, 3)
  for (const part of parts) {
    const from = `${file}${part}`
    if (!existsSync(from)) continue
    let to = join(folder, basename(from))
    for (let turn = 2; existsSync(to); turn += 1) to = join(folder, `${basename(from)}.${turn}`)
    renameSync(from, to)
  }
  syncPath(folder)
  if (existsSync(dirname(file))) syncPath(dirname(file))
}

export interface Swap {
  /** Its name in {@link Places.damaged}. */
  aside: string
  /** The journal does not continue from the new file, so it is moved aside too. */
  journalToo: boolean
  /** Stored beside the old files. */
  finding: object
}

const swapFile = ({ file }: Places): string => `${file}.swap`
/** True if a swap was begun and not completed. */
export const hasSwap = (places: Places): boolean => existsSync(swapFile(places))

export const findingFile = ({ damaged }: Places, aside: string): string =>
  join(damaged, aside, 'finding.json')

/**
 * Moves the database aside and {@link Places.incoming} into its place. If the process ends in the middle, {@link
 * finishSwap} completes it at the next start. Until the marker is written nothing has changed.
 */
export const swapIn = (places: Places, swap: Swap): void => {
  beginSwap(places, swap)
  finishSwap(places)
}

export const beginSwap = (places: Places, swap: Swap): void => {
  syncPath(places.incoming)
  writeWhole(swapFile(places), JSON.stringify(swap))
}

/** Completes an unfinished swap and returns whether there was one. Without a marker it deletes the prepared file. */
export const finishSwap = (places: Places): boolean => {
  const marker = swapFile(places)
  const swap = readJson(marker) as Swap | null
  if (!swap) {
    for (const part of companions) rmSync(`${places.incoming}${part}`, { force: true })
    return false
  }
  const aside = join(places.damaged, swap.aside)
  makeFolder(aside, 3)
  const journalAside = join(aside, 'journal')
  // If the journal was already moved aside, the one in its old place is new.
  if (swap.journalToo && existsSync(places.journal) && !existsSync(journalAside)) {
    renameSync(places.journal, journalAside)
    syncPath(dirname(places.journal))
  }
  // While the new file waits here, the file in the database's place is the old one.
  if (existsSync(places.incoming)) {
    moveAside(places.file, aside)
    renameSync(places.incoming, places.file)
    syncPath(dirname(places.file))
  }
  writeWhole(findingFile(places, swap.aside), JSON.stringify(swap.finding, null, 2))
  rmSync(marker)
  syncPath(dirname(places.file))
  return true
}
